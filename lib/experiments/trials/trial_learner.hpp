#pragma once
/// A learner in a trial, of any rule, projection and schedule: learners are compiled once, and not again for each
/// process and kind of features.

#include <ballast/report.hpp>
#include <ballast/status.hpp>

#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/results/method.hpp"
#include "experiments/trials/features_of_length.hpp"

namespace ballast::experiments {

template <class T>
class TrialLearner {
 public:
  using Report = ballast::Report<T>;
  using Weights = std::vector<T>;

  TrialLearner() = default;
  virtual ~TrialLearner() = default;
  TrialLearner(const TrialLearner&) = delete;
  TrialLearner& operator=(const TrialLearner&) = delete;

  /// From these weights, whose number is that of the features.
  virtual ballast::Status start(const Weights& weights, T average_reward = T{}) = 0;
  virtual Report update(const T* phi, T reward, const T* next) = 0;
  virtual Report update(const BlockOfLength<T>& phi, T reward, const BlockOfLength<T>& next) = 0;

  virtual T value(const BlockOfLength<T>& phi) const = 0;
  virtual T average_reward() const = 0;
  virtual const Weights& weights() const = 0;
  virtual std::uint32_t projections() const = 0;
  virtual void reset_trace() = 0;
};

/// Throws InputError unless it is ok: settings that a learner refuses are a mistake, not an overflow.
void require_started(ballast::Status status);

/// Of a rule of the library. `constant_direction` is theta_e, of which the method may ask to remove it; empty if it
/// does not.
template <class T>
std::unique_ptr<TrialLearner<T>> make_learner(const Method& method, const std::vector<T>& constant_direction);

extern template std::unique_ptr<TrialLearner<float>> make_learner(const Method&, const std::vector<float>&);
extern template std::unique_ptr<TrialLearner<double>> make_learner(const Method&, const std::vector<double>&);

}  // namespace ballast::experiments
