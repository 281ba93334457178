#pragma once
/// Arithmetic in fixed point, for cores without FPU: integers of 16 and 32 bits instead of soft float. It gives the
/// same bits on every machine, and every input is a number.
///
///   using Learner = ballast::FixedLearner<16>;     // as Learner<float, 16>
///   constexpr auto config = Learner::Config().lambda(0.25).ratio(0.05).step_size(0.2).radius(1000);
///
/// Three ideas make it fast and exact enough:
/// - k = 1 / (1 / beta + ||z||^2) instead of beta / (1 + beta ||z||^2): one addition and one division. The divisor is
///   rounded up and the quotient down, so k ||z||^2 < 1 holds for the integers themselves.
/// - k delta is a mantissa of 15 bits and a shift: one multiplication of 16 bits for each feature, and nothing
///   underflows.
/// - What the shift cuts off is rounded up or down at random, by one random number an update. Rounded to nearest, steps
///   below half a unit of a weight would be lost, and learning would stop.

#include <ballast/arithmetic.hpp>
#include <ballast/detail/fixed/magnitude.hpp>
#include <ballast/detail/fixed/square_root.hpp>
#include <ballast/detail/saturating_increment.hpp>
#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/fixed/format.hpp>
#include <ballast/fixed/number.hpp>
#include <ballast/fixed/report.hpp>
#include <ballast/math/random.hpp>
#include <ballast/rule.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {

/// A step-size or a ratio: a positive number from 2^-40 to 2^40, kept as its inverse.
class FixedRate {
 public:
  /// 0, which is not a step-size.
  constexpr FixedRate() noexcept = default;
  /// The nearest number there is, to 2^-31 of it.
  template <class Number, class = etl::enable_if_t<etl::is_arithmetic<Number>::value>>
  constexpr FixedRate(Number x) noexcept  // NOLINT: a user writes 0.25
      : inverse_(is_in_range(static_cast<double>(x)) ? detail::magnitude_of(1.0 / static_cast<double>(x))
                                                     : detail::Magnitude{0, 0}) {}
  /// 1 / inverse.
  static constexpr FixedRate from_inverse(detail::Magnitude inverse) noexcept {
    FixedRate result;
    result.inverse_ = inverse;
    return result;
  }

  /// 1 / x.
  constexpr detail::Magnitude inverse() const noexcept { return inverse_; }
  /// Whether there is such a number: it was in range.
  constexpr bool is_positive() const noexcept { return inverse_.mantissa != 0; }
  /// To 2^-31 of it.
  constexpr double to_double() const noexcept { return is_positive() ? 1.0 / inverse_.to_double() : 0.0; }

 private:
  friend struct detail::SnapshotAccess;
  static constexpr bool is_in_range(double x) noexcept {
    return x >= detail::two_to_the(-40) && x <= detail::two_to_the(40);
  }

  detail::Magnitude inverse_{0, 0};
};

/// Arithmetic in integers; the formats are those of detail::FixedFormat.
template <class Format_>
struct FixedArithmetic {
  using Format = Format_;
  using Feature = FixedFeature;  ///< in [-1, 1): every pattern of bits is valid
  using Weight = FixedNumber<int32_t, Format::weight_fraction>;
  /// Of a wide trace the upper 16 bits are used; the others keep it from losing small parts of itself.
  using Trace = etl::conditional_t<Format::has_wide_trace, FixedNumber<int32_t, Format::trace_fraction + 16>,
                                   FixedNumber<int16_t, Format::trace_fraction>>;
  using Value = FixedNumber<int32_t, Format::value_fraction>;
  using Lambda = FixedNumber<uint32_t, 16>;
  using Probability = FixedNumber<uint32_t, 31>;
  using Rate = FixedRate;
  using Ratio = FixedRate;
  using Power = FixedNumber<uint32_t, 31>;
  using StepSize = detail::Gain;
  /// Of the trace.
  using TraceNorm = FixedNumber<uint32_t, Format::trace_norm_fraction>;
  /// Of weights, in units of 2^(norm_shift - 2 (weight_fraction - 16)).
  using SquaredNorm = etl::conditional_t<Format::has_short_sums, uint32_t, uint64_t>;
  using Rest = uint32_t;  ///< the part of omega below its last place, in units of 2^-32 of that

