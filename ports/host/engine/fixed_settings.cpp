#include "engine/fixed_settings.hpp"

#include <fmt/format.h>

#include "experiments/files/error.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

using Value = AnyFixedArithmetic::Value;
using Constant = AnyFixedSchedule::Constant;
using Polynomial = AnyFixedSchedule::Polynomial;

// --- from double ----------------------------------------------------------------------------------------------------

Constant fixed_schedule(const ballast::ConstantSchedule<double>& given) {
  return {given.step_size};
}
Polynomial fixed_schedule(const ballast::PolynomialSchedule<double>& given) {
  return {given.beta_0, given.offset, given.power, given.hold};
}

AnyFixedSchedule fixed_schedule(const LearnerSettings<double>& given) {
  AnyFixedSchedule schedule;
  if (const auto* const constant = std::get_if<0>(&given.schedule)) {
    schedule.of_weights = fixed_schedule(*constant);
  } else if (const auto* const polynomial = std::get_if<1>(&given.schedule)) {
    schedule.of_weights = fixed_schedule(*polynomial);
  } else {
    throw InputError("--schedule adjustable: not in fixed point");
  }
  if (const auto* const constant = std::get_if<1>(&given.average_reward_schedule)) {
    schedule.of_average_reward = fixed_schedule(*constant);
  } else if (const auto* const polynomial = std::get_if<2>(&given.average_reward_schedule)) {
    schedule.of_average_reward = fixed_schedule(*polynomial);
  }
  return schedule;
}

/// As FixedArithmetic::is_radius.
void check_radius(double radius, const GivenLimits& limits) {
  if (radius >= limits.radius / 64 && radius <= limits.radius) { return; }
  throw InputError(fmt::format("--projection: a radius of {}: with a limit of {} it is from {} to that; see --limits",
                               radius, limits.radius, limits.radius / 64));
}
/// As FixedArithmetic::is_average_reward_radius.
void check_average_reward_radius(double radius, const GivenLimits& limits) {
  if (radius > 0 && radius <= limits.radius) { return; }
  throw InputError(
      fmt::format("--projection: a radius of {} for the average reward: it is above 0 and at most {}; see "
                  "--limits",
                  radius, limits.radius));
}

struct CheckRadii {
  const GivenLimits& limits;

  void operator()(const ballast::NoProjection<double>& /*none*/) const {}
  void operator()(const ballast::JointBall<double>& ball) const { check_radius(ball.radius, limits); }
  void operator()(const ballast::SeparateBalls<double>& balls) const {
    check_average_reward_radius(balls.average_reward_radius, limits);
    check_radius(balls.weights_radius, limits);
  }
};

struct FixedProjection {
  const FixedShape& shape;
  double largest_radius;

  decltype(FixedSettings::projection) operator()(const ballast::NoProjection<double>& /*none*/) const {
    return LargestBall{value_in(shape, largest_radius)};
  }
  decltype(FixedSettings::projection) operator()(const ballast::JointBall<double>& ball) const {
    return ballast::JointBall<AnyFixed>{value_in(shape, ball.radius)};
  }
  decltype(FixedSettings::projection) operator()(const ballast::SeparateBalls<double>& balls) const {
    return ballast::SeparateBalls<AnyFixed>{value_in(shape, balls.average_reward_radius),
                                            value_in(shape, balls.weights_radius)};
  }
};

/// Whatever its limits were.
FixedSettings fixed_settings_within(const LearnerSettings<double>& given, const FixedShape& shape,
                                    double largest_radius) {
  FixedSettings settings;
  settings.rule = given.rule;
  settings.lambda = given.lambda;
  settings.ratio = given.ratio;
  settings.schedule = fixed_schedule(given);
  settings.projection = std::visit(FixedProjection{shape, largest_radius}, given.projection);
  settings.removes_ones = given.constant_direction.index() == 1;
  settings.largest_radius = largest_radius;
  return settings;
}

/// The radius that weights stay in.
struct WeightsRadius {
  double operator()(const ballast::NoProjection<double>& /*none*/) const { return 0; }
  double operator()(const ballast::JointBall<double>& ball) const { return ball.radius; }
  double operator()(const ballast::SeparateBalls<double>& balls) const { return balls.weights_radius; }
};

