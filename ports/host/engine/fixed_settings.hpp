#pragma once
/// The numbers of a learner in fixed point, of types that are known at run time, in the format at hand.

#include <variant>

#include "engine/any_fixed.hpp"
#include "engine/fixed_shape.hpp"
#include "io/learner_settings.hpp"

namespace tool {

struct FixedSettings {
  using Value = AnyFixedArithmetic::Value;

  AnyRule rule;
  AnyFixedArithmetic::Lambda lambda;
  AnyFixedArithmetic::Ratio ratio;
  AnyFixedSchedule schedule;
  std::variant<LargestBall, ballast::JointBall<AnyFixed>, ballast::SeparateBalls<AnyFixed>> projection;
  bool removes_ones = false;
  double largest_radius = ballast::FixedLimits::radius;  ///< of weights that it starts from
};

/// A number of the reward's format: the nearest one there is.
AnyFixedArithmetic::Value value_in(const FixedShape& shape, double x);
/// Exact.
double from_value(const FixedShape& shape, AnyFixedArithmetic::Value x);

/// Each number rounded as a device rounds it. Throws InputError for what there is not in fixed point, and for numbers
/// beyond the limits.
FixedSettings fixed_settings(const LearnerSettings<double>& settings, const FixedShape& shape,
                             const GivenLimits& limits);

/// Those of a snapshot or a log, which have formats and no limits. Throws InputError for what the formats have no room
/// for, and without a ball: weights then stay in the largest ball of the limits.
FixedSettings logged_settings(const LearnerSettings<double>& settings, const FixedShape& shape);

/// Step-sizes and ratio to 2^-31 of them, all else exact.
LearnerSettings<double> as_double(const FixedSettings& settings, const FixedShape& shape);

}  // namespace tool