  /// mantissa x 2^-shift, and what is added before the shift rounds down.
  struct Step {
    int32_t mantissa;   ///< at most 2^15 - 1 in size
    uint32_t shift;     ///< at most 30
    uint32_t rounding;  ///< below 2^shift
  };

  /// The step-sizes of one update.
  struct StepSizes {
    StepSize weights;         ///< k
    StepSize average_reward;  ///< a
  };

  /// What a learner keeps besides its estimates.
  struct Counts {
    /// Of the random numbers that round.
    uint32_t dither = 0;
    /// How often R - omega or a step did not fit, and was kept at the nearest end.
    uint32_t saturations = 0;
  };
  /// The same, and a, if it is always the same: a division less in each step.
  struct CountsAndStepSize : Counts {
    /// a
    StepSize average_reward_step_size{};
  };
  /// One of both.
  template <bool keeps_step_size>
  using State = etl::conditional_t<keeps_step_size, CountsAndStepSize, Counts>;

  /// Nothing is refused: every input is a number, and what does not fit is kept at the nearest end and counted.
  static constexpr bool accepts_everything = true;

  // --- valid values -----------------------------------------------------------------------------------------------

  /// Always.
  template <class Number>
  static constexpr bool is_finite(Number /*x*/) noexcept {
    return true;
  }
  /// Whether it was in range.
  static constexpr bool is_positive(FixedRate x) noexcept { return x.is_positive(); }
  /// In (0, 1].
  static constexpr bool is_power(Power x) noexcept { return x.raw() > 0 && x.raw() <= Power(1).raw(); }
  /// In [0, 1].
  static constexpr bool is_probability(Probability x) noexcept { return x.raw() <= Probability(1).raw(); }
  /// Within its limit.
  static constexpr bool is_lambda(Lambda x) noexcept { return x.raw() <= Lambda(Format::largest_lambda).raw(); }
  /// From 1/64 of its limit, where the ball would become coarse, to its limit.
  static constexpr bool is_radius(Value x) noexcept {
    return x.raw() >= Value(Format::largest_radius / 64).raw() && x.raw() <= Value(Format::largest_radius).raw();
  }
  /// Above 0 and within that limit: clipping is exact, however small the ball.
  static constexpr bool is_average_reward_radius(Value x) noexcept {
    return x.raw() > 0 && x.raw() <= Value(Format::largest_radius).raw();
  }
  /// Whether both were in range.
  static constexpr bool is_ratio(FixedRate c, FixedRate largest_rate) noexcept {
    return c.is_positive() && largest_rate.is_positive();
  }
  /// Of any ball.
  static constexpr Value largest_radius = Format::largest_radius;
  /// The largest, up to 1000.
  static constexpr Value default_radius = Format::largest_radius < 1000 ? Format::largest_radius : 1000;

  // --- one step of Algorithm 1 ------------------------------------------------------------------------------------

  /// R - omega, within 2^29 units. (Their halves do not overflow.)
  [[gnu::always_inline]] static Value error(Value reward, Value average_reward, Counts& counts) noexcept {
    const int32_t half = (reward.raw() >> 1) - (average_reward.raw() >> 1);
    if (half >= largest_error / 2 || half <= -largest_error / 2) {
      detail::saturating_increment(counts.saturations);
      return Value::from_raw(half < 0 ? -largest_error : largest_error);
    }
    return Value::from_raw(reward.raw() - average_reward.raw());
  }

  /// beta_0 / base^power, in integers: below 2^-24 of it off.
  static constexpr FixedRate decayed_rate(FixedRate beta_0, uint32_t base, Power power) noexcept {
    return FixedRate::from_inverse(detail::multiplied_by_power(beta_0.inverse(), base, power.raw()));
  }

