#pragma once
/// The configuration of a learner whose rule, schedule and projection are known at run time.

#include <ballast/adjustable_schedule.hpp>
#include <ballast/projection.hpp>
#include <ballast/rule.hpp>
#include <ballast/schedule.hpp>
#include <ballast/status.hpp>

#include <variant>
#include <vector>

namespace tool {

template <class T>
using AdjustableSchedule = ballast::AdjustableSchedule<ballast::PolynomialSchedule<T>>;

/// The choices. `T` is float or double.
template <class T>
struct LearnerSettings {
  struct KeepAll {};
  struct Ones {};

  std::variant<ballast::Standard, ballast::Implicit> rule;
  T lambda{};
  T ratio{};
  std::variant<ballast::ConstantSchedule<T>, ballast::PolynomialSchedule<T>, AdjustableSchedule<T>> schedule;
  std::variant<ballast::NoProjection<T>, ballast::JointBall<T>, ballast::SeparateBalls<T>> projection;
  /// What is removed after the projection: nothing, (1, ..., 1), or a vector with an entry for each feature.
  std::variant<KeepAll, Ones, std::vector<T>> constant_direction;
};

/// The same numbers, rounded if `To` is the shorter type.
template <class To, class From>
LearnerSettings<To> converted(const LearnerSettings<From>& settings);

/// As Settings::validate, apart from the constant direction.
template <class T>
ballast::Status validate(const LearnerSettings<T>& settings);

}  // namespace tool
