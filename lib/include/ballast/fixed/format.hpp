#pragma once
/// The formats of a learner in fixed point, derived from what the user knows of the task: how large the weights, lambda
/// and the features can be.
///
///   struct Limits : ballast::FixedLimits {
///     static constexpr double radius = 100;          // no ball will be larger
///     static constexpr bool has_unit_features = true;  // ||phi|| <= 1, always
///   };
///   using Learner = ballast::FixedLearner<16, Limits>;
///
/// The tighter the limits, the finer the weights. A configuration beyond them is refused.

#include <ballast/fixed/number.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {

/// What a learner in fixed point is prepared for. Derive from it, and say what differs.
struct FixedLimits {
  /// The largest lambda. Up to 0.5 a trace is 16 bits wide, above it 32 bits; at most 0.99.
  static constexpr double lambda = 0.5;
  /// The largest radius of a ball. A learner without one stays in this one.
  static constexpr double radius = 1000;
  /// At most so many features are not 0 at once; 0: all of them can be.
  static constexpr size_t active = 0;
  /// The promise that ||phi|| <= 1. (Each feature is in [-1, 1) in any case.) If it is broken, the TD error can be
  /// wrong, and nothing else happens: the weights stay in their ball.
  static constexpr bool has_unit_features = false;
};

namespace detail {

/// The smallest n with 2^n >= x.
constexpr int log2_rounded_up(double x) noexcept {
  int n = 0;
  for (; two_to_the(n) < x; ++n) {}
  for (; two_to_the(n - 1) >= x; --n) {}
  return n;
}

/// The smallest n with n^2 >= x, for x up to 2^16.
constexpr uint32_t square_root_rounded_up(size_t x) noexcept {
  size_t n = 0;
  while (n * n < x) { ++n; }
  return static_cast<uint32_t>(n);
}

/// By how many bits ||z||^2 is shifted to the right, if so many features can be active.
constexpr int trace_norm_shift_for(size_t active) noexcept {
  const int active_bits = log2_rounded_up(static_cast<double>(active));
  return active_bits > 1 ? active_bits - 1 : 0;
}

/// How many bits each quantity has after the point, and why nothing overflows:
///
/// Wide trace. |z'| <= lambda |z| + |phi|, so with lambda <= 1 - 2^(trace_fraction - 15) a trace that was at most 32768
/// units of 2^-trace_fraction is so again: lambda 32768 + 2^trace_fraction <= 32768, and the decay rounds toward zero.
/// 32768 itself is reached from below only: its upper half is from -32768 to 32767.
///
/// Narrow trace. Of one that was at most 32764 units, lambda |z| is below 16382, since lambda is below 1/2. Rounded to
/// a multiple of 4 it is at most 16380, and |phi| is at most 16384: it is at most 32764 again.
///
/// Weights. The ball keeps each weight to within its radius and 1/64 of it, which is at most 2^30 units. A step adds
/// at most 2^15 (2^15 - 1) < 2^30 to a weight: the result fits 32 bits before the ball acts.
///
/// TD error. |theta . (next - phi)| <= 2 ||theta|| max ||phi||. If ||theta|| were at most 2^(30 - feature_bits) units,
/// that would be 2^30 units of 2^-value_fraction, since ||phi|| <= 2^feature_bits and value_fraction is one less than
/// weight_fraction. The norm that the ball sees is up to sqrt(dimension) / 2 units of 2^16 less than that, and after
/// scaling, or at a start (can_be_norm2), it may be sqrt(dimension) above the radius; sqrt(dimension) <= 2^(12 -
/// feature_bits), which makes it at most 1.375 x 2^30. R - omega is kept within 2^29 units, so that delta fits 32 bits.
/// Terms, below 2^46, are summed in 64 bits.
///
/// ||z||^2. ||z|| <= max ||phi|| / (1 - lambda), and ||phi||^2 is at most `active`: ||z||^2 is about `active` x 2^30 at
/// most. Shifted right by trace_norm_shift it is at most 2^31, and `dimension` is added at most: added() has room for
/// it.
///
/// ||theta||^2. Each of `dimension` weights, and omega, adds at most (2^15)^2: shifted right by norm_shift, the sum is
/// at most 2^31.
///
/// With few features, squares are shifted before they are added, in 32 bits. Of ||theta||^2, less than `dimension` x
/// 2^norm_shift is cut off (4096 with 64 features, where the square of the largest radius is above 10^6); of ||z||^2,
/// less than 2^-16 of a feature's largest square. With more features the sums have 64 bits, and are shifted at the end.
template <size_t Dimension, class Limits>
struct FixedFormat {
  static_assert(Dimension > 0 && Dimension <= 65536, "Fixed: between 1 and 65536 features");
  static_assert(Limits::lambda >= 0 && Limits::lambda <= 0.99, "FixedLimits: lambda must be in [0, 0.99]");
  static_assert(Limits::radius >= 0.5, "FixedLimits: the radius must be at least 0.5");

  static constexpr size_t dimension = Dimension;
  /// With unit features, a broken promise must not break a sum: all can be active.
  static constexpr bool are_few = Limits::active != 0 && Limits::active < Dimension && !Limits::has_unit_features;
  static constexpr size_t active = are_few ? Limits::active : Dimension;
  static constexpr bool has_unit_features = Limits::has_unit_features;
  /// At most so many in one step; not a promise that anything rests on.
  static constexpr size_t active_at_once =
      Limits::active != 0 && Limits::active < Dimension ? Limits::active : Dimension;
  static constexpr int active_bits = log2_rounded_up(static_cast<double>(active));

  /// max ||phi|| <= 2^feature_bits.
  static constexpr int feature_bits = Limits::has_unit_features ? 0 : (active_bits + 1) / 2;
  /// 1/64 more than the radius: a weight is kept to within that (FixedArithmetic::exceeds).
  static constexpr int radius_bits = log2_rounded_up(Limits::radius * (1.0 + 1.0 / 64));
  static constexpr int weight_fraction = 30 - radius_bits - feature_bits;
  static_assert(weight_fraction >= 8,
                "FixedLimits: the radius is too large for so many features; promise unit features");
  static_assert(2 * feature_bits <= 24 && Dimension <= uint32_t{1} << (24 - 2 * feature_bits),
                "FixedLimits: with so many features at once the ball would be too coarse; promise unit features");
  /// sqrt(dimension), rounded up.
  static constexpr uint32_t root_of_dimension = square_root_rounded_up(Dimension);
  static constexpr int value_fraction = weight_fraction - 1;

  static constexpr int lambda_bits = log2_rounded_up(1.0 / (1.0 - Limits::lambda));
  static constexpr int trace_fraction = lambda_bits > 1 ? 15 - lambda_bits : 14;
  static constexpr bool has_wide_trace = Limits::lambda > 0.5;
  static constexpr int trace_norm_shift = trace_norm_shift_for(active);
  static constexpr bool has_short_trace_sums = (Dimension << trace_norm_shift) <= 4096;
  static constexpr bool has_short_sums = Dimension <= 64;
  static constexpr int norm_shift = has_short_sums ? log2_rounded_up(static_cast<double>(Dimension + 1)) - 1 : 0;
  static constexpr int trace_norm_fraction = 2 * trace_fraction - trace_norm_shift;

  static constexpr double largest_lambda = Limits::lambda;
  static constexpr double largest_radius = Limits::radius;
};

}  // namespace detail
}  // namespace ballast
