#pragma once
/// A learner's scalar selects its arithmetic: the set of operations that the learner is written in. The learner defines
/// what happens, in the paper's order; the arithmetic defines the number types. That of float and double is here, that
/// of fixed point, which has separate types for features, weights, trace and steps, in fixed/arithmetic.hpp. So a
/// learner never uses a literal, a square root, a test for finiteness or a multiplication directly. Operations on whole
/// arrays of float or double are in detail/kernel.

#include <ballast/math/ieee754.hpp>
#include <ballast/math/pow.hpp>
#include <ballast/math/product.hpp>
#include <ballast/math/random.hpp>
#include <ballast/math/square_root.hpp>
#include <ballast/rule.hpp>

#include <stdint.h>

namespace ballast {

/// Arithmetic in float or double: every type is T.
template <class T>
struct FloatArithmetic {
  using Feature = T;
  using Weight = T;
  using Trace = T;
  using Value = T;        ///< reward, average reward, TD error
  using SquaredNorm = T;  ///< ||z||^2, ||theta||^2
  using Rate = T;         ///< what a schedule yields: beta_t
  using Step = T;         ///< what multiplies the trace: k delta
  using Lambda = T;
  using Ratio = T;  ///< c
  using Power = T;  ///< of a schedule
  using Probability = T;
  using StepSize = T;   ///< k and a
  using TraceNorm = T;  ///< ||z||^2
  using Rest = T;       ///< the rounding error of omega

  /// What a learner keeps besides its estimates: nothing.
  struct Counts {};
  /// Likewise.
  template <bool>
  using State = Counts;
  /// Inputs can be infinite or NaN, and results can overflow.
  static constexpr bool accepts_everything = false;

  /// The step-sizes of one update.
  struct StepSizes {
    /// k: what multiplies delta_t z_t.
    T weights;
    /// a: what multiplies R_t - omega_t, or delta_t if the rule is differential.
    T average_reward;
    T denominator;  ///< of k, kept because it can overflow while the step-size looks harmless
  };

  // --- valid values -----------------------------------------------------------------------------------------------

  /// Whether x is neither an infinity nor NaN; also right under -ffast-math.
  static constexpr bool is_finite(T x) noexcept { return ballast::is_finite(x); }

  /// Tested on the bits, which have the order of the numbers if there is no sign: one test, which no NaN passes, even
  /// under -ffast-math. (Adding zero turns -0 into +0.)
  static constexpr bool is_positive(T x) noexcept { return to_bits(x) - 1 < Ieee754<T>::exponent_mask - 1; }
  /// For x that is_positive.
  static constexpr bool is_at_most_one(T x) noexcept { return to_bits(x) <= to_bits(T{1}); }
  /// In [0, 1].
  static constexpr bool is_probability(T x) noexcept { return to_bits(x + T{0}) <= to_bits(T{1}); }
  /// In [0, 1).
  static constexpr bool is_lambda(T x) noexcept { return to_bits(x + T{0}) < to_bits(T{1}); }

  /// In (0, 1].
  static constexpr bool is_power(T x) noexcept { return is_positive(x) && is_at_most_one(x); }

  /// A radius whose square, and the square of what one step can add to it, neither overflow nor vanish: 2^-60 to 2^62
  /// in float.
  static constexpr bool is_radius(T x) noexcept {
    return to_bits(x) - to_bits(smallest_radius) <= to_bits(largest_radius) - to_bits(smallest_radius);
  }
  /// Of the average reward alone.
  static constexpr bool is_average_reward_radius(T x) noexcept { return is_radius(x); }

  /// c beta must be finite and above 0 for the largest beta of the schedule (c then is, too). Otherwise the learner
  /// would refuse everything, or the average reward would never move.
  static constexpr bool is_ratio(T c, T largest_rate) noexcept { return is_positive(c * largest_rate); }

  // --- one step of Algorithm 1 ------------------------------------------------------------------------------------

  /// R - omega
  [[gnu::always_inline]] static T error(T reward, T average_reward, Counts& /*counts*/) noexcept {
    return reward - average_reward;
  }

  // alpha = c x rate. `rate` is beta, or with two time-scales that of the schedule of the average reward.

  /// The standard rule: k = beta, a = alpha.
  [[gnu::always_inline]] static StepSizes step_sizes(Standard, T beta, T c, T rate, T /*trace_norm2*/) noexcept {
    return {beta, product(c, rate), T{1}};
  }

  /// The implicit rule: k = beta / (1 + beta ||z||^2), a = alpha / (1 + alpha).
  [[gnu::always_inline]] static StepSizes step_sizes(Implicit, T beta, T c, T rate, T trace_norm2) noexcept {
    const T denominator = T{1} + product(beta, trace_norm2);
    const T alpha = product(c, rate);
    return {beta / denominator, alpha / (T{1} + alpha), denominator};
  }

  /// The differential rule: k = beta, a = alpha.
  [[gnu::always_inline]] static StepSizes step_sizes(Differential, T beta, T c, T rate, T trace_norm2) noexcept {
    return step_sizes(Standard{}, beta, c, rate, trace_norm2);
  }

  /// The implicit differential rule: k = beta / (1 + alpha + beta ||z||^2), a = alpha / (1 + alpha + beta ||z||^2).
  [[gnu::always_inline]] static StepSizes step_sizes(ImplicitDifferential, T beta, T c, T rate,
                                                     T trace_norm2) noexcept {
    const T alpha = product(c, rate);
    const T denominator = (T{1} + alpha) + product(beta, trace_norm2);
    return {beta / denominator, alpha / denominator, denominator};
  }

