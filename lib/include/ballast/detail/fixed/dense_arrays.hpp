#pragma once
/// Weights and trace as plain arrays of integers, and a step of Algorithm 1 on them. Nothing is refused once a learner
/// has started, so pass 1 stores the trace at once.

#include <ballast/detail/dense_arrays.hpp>
#include <ballast/detail/fixed/dot_product.hpp>
#include <ballast/detail/kernel/runs.hpp>
#include <ballast/detail/opaque.hpp>
#include <ballast/detail/run_arrays.hpp>
#include <ballast/features/run.hpp>
#include <ballast/fixed/arithmetic.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace fixed {

static_assert((-1 >> 1) == -1, "ballast: shifting a negative number right must round down");

/// Lambda for decay(): 1/2 is a unit less, so that a trace that decays by it ends.
[[gnu::always_inline]] constexpr uint32_t decay_factor(FixedNumber<uint32_t, 16> lambda, bool has_wide_trace) noexcept {
  return has_wide_trace ? lambda.raw() : lambda.raw() - (lambda.raw() >> 15);
}

constexpr int32_t half_of_four_units = (int32_t{1} << 17) - 1;

/// z' = lambda z + phi; returns its upper 16 bits. Of a narrow trace, lambda z is rounded to the nearest multiple of 4
/// units, and 4 units become 0: what decays ends soon. A wide one is rounded toward zero. (A negative product is
/// rounded down, and 1 added.)
template <int Fraction>
[[gnu::always_inline]] constexpr int32_t decay(FixedNumber<int16_t, Fraction>& trace, uint32_t lambda, int32_t feature,
                                               int32_t half = half_of_four_units) noexcept {
  const int32_t product = trace.raw() * static_cast<int32_t>(lambda);
  const int32_t nearest = (product + half) >> 18;
  const int32_t sum = nearest * 4 + (feature >> (15 - Fraction));
  trace = FixedNumber<int16_t, Fraction>::from_raw(static_cast<int16_t>(sum));
  return sum;
}
template <int Fraction>
[[gnu::always_inline]] constexpr int32_t decay(FixedNumber<int32_t, Fraction>& trace, uint32_t lambda, int32_t feature,
                                               int32_t /*half*/ = 0) noexcept {
  const uint32_t low = (static_cast<uint32_t>(trace.raw()) & 0xFFFFU) * lambda;
  const int32_t product = (trace.raw() >> 16) * static_cast<int32_t>(lambda) + static_cast<int32_t>(low >> 16);
  const int32_t decayed = product + static_cast<int32_t>(static_cast<uint32_t>(product) >> 31);
  const int32_t sum = decayed + feature * (int32_t{1} << (Fraction - 15));
  trace = FixedNumber<int32_t, Fraction>::from_raw(sum);
  return sum >> 16;
}

/// The upper 16 bits of a trace.
template <int Fraction>
[[gnu::always_inline]] inline int32_t upper_half(FixedNumber<int16_t, Fraction> trace) noexcept {
  return trace.raw();
}
template <int Fraction>
[[gnu::always_inline]] inline int32_t upper_half(FixedNumber<int32_t, Fraction> trace) noexcept {
  return trace.raw() >> 16;
}

/// What pass 1 computes.
template <class Arithmetic>
struct Observed {
  typename Arithmetic::Value td_error;
  typename Arithmetic::TraceNorm trace_norm2;
};

/// Sums up ||z||^2, which must not come out less than it is: what shifts cut off is added again.
template <class Format>
struct TraceSquares {
  etl::conditional_t<Format::has_short_trace_sums, uint32_t, uint64_t> sum = 0;

