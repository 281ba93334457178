#pragma once
/// The configuration of a learner whose rule, schedule and projection are known at run time.

#include <ballast/adjustable_schedule.hpp>
#include <ballast/projection.hpp>
#include <ballast/rule.hpp>
#include <ballast/schedule.hpp>
#include <ballast/status.hpp>

#include <iterator>
#include <variant>
#include <vector>

namespace tool {

using AnyRule =
    std::variant<ballast::Standard, ballast::Implicit, ballast::Differential, ballast::ImplicitDifferential>;

/// As the command line and a file call a rule, and as C++ does.
struct NamedRule {
  const char* name;
  const char* type;
  AnyRule rule;
};
/// In the order of the variant: one of them has the number rule.index().
inline constexpr NamedRule named_rules[] = {
    {"standard", "Standard", ballast::Standard{}},
    {"implicit", "Implicit", ballast::Implicit{}},
    {"differential", "Differential", ballast::Differential{}},
    {"implicit-differential", "ImplicitDifferential", ballast::ImplicitDifferential{}},
};
static_assert(std::size(named_rules) == std::variant_size_v<AnyRule>, "each rule has a name");

template <class T>
using AdjustableSchedule = ballast::AdjustableSchedule<ballast::PolynomialSchedule<T>>;

/// The choices. `T` is float or double.
template <class T>
struct LearnerSettings {
  struct KeepAll {};
  struct Ones {};
  struct SameSchedule {};

  AnyRule rule;
  T lambda{};
  T ratio{};
  std::variant<ballast::ConstantSchedule<T>, ballast::PolynomialSchedule<T>, AdjustableSchedule<T>> schedule;
  /// What the ratio multiplies: the same, or with two time-scales a schedule of its own.
  std::variant<SameSchedule, ballast::ConstantSchedule<T>, ballast::PolynomialSchedule<T>> average_reward_schedule;
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

/// Whether a step-size depends on t.
template <class T>
bool has_time(const LearnerSettings<T>& settings) {
  return settings.schedule.index() != 0 || settings.average_reward_schedule.index() == 2;
}

}  // namespace tool
