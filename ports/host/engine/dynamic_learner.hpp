#pragma once
/// A learner whose rule, schedule, projection and number of features are chosen at run time: the library's step and
/// kernels on arrays of that length, and so the same bits as a `ballast::Learner` of that dimension.

#include <ballast/report.hpp>
#include <ballast/status.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/engine_learner.hpp"
#include "io/learner_settings.hpp"

namespace tool {

/// All that a learner has besides its configuration.
template <class T>
struct LearnerState {
  T average_reward{};
  T average_reward_rest{};  ///< what rounding removed from it
  uint32_t updates = 0;
  uint32_t projections = 0;
  uint32_t rejections = 0;
  uint32_t schedule_time = 0;  ///< t of a schedule that depends on it
  std::vector<T> weights;
  std::vector<T> trace;
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

  /// Instead of a start: goes on where `state` was taken, with the same bits. The configuration must be that one, and
  /// valid, and its direction a unit vector, as settings() returns them.
  virtual void resume(const LearnerState<T>& state) = 0;
  virtual LearnerState<T> state() const = 0;
  /// As it was started.
  virtual LearnerSettings<T> settings() const = 0;

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