  [[gnu::always_inline]] void add(int32_t z) noexcept { sum += square(z); }
  /// The same for n of them.
  [[gnu::always_inline]] void add(int32_t z, uint32_t n) noexcept { sum += decltype(sum){square(z)} * n; }
  /// Takes back what was added.
  [[gnu::always_inline]] void remove(int32_t z) noexcept { sum -= square(z); }
  [[gnu::always_inline]] uint32_t norm2() const noexcept {
    if (Format::has_short_trace_sums) {
      return static_cast<uint32_t>(sum) + (Format::trace_norm_shift > 0 ? Format::dimension : 0);
    }
    return static_cast<uint32_t>(sum >> Format::trace_norm_shift) + 1;
  }

 private:
  [[gnu::always_inline]] static uint32_t square(int32_t z) noexcept {
    return static_cast<uint32_t>(z * z) >> (Format::has_short_trace_sums ? Format::trace_norm_shift : 0);
  }
};

template <class Arithmetic>
[[gnu::always_inline]] inline Observed<Arithmetic> observed(uint32_t difference, uint32_t trace_norm2,
                                                            typename Arithmetic::Value error) noexcept {
  const uint32_t td_error = difference + static_cast<uint32_t>(error.raw());
  return {Arithmetic::Value::from_raw(static_cast<int32_t>(td_error)), Arithmetic::TraceNorm::from_raw(trace_norm2)};
}

/// theta_i + step z_i; returns the square of its upper half.
template <class Arithmetic>
[[gnu::always_inline]] inline uint32_t move(typename Arithmetic::Weight& weight, typename Arithmetic::Trace trace,
                                            const typename Arithmetic::Step& step) noexcept {
  const int32_t product = upper_half(trace) * step.mantissa + static_cast<int32_t>(step.rounding);
  weight = Arithmetic::Weight::from_raw(weight.raw() + (product >> step.shift));
  return Arithmetic::squared(Arithmetic::upper_half(weight));
}

// --- passes: functions of their own, because a small core has too few registers for more than one ------------------

// Their length is that of the format, and results fit registers: no argument more than needed.

/// theta . (next - phi)
template <class Arithmetic>
[[gnu::noinline]] uint32_t difference(const typename Arithmetic::Weight* theta, const typename Arithmetic::Feature* phi,
                                      const typename Arithmetic::Feature* next) noexcept {
  DotProduct sum;
  for (size_t i = 0; i < Arithmetic::Format::dimension; ++i) { sum.add(theta[i].raw(), next[i].raw() - phi[i].raw()); }
  return sum.rounded();
}

/// z_t = lambda z_{t-1} + phi, stored; returns ||z_t||^2.
template <class Arithmetic>
[[gnu::noinline]] uint32_t decay_all(typename Arithmetic::Trace* trace, uint32_t lambda,
                                     const typename Arithmetic::Feature* phi) noexcept {
  TraceSquares<typename Arithmetic::Format> squares;
  // It stays in a register; GCC would load it again for each feature.
  const int32_t half = detail::opaque(half_of_four_units);
  for (size_t i = 0; i < Arithmetic::Format::dimension; ++i) {
    squares.add(decay(trace[i], lambda, phi[i].raw(), half));
  }
  return squares.norm2();
}

/// Both in one loop, with the same bits: the difference in the upper word, ||z||^2 in the lower.
template <class Arithmetic>
[[gnu::noinline]] uint64_t observe_all(const typename Arithmetic::Weight* theta, typename Arithmetic::Trace* trace,
                                       uint32_t lambda, const typename Arithmetic::Feature* phi,
                                       const typename Arithmetic::Feature* next) noexcept {
  DotProduct sum;
  TraceSquares<typename Arithmetic::Format> squares;
  const int32_t half = detail::opaque(half_of_four_units);  // as in decay_all
  for (size_t i = 0; i < Arithmetic::Format::dimension; ++i) {
    const int32_t feature = phi[i].raw();
    sum.add(theta[i].raw(), next[i].raw() - feature);
    squares.add(decay(trace[i], lambda, feature, half));
  }
  return uint64_t{sum.rounded()} << 32 | squares.norm2();
}