  /// The standard rule, differential or not: k = beta, a = alpha, but below 1.
  [[gnu::always_inline]] static StepSize weights_step_size(Standard, Rate beta, TraceNorm) noexcept {
    return detail::reciprocal(beta.inverse());
  }
  /// a of the standard rule.
  static StepSize average_reward_step_size(Standard, Ratio c, Rate rate) noexcept {
    return below_one(detail::reciprocal(inverse_alpha(c, rate)));
  }
  /// k of the differential rule.
  [[gnu::always_inline]] static StepSize weights_step_size(Differential, Rate beta, TraceNorm trace_norm2) noexcept {
    return weights_step_size(Standard{}, beta, trace_norm2);
  }
  /// a of the differential rule.
  static StepSize average_reward_step_size(Differential, Ratio c, Rate rate) noexcept {
    return average_reward_step_size(Standard{}, c, rate);
  }
  /// The implicit rule: k = 1 / (1 / beta + ||z||^2), a = 1 / (1 + 1 / alpha).
  [[gnu::always_inline]] static StepSize weights_step_size(Implicit, Rate beta, TraceNorm trace_norm2) noexcept {
    return detail::reciprocal(plus_norm(beta.inverse(), trace_norm2));
  }
  /// a of the implicit rule.
  static StepSize average_reward_step_size(Implicit, Ratio c, Rate rate) noexcept {
    return detail::reciprocal(detail::added(inverse_alpha(c, rate), uint32_t{1} << 30, -30));
  }

  /// Both, for a schedule that depends on t.
  template <class Rule>
  [[gnu::always_inline]] static StepSizes step_sizes(Rule rule, Rate beta, Ratio c, Rate rate,
                                                     TraceNorm trace_norm2) noexcept {
    return {weights_step_size(rule, beta, trace_norm2), average_reward_step_size(rule, c, rate)};
  }
  /// The implicit differential rule: k = 1 / ((1 + alpha) / beta + ||z||^2), a = k alpha / beta.
  static StepSizes step_sizes(ImplicitDifferential, Rate beta, Ratio c, Rate rate, TraceNorm trace_norm2) noexcept {
    const detail::Gain alpha = detail::reciprocal(inverse_alpha(c, rate));
    const detail::Magnitude ratio =  // alpha / beta, which is c if both have the same schedule
        detail::multiplied(beta.inverse(), detail::normalised(alpha.mantissa, -alpha.shift));
    const detail::Sum sum = detail::added(beta.inverse(), ratio.mantissa, ratio.exponent);
    const detail::Gain k = detail::reciprocal(plus_norm(detail::normalised(sum.mantissa, sum.exponent), trace_norm2));
    const detail::Magnitude a = detail::multiplied(ratio, detail::normalised(k.mantissa, -k.shift));
    return {k, below_one({a.mantissa >> 15, -a.exponent - 15})};
  }

  /// k delta_t as a mantissa and a shift. The mantissa is rounded toward zero; a step that does not fit is kept at the
  /// largest.
  [[gnu::always_inline]] static Step step(StepSize k, Value td_error, Counts& counts) noexcept {
    const bool is_negative = td_error.raw() < 0;
    const uint32_t size =
        is_negative ? 0U - static_cast<uint32_t>(td_error.raw()) : static_cast<uint32_t>(td_error.raw());
    const int32_t zeros = detail::leading_zeros(size);
    int32_t mantissa = static_cast<int32_t>((k.mantissa * (size << zeros >> 17)) >> 16);
    int32_t shift = k.shift + zeros + Format::trace_fraction - 34;
    if (shift > largest_shift) {
      mantissa = static_cast<int32_t>(detail::shifted_right(static_cast<uint32_t>(mantissa), shift - largest_shift));
      shift = largest_shift;
    } else if (shift < 0) {
      const bool is_far_too_large = shift < -2 && mantissa != 0;  // it is at least 2^13 - 1: eight times that
      mantissa *= shift == -1 ? 2 : 4;
      shift = 0;
      if (is_far_too_large || mantissa > largest_mantissa) {
        mantissa = largest_mantissa;
        detail::saturating_increment(counts.saturations);
      }
    }
    return {is_negative ? -mantissa : mantissa, static_cast<uint32_t>(shift), 0};
  }