// --- to double ------------------------------------------------------------------------------------------------------

ballast::ConstantSchedule<double> double_schedule(const Constant& given) {
  return {given.step_size.to_double()};
}
ballast::PolynomialSchedule<double> double_schedule(const Polynomial& given) {
  return {given.beta_0.to_double(), given.offset, given.power.to_double(), given.hold};
}

struct DoubleProjection {
  const FixedShape& shape;

  decltype(LearnerSettings<double>::projection) operator()(const LargestBall& /*ball*/) const {
    return ballast::NoProjection<double>{};
  }
  decltype(LearnerSettings<double>::projection) operator()(const ballast::JointBall<AnyFixed>& ball) const {
    return ballast::JointBall<double>{from_value(shape, ball.radius)};
  }
  decltype(LearnerSettings<double>::projection) operator()(const ballast::SeparateBalls<AnyFixed>& balls) const {
    return ballast::SeparateBalls<double>{from_value(shape, balls.average_reward_radius),
                                          from_value(shape, balls.weights_radius)};
  }
};

}  // namespace

Value value_in(const FixedShape& shape, double x) {
  return Value::from_raw(
      ballast::detail::rounded_into_range<int32_t>(x * ballast::detail::two_to_the(shape.value_fraction())));
}
double from_value(const FixedShape& shape, Value x) {
  return x.raw() * ballast::detail::two_to_the(-shape.value_fraction());
}

FixedSettings fixed_settings(const LearnerSettings<double>& given, const FixedShape& shape, const GivenLimits& limits) {
  if (given.constant_direction.index() == 2) {
    throw InputError("--constant-direction: in fixed point, only the direction of all ones is removed");
  }
  if (given.lambda > limits.lambda) {
    throw InputError(fmt::format("--lambda {}: above its limit of {}; see --limits", given.lambda, limits.lambda));
  }
  std::visit(CheckRadii{limits}, given.projection);
  return fixed_settings_within(given, shape, limits.radius);
}

FixedSettings logged_settings(const LearnerSettings<double>& given, const FixedShape& shape) {
  using ballast::detail::two_to_the;
  const double radius = std::visit(WeightsRadius{}, given.projection);
  if (radius == 0) {
    throw InputError(
        "a learner in fixed point without a ball: its weights stay in the largest one of its limits, which is not "
        "known");
  }
  // As in FixedFormat: neither a weight nor a trace overflows.
  const double largest_radius = two_to_the(30 - shape.weight_fraction) / (1 + 1.0 / 64);
  const double largest_lambda = 1 - two_to_the(shape.trace_fraction - 15);
  if (radius > largest_radius || given.lambda > largest_lambda) {
    throw InputError(fmt::format("a radius of {} and a lambda of {}: these formats have room for {} and {}", radius,
                                 given.lambda, largest_radius, largest_lambda));
  }
  return fixed_settings_within(given, shape, radius);
}

LearnerSettings<double> as_double(const FixedSettings& settings, const FixedShape& shape) {
  LearnerSettings<double> result;
  result.rule = settings.rule;
  result.lambda = settings.lambda.to_double();
  result.ratio = settings.ratio.to_double();
  if (const auto* const constant = std::get_if<0>(&settings.schedule.of_weights)) {
    result.schedule = double_schedule(*constant);
  } else {
    result.schedule = double_schedule(std::get<1>(settings.schedule.of_weights));
  }
  if (const auto* const constant = std::get_if<1>(&settings.schedule.of_average_reward)) {
    result.average_reward_schedule = double_schedule(*constant);
  } else if (const auto* const polynomial = std::get_if<2>(&settings.schedule.of_average_reward)) {
    result.average_reward_schedule = double_schedule(*polynomial);
  }
  result.projection = std::visit(DoubleProjection{shape}, settings.projection);
  if (settings.removes_ones) { result.constant_direction = LearnerSettings<double>::Ones{}; }
  return result;
}

}  // namespace tool