/// theta_{t+1} = theta_t + step z_t, stored; returns its squared norm.
template <class Arithmetic>
[[gnu::noinline]] typename Arithmetic::SquaredNorm move_all(typename Arithmetic::Weight* theta,
                                                            const typename Arithmetic::Trace* trace, int32_t mantissa,
                                                            uint32_t shift, uint32_t rounding) noexcept {
  typename Arithmetic::SquaredNorm norm2 = 0;
  for (size_t i = 0; i < Arithmetic::Format::dimension; ++i) {
    norm2 += move<Arithmetic>(theta[i], trace[i], {mantissa, shift, rounding});
  }
  return norm2;
}

}  // namespace fixed

/// Weights that a learner can have, and an average reward in the inner half of its range: what was rounded into range
/// from far outside is refused.
template <class Format>
struct StartValues<FixedArithmetic<Format>> {
  using Arithmetic = FixedArithmetic<Format>;
  static bool are_valid(const typename Arithmetic::Weight* weights, typename Arithmetic::Value average_reward,
                        size_t n) noexcept {
    constexpr int32_t limit = int32_t{1} << 30;
    if (average_reward.raw() > limit || average_reward.raw() < -limit) { return false; }
    typename Arithmetic::SquaredNorm norm2 = 0;
    for (size_t i = 0; i < n; ++i) {
      if (weights[i].raw() > limit || weights[i].raw() < -limit) { return false; }
      norm2 += Arithmetic::squared(Arithmetic::upper_half(weights[i]));
    }
    return Arithmetic::can_be_norm2(norm2);
  }
};

/// The weights that a projection acts on.
template <class Format>
struct DenseWeights<FixedArithmetic<Format>> {
  using Arithmetic = FixedArithmetic<Format>;
  using Weight = typename Arithmetic::Weight;

  Weight* data;
  size_t n;

  [[gnu::noinline, gnu::cold]] void scale(uint32_t factor) const noexcept {
    for (size_t i = 0; i < n; ++i) { data[i] = Weight::from_raw(Arithmetic::scaled_raw(data[i].raw(), factor)); }
  }
  /// theta - mean(theta) e; what is left of the mean is less than a unit.
  void remove_ones() const noexcept {
    int64_t sum = 0;
    for (size_t i = 0; i < n; ++i) { sum += data[i].raw(); }
    const int32_t mean = static_cast<int32_t>(sum / static_cast<int64_t>(n));
    for (size_t i = 0; i < n; ++i) { data[i] = Weight::from_raw(data[i].raw() - mean); }
  }
};

template <class Format>
struct DenseArrays<FixedArithmetic<Format>> {
  using Arithmetic = FixedArithmetic<Format>;
  typename Arithmetic::Weight* theta;
  typename Arithmetic::Trace* trace;
  const typename Arithmetic::Feature* phi;
  const typename Arithmetic::Feature* next;
  size_t n;

  [[gnu::always_inline]] fixed::Observed<Arithmetic> observe(typename Arithmetic::Lambda lambda,
                                                             typename Arithmetic::Value error) const noexcept {
    const uint32_t factor = fixed::decay_factor(lambda, Format::has_wide_trace);
    if constexpr (fixed::is_small_core) {
      const uint32_t difference = fixed::difference<Arithmetic>(theta, phi, next);
      return fixed::observed<Arithmetic>(difference, fixed::decay_all<Arithmetic>(trace, factor, phi), error);
    } else {
      const uint64_t both = fixed::observe_all<Arithmetic>(theta, trace, factor, phi, next);
      return fixed::observed<Arithmetic>(static_cast<uint32_t>(both >> 32), static_cast<uint32_t>(both), error);
    }
  }
  [[gnu::always_inline]] typename Arithmetic::SquaredNorm learn(typename Arithmetic::Lambda,
                                                                const typename Arithmetic::Step& step,
                                                                typename Arithmetic::SquaredNorm start) const noexcept {
    return start + fixed::move_all<Arithmetic>(theta, trace, step.mantissa, step.shift, step.rounding);
  }
  [[gnu::always_inline]] DenseWeights<Arithmetic> weights() const noexcept { return {theta, n}; }

