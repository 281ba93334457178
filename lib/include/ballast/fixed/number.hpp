#pragma once
/// A number in fixed point: an integer that counts units of 2^-FractionBits. Every pattern of bits is a number: there
/// is no infinity and no NaN.
///
/// Write ordinary numbers; they are converted, rounded to nearest, and kept at the nearest end if they do not fit. In a
/// constant expression that is done by the compiler. Elsewhere it needs floating point, which a core without FPU
/// computes in software: there, take numbers from integers.
///
///   constexpr Feature half = 0.5;                    // by the compiler
///   const Feature x = Feature::fraction(adc, 4096);  // adc / 4096, in integers

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace detail {

template <class Int>
struct IntegerRange {
  static constexpr bool is_signed = Int(-1) < Int(0);
  static constexpr int bits = 8 * static_cast<int>(sizeof(Int)) - (is_signed ? 1 : 0);
  static constexpr Int largest = static_cast<Int>((uint64_t{1} << (bits - 1)) - 1 + (uint64_t{1} << (bits - 1)));
  static constexpr Int smallest = is_signed ? static_cast<Int>(-largest - 1) : Int(0);
};

/// 2^exponent.
constexpr double two_to_the(int32_t exponent) noexcept {
  double result = 1.0;
  for (; exponent > 0; --exponent) { result *= 2.0; }
  for (; exponent < 0; ++exponent) { result *= 0.5; }
  return result;
}

/// To nearest, or to the nearer end of the range; NaN to 0.
template <class Int>
constexpr Int rounded_into_range(double x) noexcept {
  if (x >= static_cast<double>(IntegerRange<Int>::largest)) { return IntegerRange<Int>::largest; }
  if (x <= static_cast<double>(IntegerRange<Int>::smallest)) { return IntegerRange<Int>::smallest; }
  if (!(x == x)) { return Int(0); }
  return static_cast<Int>(x < 0.0 ? x - 0.5 : x + 0.5);
}

}  // namespace detail

/// raw() x 2^-FractionBits.
template <class Int, int FractionBits>
class FixedNumber {
 public:
  using Raw = Int;
  /// The unit is 2^-fraction_bits.
  static constexpr int fraction_bits = FractionBits;

  /// 0.
  constexpr FixedNumber() noexcept = default;
  /// The nearest number there is.
  template <class Number, class = etl::enable_if_t<etl::is_arithmetic<Number>::value>>
  constexpr FixedNumber(Number x) noexcept  // NOLINT: a user writes 0.25
      : raw_(detail::rounded_into_range<Int>(static_cast<double>(x) * detail::two_to_the(FractionBits))) {}

  /// raw x 2^-FractionBits.
  static constexpr FixedNumber from_raw(Int raw) noexcept {
    FixedNumber result;
    result.raw_ = raw;
    return result;
  }
  /// numerator / denominator, for a denominator above 0, in integers: rounded down, and kept at the nearest end if it
  /// does not fit.
  static constexpr FixedNumber fraction(int32_t numerator, int32_t denominator) noexcept {
    const int64_t scaled = int64_t{numerator} * (int64_t{1} << FractionBits);
    const int64_t quotient = scaled / denominator - (scaled % denominator < 0 ? 1 : 0);
    if (quotient > int64_t{detail::IntegerRange<Int>::largest}) { return from_raw(detail::IntegerRange<Int>::largest); }
    if (quotient < int64_t{detail::IntegerRange<Int>::smallest}) {
      return from_raw(detail::IntegerRange<Int>::smallest);
    }
    return from_raw(static_cast<Int>(quotient));
  }

  /// How many units.
  constexpr Int raw() const noexcept { return raw_; }
  /// Exact. For the host, and for constant expressions.
  constexpr double to_double() const noexcept { return static_cast<double>(raw_) * detail::two_to_the(-FractionBits); }

  /// The same number.
  friend constexpr bool operator==(FixedNumber a, FixedNumber b) noexcept { return a.raw_ == b.raw_; }
  /// Another number.
  friend constexpr bool operator!=(FixedNumber a, FixedNumber b) noexcept { return a.raw_ != b.raw_; }
  /// Below.
  friend constexpr bool operator<(FixedNumber a, FixedNumber b) noexcept { return a.raw_ < b.raw_; }
  /// Above.
  friend constexpr bool operator>(FixedNumber a, FixedNumber b) noexcept { return a.raw_ > b.raw_; }

 private:
  Int raw_ = 0;
};

/// A feature of a learner in fixed point: in [-1, 1), where 1 becomes 1 - 2^-15.
using FixedFeature = FixedNumber<int16_t, 15>;

}  // namespace ballast
