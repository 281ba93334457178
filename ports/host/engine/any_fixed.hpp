#pragma once
/// The library's arithmetic in fixed point with formats that are known at run time, to the same bits.
///
/// On a device, formats are part of its types. In the arithmetic they are only shifts, and all but four of them cancel:
/// of a trace, of ||z||^2 and of ||theta||^2 (two). So this is the library's own arithmetic in one format, whose
/// arguments are shifted from the format at hand to that one, and the result back. Mantissas are not touched by that,
/// and so nothing is rounded differently.

#include <ballast/detail/snapshot/fixed.hpp>
#include <ballast/fixed.hpp>

#include <cstdint>
#include <variant>

namespace tool {

/// Stands where ballast::Fixed stands on a device.
struct AnyFixed {};

/// The one format. It has long sums, which are not shifted.
struct OneLimits : ballast::FixedLimits {
  static constexpr double lambda = 0.99;
  static constexpr bool has_unit_features = true;
};
using OneFormat = ballast::detail::FixedFormat<128, OneLimits>;
static_assert(OneFormat::norm_shift == 0 && !OneFormat::has_short_sums && OneFormat::has_wide_trace);

struct AnyFixedArithmetic : ballast::FixedArithmetic<OneFormat> {
  using Base = ballast::FixedArithmetic<OneFormat>;

  /// units x 2^-(OneFormat::trace_norm_fraction + shift).
  struct TraceNorm {
    uint32_t units;
    int32_t shift;
  };
  /// Of weights and omega.
  struct SquaredNorm {
    uint64_t sum = 0;  ///< of squares that are shifted right by `shift`; of omega alone, not shifted yet
    int32_t shift = 0;
  };
  struct Counts : Base::Counts {
    int32_t trace_shift = 0;  ///< a trace has so many more places after the point than in OneFormat
  };
  template <bool>
  using State = Counts;

  // Its limits are checked where the formats are known.
  static constexpr bool is_radius(Value x) noexcept { return x.raw() > 0; }
  static constexpr bool is_average_reward_radius(Value x) noexcept { return x.raw() > 0; }

  /// 1 / (1 / beta + n 2^-s) = 2^s / (2^s / beta + n), and what follows from it.
  template <class Rule>
  static StepSizes step_sizes(Rule rule, Rate beta, Ratio c, Rate rate, TraceNorm trace_norm2) noexcept {
    ballast::detail::Magnitude inverse = beta.inverse();
    inverse.exponent += trace_norm2.shift;
    StepSizes sizes =
        Base::step_sizes(rule, Rate::from_inverse(inverse), c, rate, Base::TraceNorm::from_raw(trace_norm2.units));
    sizes.weights.shift -= trace_norm2.shift;
    return sizes;
  }
  static Step step(StepSize k, Value td_error, Counts& counts) noexcept {
    k.shift += counts.trace_shift;
    return Base::step(k, td_error, counts);
  }

  static SquaredNorm square(Value x) noexcept { return {Base::square(x), 0}; }
  static bool exceeds(SquaredNorm norm2, Value radius) noexcept {
    const uint32_t half = static_cast<uint32_t>(radius.raw()) >> 15U;
    return norm2.sum > (half * half) >> norm2.shift;
  }
  static uint32_t shrinkage(Value radius, SquaredNorm norm2) noexcept {
    return Base::shrinkage(radius, norm2.sum << norm2.shift);
  }
};

}  // namespace tool

template <>
struct ballast::ArithmeticFor<tool::AnyFixed> {
  using type = tool::AnyFixedArithmetic;
  static constexpr bool is_scalar = true;
};
/// For SnapshotAccess.
template <>
struct ballast::detail::IsFixed<tool::AnyFixedArithmetic> : etl::true_type {};

namespace tool {

/// Any of the library's schedules, as one type.
struct AnyFixedSchedule {
  using Scalar = AnyFixed;
  using Rate = AnyFixedArithmetic::Rate;
  using Constant = ballast::ConstantSchedule<AnyFixed>;
  using Polynomial = ballast::PolynomialSchedule<AnyFixed>;
  struct Same {};

  std::variant<Constant, Polynomial> of_weights;
  std::variant<Same, Constant, Polynomial> of_average_reward;

  ballast::Status validate() const {
    const auto status_of = [](const auto& schedule) { return schedule.validate(); };
    const ballast::Status status = std::visit(status_of, of_weights);
    if (status != ballast::Status::ok || has_one_rate()) { return status; }
    return of_average_reward.index() == 1 ? std::get<1>(of_average_reward).validate()
                                          : std::get<2>(of_average_reward).validate();
  }
  Rate rate(uint32_t t) const {
    return std::visit([t](const auto& schedule) { return schedule.rate(t); }, of_weights);
  }
  Rate average_reward_rate(uint32_t t) const {
    if (has_one_rate()) { return rate(t); }
    return of_average_reward.index() == 1 ? std::get<1>(of_average_reward).rate(t)
                                          : std::get<2>(of_average_reward).rate(t);
  }
  Rate largest_rate() const { return rate(0); }
  Rate largest_average_reward_rate() const { return average_reward_rate(0); }

 private:
  bool has_one_rate() const { return of_average_reward.index() == 0; }
};

/// ballast::NoProjection in fixed point: weights stay in the largest ball there is.
struct LargestBall {
  using Traits = ballast::detail::ProjectionTraits<AnyFixed, ballast::detail::Ball::of_weights>;
  using Arithmetic = AnyFixedArithmetic;
  Arithmetic::Value radius;

  static ballast::Status validate() { return ballast::Status::ok; }
  template <class Weights>
  ballast::Projected project(const Weights& weights, Arithmetic::SquaredNorm norm2, Arithmetic::Value&) const {
    if (!Arithmetic::exceeds(norm2, radius)) { return ballast::Projected::nothing; }
    weights.scale(Arithmetic::shrinkage(radius, norm2));
    return ballast::Projected::weights;
  }
};

}  // namespace tool