  /// The same with a random number, which decides how it is rounded.
  [[gnu::always_inline]] static Step rounded(const Step& step, Counts& counts) noexcept {
    counts.dither = counts.dither * 1664525U + 1013904223U;  // as in "Numerical Recipes"
    return {step.mantissa, step.shift, counts.dither >> 1 >> (31 - step.shift)};
  }

  /// The change of omega in units of 2^-32 of its last place, with the part that was left over from before.
  [[gnu::always_inline]] static int64_t change(StepSize a, Value error, Rest rest) noexcept {
    const int64_t product = multiplied(error.raw(), a.mantissa);
    const int32_t shift = a.shift - 32;
    const int64_t moved = shift <= 0 ? product * (int64_t{1} << -shift) : (shift > 62 ? int64_t{0} : product >> shift);
    return moved + static_cast<int64_t>(rest);
  }
  /// omega_{t+1}, kept at the nearest end.
  [[gnu::always_inline]] static Value moved(Value from, int64_t change) noexcept {
    int32_t to = 0;
    const int32_t units = static_cast<int32_t>(change >> 32);
    if (__builtin_add_overflow(from.raw(), units, &to)) { to = units < 0 ? INT32_MIN : INT32_MAX; }
    return Value::from_raw(to);
  }
  /// What is left over.
  [[gnu::always_inline]] static Rest rest_of(Value, int64_t change, Value) noexcept {
    return static_cast<Rest>(change);
  }

  // --- projection -------------------------------------------------------------------------------------------------

  // Norms of weights are computed from their upper 16 bits. A weight whose upper half is n is in [n, n + 1) units of
  // those, and counts as the root of n (n + 1), which is less than a unit off: the ball is kept to within sqrt(d)
  // units, and what norm_shift cuts off. (docs/CHOOSING.md says how far that can be.)

  /// The upper 16 bits of a weight, or of omega as a weight.
  [[gnu::always_inline]] static int32_t upper_half(Weight x) noexcept { return x.raw() >> 16; }
  /// The square of a number with this upper half, in the unit of norms.
  [[gnu::always_inline]] static uint32_t squared(int32_t half) noexcept {
    return static_cast<uint32_t>(half * half + half) >> Format::norm_shift;
  }
  /// omega^2 in the unit of norms; of one that is far outside any ball, a number that is outside, too.
  [[gnu::always_inline]] static SquaredNorm square(Value x) noexcept {
    const int32_t half = x.raw() >> 15;
    return squared(half > 32767 ? 32767 : (half < -32767 ? -32767 : half));
  }
  /// Whether the norm is above the radius.
  [[gnu::always_inline]] static bool exceeds(SquaredNorm norm2, Value radius) noexcept {
    const uint32_t half = static_cast<uint32_t>(radius.raw()) >> 15;
    return norm2 > (half * half) >> Format::norm_shift;
  }
  /// Whether learners can have weights of this norm, in the largest ball: it is kept to within 1/64, but scaling may
  /// leave sqrt(d) units more.
  static constexpr bool can_be_norm2(SquaredNorm norm2) noexcept {
    const int32_t radius = Value(Format::largest_radius).raw();
    const uint32_t half = (static_cast<uint32_t>(radius + radius / 64) >> 15) + Format::root_of_dimension;
    return norm2 <= (half * half) >> Format::norm_shift;
  }
  /// The same for a norm that is computed if it must be known exactly (detail/fixed/sparse_arrays.hpp).
  template <class LazyNorm, class = decltype(&LazyNorm::exact)>
  [[gnu::always_inline]] static bool exceeds(const LazyNorm& norm2, Value radius) noexcept {
    return !norm2.is_surely_within(radius) && exceeds(norm2.exact(), radius);
  }
  /// The same for such a norm: radius / norm.
  template <class LazyNorm, class = decltype(&LazyNorm::exact)>
  static uint32_t shrinkage(Value radius, const LazyNorm& norm2) noexcept {
    return shrinkage(radius, norm2.exact());
  }
  /// radius / norm in units of 2^-16, rounded down.
  [[gnu::noinline, gnu::cold]] static uint32_t shrinkage(Value radius, SquaredNorm norm2) noexcept {
    const uint32_t half = static_cast<uint32_t>(radius.raw()) >> 15;
    return (half << 16) / (detail::square_root_rounded_down(uint64_t{norm2} << Format::norm_shift) + 1);
  }
  /// Toward zero, by a factor below 1 in units of 2^-16.
  static Value scaled(Value x, uint32_t factor) noexcept { return Value::from_raw(scaled_raw(x.raw(), factor)); }
  /// The same for any raw number.
  static int32_t scaled_raw(int32_t x, uint32_t factor) noexcept {
    const uint32_t size = x < 0 ? 0U - static_cast<uint32_t>(x) : static_cast<uint32_t>(x);
    const int32_t scaled = static_cast<int32_t>((size >> 16) * factor + ((size & 0xFFFFU) * factor >> 16));
    return x < 0 ? -scaled : scaled;
  }
  /// x, or the nearer end of [-radius, radius].
  [[gnu::always_inline]] static Value clipped(Value x, Value radius) noexcept {
    if (x > radius) { return radius; }
    return x.raw() < -radius.raw() ? Value::from_raw(-radius.raw()) : x;
  }