  /// Every input is a number; only a learner that has not started refuses them.
  Status cause(typename Arithmetic::Value) const noexcept { return Status::overflow; }
};

/// The same with features as runs.
template <class Format, class FeatureVector>
struct RunArrays<FixedArithmetic<Format>, FeatureVector> {
  using Arithmetic = FixedArithmetic<Format>;
  typename Arithmetic::Weight* theta;
  typename Arithmetic::Trace* trace;
  const FeatureVector& phi;
  const FeatureVector& next;

  static constexpr size_t n = RunsOf<FeatureVector>::dimension;

  fixed::Observed<Arithmetic> observe(typename Arithmetic::Lambda lambda,
                                      typename Arithmetic::Value error) const noexcept {
    const uint32_t factor = fixed::decay_factor(lambda, Format::has_wide_trace);
    const uint32_t difference = fixed::difference_of_runs(theta, next, phi);
    fixed::TraceSquares<Format> squares;
    kernel::for_each_stretch<typename Arithmetic::Feature>(phi, n, [&](size_t begin, size_t end, const auto* values) {
      for (size_t i = begin; i < end; ++i) {
        const int32_t feature = values != nullptr ? values[i - begin].raw() : 0;
        squares.add(fixed::decay(trace[i], factor, feature));
      }
    });
    return fixed::observed<Arithmetic>(difference, squares.norm2(), error);
  }
  typename Arithmetic::SquaredNorm learn(typename Arithmetic::Lambda lambda, const typename Arithmetic::Step& step,
                                         typename Arithmetic::SquaredNorm start) const noexcept {
    return DenseArrays<Arithmetic>{theta, trace, nullptr, nullptr, n}.learn(lambda, step, start);
  }
  DenseWeights<Arithmetic> weights() const noexcept { return {theta, n}; }
};

/// theta . phi
template <int Fraction>
FixedNumber<int32_t, Fraction - 1> value_of(const FixedNumber<int32_t, Fraction>* weights,
                                            const FixedNumber<int16_t, 15>* phi, size_t n) noexcept {
  fixed::DotProduct sum;
  for (size_t i = 0; i < n; ++i) { sum.add(weights[i].raw(), phi[i].raw()); }
  return FixedNumber<int32_t, Fraction - 1>::from_raw(static_cast<int32_t>(sum.rounded()));
}
/// theta . (phi - other)
template <int Fraction>
FixedNumber<int32_t, Fraction - 1> contrast_of(const FixedNumber<int32_t, Fraction>* weights,
                                               const FixedNumber<int16_t, 15>* phi,
                                               const FixedNumber<int16_t, 15>* other, size_t n) noexcept {
  fixed::DotProduct sum;
  for (size_t i = 0; i < n; ++i) { sum.add(weights[i].raw(), phi[i].raw() - other[i].raw()); }
  return FixedNumber<int32_t, Fraction - 1>::from_raw(static_cast<int32_t>(sum.rounded()));
}
/// The same for runs.
template <int Fraction, class FeatureVector>
FixedNumber<int32_t, Fraction - 1> value_of_runs(const FixedNumber<int32_t, Fraction>* weights,
                                                 const FeatureVector& phi) noexcept {
  fixed::DotProduct sum;
  fixed::add_runs<1>(sum, weights, phi);
  return FixedNumber<int32_t, Fraction - 1>::from_raw(static_cast<int32_t>(sum.rounded()));
}
template <int Fraction, class FeatureVector>
FixedNumber<int32_t, Fraction - 1> contrast_of_runs(const FixedNumber<int32_t, Fraction>* weights,
                                                    const FeatureVector& phi, const FeatureVector& other) noexcept {
  const uint32_t difference = fixed::difference_of_runs(weights, phi, other);
  return FixedNumber<int32_t, Fraction - 1>::from_raw(static_cast<int32_t>(difference));
}

}  // namespace ballast
