#pragma once
/// What a snapshot of a learner in fixed point has that others have not: the formats of its numbers, step-sizes as
/// mantissa and exponent, arrays of integers, and what must hold for them so that nothing overflows.

#include <ballast/fixed/arithmetic.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace detail {

template <class Arithmetic>
struct IsFixed : etl::false_type {};
template <class Format>
struct IsFixed<FixedArithmetic<Format>> : etl::true_type {};

/// The scalar in a snapshot, and the word that says more about it: 0 in float and double.
template <class Arithmetic>
struct ScalarCode {
  static constexpr uint32_t value = sizeof(typename Arithmetic::Value) == sizeof(float) ? 1 : 2;
  static constexpr uint32_t formats = 0;
};
/// Places after the point of a weight and of the upper half of a trace, how many bits a trace has, and by how many bits
/// ||z||^2 is shifted, plus 1: 0 if that follows from the number of weights, as it does unless FixedLimits::active is
/// smaller. What other numbers have follows from these.
template <class Format>
struct ScalarCode<FixedArithmetic<Format>> {
  static constexpr uint32_t value = 3;
  static constexpr bool has_usual_shift = Format::trace_norm_shift == trace_norm_shift_for(Format::dimension);
  static constexpr uint32_t formats = static_cast<uint32_t>(Format::weight_fraction) |
                                      static_cast<uint32_t>(Format::trace_fraction) << 8 |
                                      uint32_t{Format::has_wide_trace ? 32 : 16} << 16 |
                                      static_cast<uint32_t>(has_usual_shift ? 0 : Format::trace_norm_shift + 1) << 24;
};

/// What must be the same: all formats to resume, that of the weights to adopt them.
constexpr uint32_t all_formats = ~uint32_t{0};
constexpr uint32_t format_of_weights = 0xFFU;

/// A step-size or a ratio as it is stored; the number 0, which settings refuse where it is not allowed, is all zero.
/// The largest exponent is that of a schedule that has decayed: 2^40 times the largest base, which is below 2^32.
constexpr bool is_rate(Magnitude inverse) noexcept {
  if (inverse.mantissa == 0) { return inverse.exponent == 0; }
  return inverse.mantissa >> 30 == 1 && inverse.exponent >= -70 && inverse.exponent <= 42;
}
/// One that a user has given: from 2^-40 to 2^40.
constexpr bool is_given_rate(Magnitude inverse) noexcept {
  return is_rate(inverse) &&
         (inverse.exponent < 10 || (inverse.exponent == 10 && inverse.mantissa == uint32_t{1} << 30));
}

/// A step-size or a ratio, into a temporary.
template <class Archive, class T>
[[gnu::always_inline]] inline void take_rate(Archive& archive, T& x) noexcept {
  archive.take(x);
}
template <class Archive>
Magnitude exchange_magnitude(Archive& archive, Magnitude x) noexcept {
  const uint32_t mantissa = archive.exchange(x.mantissa);
  return {mantissa, static_cast<int32_t>(archive.exchange(static_cast<uint32_t>(x.exponent)))};
}
template <class Archive>
void take_rate(Archive& archive, FixedRate& x) noexcept {
  const Magnitude inverse = exchange_magnitude(archive, x.inverse());
  archive.require(is_given_rate(inverse));
  x = FixedRate::from_inverse(inverse);
}

/// Whether weights are those of a learner. Then a step does not overflow.
template <class Arithmetic>
class FixedWeightsCheck {
 public:
  [[gnu::always_inline]] void operator()(typename Arithmetic::Weight weight) noexcept {
    norm2_ += Arithmetic::squared(Arithmetic::upper_half(weight));
    is_small_ = is_small_ && weight.raw() <= int32_t{1} << 30 && weight.raw() >= -(int32_t{1} << 30);
  }
  bool is_passed() const noexcept { return is_small_ && Arithmetic::can_be_norm2(norm2_); }

 private:
  typename Arithmetic::SquaredNorm norm2_ = 0;
  bool is_small_ = true;
};

/// Whether a trace is one of a learner: no number is the smallest there is, and ||z||^2 fits its format.
template <class Arithmetic>
class FixedTraceCheck {
 public:
  using Trace = typename Arithmetic::Trace;
  [[gnu::always_inline]] void operator()(Trace trace) noexcept {
    constexpr int wide = Arithmetic::Format::has_wide_trace ? 16 : 0;
    const int32_t half = trace.raw() >> wide;
    squares_ += static_cast<uint32_t>(half * half);
    is_valid_ = is_valid_ && trace.raw() != IntegerRange<typename Trace::Raw>::smallest;
  }
  bool is_passed() const noexcept {
    return is_valid_ && squares_ >> Arithmetic::Format::trace_norm_shift <= uint64_t{1} << 31;
  }

 private:
  uint64_t squares_ = 0;
  bool is_valid_ = true;
};

/// Numbers of an array, each of them checked.
template <class Check, class Number, class Archive, class Get, class Set>
void transfer_checked(Archive& archive, size_t n, Get get, Set set) noexcept {
  Check check;
  archive.template each_number<Number>(n, get, set, check);
  archive.require(archive.is_saving() || check.is_passed());
}

}  // namespace detail
}  // namespace ballast