  // --- values -----------------------------------------------------------------------------------------------------

  /// Whether an action of value `a` is taken rather than one of value `b`.
  static bool is_better(Value a, Value b) noexcept { return a > b; }

  /// Whether a decision is drawn at random.
  static bool is_drawn(Random& random, Probability epsilon) noexcept {
    return epsilon.raw() > 0 && random.word() >> 1 < epsilon.raw();
  }

  // --- limits -----------------------------------------------------------------------------------------------------

  /// Of R - omega.
  static constexpr int32_t largest_error = int32_t{1} << 29;
  /// Of a step.
  static constexpr int32_t largest_mantissa = 32767;
  /// Of a step: mantissa x trace and what is added before the shift are below 2^30 each.
  static constexpr int32_t largest_shift = 30;
  // Nothing overflows: no step needs to keep a distance.
  /// Not used.
  static constexpr int ball_headroom = 0;
  /// Not used.
  static constexpr int free_headroom = 0;
  /// Not used.
  static constexpr int no_headroom = 0;

 private:
  /// x y, y below 2^16, in two multiplications of 32 bits: a core without a wide one needs many instructions for it.
  [[gnu::always_inline]] static int64_t multiplied(int32_t x, uint32_t y) noexcept {
    const int32_t high = (x >> 16) * static_cast<int32_t>(y);
    const uint32_t low = (static_cast<uint32_t>(x) & 0xFFFFU) * y;
    return int64_t{high} * 65536 + low;
  }
  [[gnu::always_inline]] static detail::Magnitude inverse_alpha(Ratio c, Rate rate) noexcept {
    return detail::multiplied(c.inverse(), rate.inverse());
  }
  /// x + ||z||^2, not less.
  [[gnu::always_inline]] static detail::Sum plus_norm(detail::Magnitude x, TraceNorm trace_norm2) noexcept {
    return detail::added(x, trace_norm2.raw(), -Format::trace_norm_fraction);
  }
  static constexpr StepSize below_one(StepSize x) noexcept { return x.shift < 16 ? StepSize{65535, 16} : x; }
};

/// The scalar of a learner with so many weights, in fixed point.
template <size_t Dimension, class Limits = FixedLimits>
struct Fixed {
  using Format = detail::FixedFormat<Dimension, Limits>;
};

/// Fixed: FixedArithmetic.
template <size_t Dimension, class Limits>
struct ArithmeticFor<Fixed<Dimension, Limits>> {
  using type = FixedArithmetic<typename Fixed<Dimension, Limits>::Format>;
  /// Accepted.
  static constexpr bool is_scalar = true;
};

}  // namespace ballast
