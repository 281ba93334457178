#pragma once
/// A learner whose rule, schedule, projection and number of features are chosen at run time: the library's step and
/// kernels on arrays of that length, and so the same bits as a `ballast::Learner` of that dimension.

#include <ballast/projection.hpp>
#include <ballast/report.hpp>
#include <ballast/rule.hpp>
#include <ballast/schedule.hpp>
#include <ballast/status.hpp>

#include <cstddef>
#include <memory>
#include <variant>
#include <vector>

namespace tool {

/// The choices. `T` is float or double.
template <class T>
struct LearnerSettings {
  struct KeepAll {};
  struct Ones {};

  std::variant<ballast::Standard, ballast::Implicit> rule;
  T lambda{};
  T ratio{};
  std::variant<ballast::ConstantSchedule<T>, ballast::PolynomialSchedule<T>> schedule;
  std::variant<ballast::NoProjection<T>, ballast::JointBall<T>, ballast::SeparateBalls<T>> projection;
  /// What is removed after the projection: nothing, (1, ..., 1), or a vector with an entry for each feature.
  std::variant<KeepAll, Ones, std::vector<T>> constant_direction;
};

/// An update is refused as `overflow` unless |step| (1 + ||z||^2), to which a joint ball adds |omega|, is below
/// 2^exponent: `is_safe` in arithmetic.hpp.
struct UpdateLimit {
  int exponent;
  bool adds_average_reward;
};

template <class T>
class DynamicLearner {
 public:
  DynamicLearner() = default;
  virtual ~DynamicLearner() = default;
  DynamicLearner(const DynamicLearner&) = delete;
  DynamicLearner& operator=(const DynamicLearner&) = delete;

  /// As Learner::start: refuses invalid settings.
  virtual ballast::Status start(const std::vector<T>& weights, T average_reward) = 0;

  /// beta_t of the next update.
  virtual T step_size() const = 0;

  /// As Learner::update; `phi` and `next` have as many entries as there are features.
  virtual ballast::Report<T> update(const T* phi, T reward, const T* next) = 0;
  virtual UpdateLimit update_limit() const = 0;
  virtual void reset_trace() = 0;

  virtual T average_reward() const = 0;
  virtual const T* weights() const = 0;
};

/// All its memory is allocated here and in start().
template <class T>
std::unique_ptr<DynamicLearner<T>> make_learner(const LearnerSettings<T>& settings, std::size_t dimension);

}  // namespace tool