  /// k delta_t: what multiplies the trace.
  [[gnu::always_inline]] static T step(T step_size, T td_error, Counts& /*counts*/) noexcept {
    return product(step_size, td_error);
  }
  /// As it is: products are rounded to nearest.
  [[gnu::always_inline]] static T rounded(T step, Counts& /*counts*/) noexcept { return step; }

  /// beta_0 / base^power
  static constexpr T decayed_rate(T beta_0, uint32_t base, T power) noexcept {
    return beta_0 / pow(static_cast<T>(base), power);
  }

  /// The change of omega, step_size x error, and the rounding error of the result, which is added to the next change.
  /// Without it, a slow average reward stops far from its goal, where a step is less than half a unit in its last
  /// place.
  [[gnu::always_inline]] static T change(T step_size, T error, T rest) noexcept {
    return product(step_size, error) + rest;
  }
  /// omega_{t+1}.
  [[gnu::always_inline]] static T moved(T from, T change) noexcept { return from + change; }
  /// The rounding error of omega_{t+1}.
  [[gnu::always_inline]] static T rest_of(T from, T change, T to) noexcept { return change - (to - from); }

  /// Whether everything that pass 2 would store is finite, judged by the sums of pass 1. ||z|| <= (1 + ||z||^2) / 2
  /// bounds what the step adds to a weight:
  /// - Inside a ball it stays below 2^62 (float), and omega below 2^63: the squares of the new norms are finite.
  /// - Without one it stays below 2^91. A weight that has grown to 2^116 no longer moves by that, since it is less
  ///   than half a unit in its last place: it stands still instead of overflowing. Removing a direction adds rounding
  ///   errors of a unit in the last place and takes the sum of the weights back to zero; sums stay far from overflow
  ///   too.
  /// One test on the bits: an infinity or NaN in any term makes the sum infinite or NaN.
  [[gnu::always_inline]] static bool is_safe(T step, T trace_norm2, const StepSizes& size, T average_reward, T headroom,
                                             T reward_headroom) noexcept {
    const T reach = product(product(step, T{1} + trace_norm2), headroom);
    return ballast::is_finite((reach + size.denominator) + product(average_reward, reward_headroom));
  }

  // --- projection -------------------------------------------------------------------------------------------------

  /// Rounded before it is used; see product.hpp.
  [[gnu::always_inline]] static T square(T x) noexcept { return product(x, x); }

  /// Whether the norm, not its square, is above the radius: then radius / norm is below 1 and scaling really shrinks.
  /// (A square can be above while the norm rounds to the radius; a projection would then act forever and change
  /// nothing.) Where a root takes long the squares are compared first, which gives the same answer.
  [[gnu::always_inline]] static bool exceeds(T norm2, T radius) noexcept {
    return (!avoids_square_root<T> || norm2 > product(radius, radius)) && square_root(norm2) > radius;
  }
  /// What scales a vector of squared norm norm2 to the radius.
  [[gnu::always_inline]] static T shrinkage(T radius, T norm2) noexcept { return radius / square_root(norm2); }
  /// One number of a vector that is scaled.
  [[gnu::always_inline]] static T scaled(T x, T factor) noexcept { return x * factor; }
  /// x, or the nearer end of [-radius, radius].
  [[gnu::always_inline]] static T clipped(T x, T radius) noexcept {
    return x > radius ? radius : (x < -radius ? -radius : x);
  }

  // --- values -----------------------------------------------------------------------------------------------------

  /// Whether an action of value `a` is taken rather than one of value `b`.
  static bool is_better(T a, T b) noexcept { return !is_nan(a) && (is_nan(b) || a > b); }

  /// Whether a decision is drawn at random.
  static bool is_drawn(Random& random, T epsilon) noexcept { return epsilon > T{} && random.uniform<T>() < epsilon; }

  // --- limits -----------------------------------------------------------------------------------------------------

  /// Of a ball: it only stops divergence.
  static constexpr T default_radius = T{1000};
  /// Else double.
  static constexpr bool is_float = sizeof(T) == sizeof(float);
  /// Of any ball: smaller ones have a square that vanishes.
  static constexpr T smallest_radius = power_of_two<T>(is_float ? -60 : -508);
  /// Of any ball: larger ones have a square that overflows after a step.
  static constexpr T largest_radius = power_of_two<T>(is_float ? 62 : 510);
  /// With a ball; see is_safe.
  static constexpr T ball_headroom = power_of_two<T>(is_float ? 65 : 513);
  /// Without a ball; see is_safe.
  static constexpr T free_headroom = power_of_two<T>(is_float ? 37 : 66);
  /// Only an overflow itself is refused.
  static constexpr T no_headroom = T{1};
};

using Float32 = FloatArithmetic<float>;
using Float64 = FloatArithmetic<double>;

/// The arithmetic of a scalar. Specialise it for a scalar of your own.
template <class Scalar>
struct ArithmeticFor {
  using type = Float32;  // a placeholder: a learner refuses this scalar, with one message
  /// Whether a learner accepts this scalar.
  static constexpr bool is_scalar = false;
};
/// float: Float32.
template <>
struct ArithmeticFor<float> {
  using type = Float32;
  /// Accepted.
  static constexpr bool is_scalar = true;
};
/// double: Float64.
template <>
struct ArithmeticFor<double> {
  using type = Float64;
  /// Not on a machine whose double is a float of another name (AVR).
  static constexpr bool is_scalar = sizeof(double) > sizeof(float);
};

/// The arithmetic that a scalar names.
template <class Scalar>
using ArithmeticOf = typename ArithmeticFor<Scalar>::type;

}  // namespace ballast
