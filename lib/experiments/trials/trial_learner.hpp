#pragma once
/// A learner in a trial, of any rule, projection and schedule: learners are compiled once, and not again for each
/// process and kind of features.

#include <ballast/report.hpp>
#include <ballast/status.hpp>

#include <cstddef>
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

// What learners in fixed point are compiled for here.
constexpr std::size_t most_fixed_features = 1024;
constexpr double most_fixed_lambda = 0.99;
constexpr double most_fixed_radius = 1000.0;
constexpr double least_fixed_radius = most_fixed_radius / 64;  // a learner refuses smaller balls

/// The same in fixed point, for evaluation: numbers go in and out as double. Throws InputError for what fixed point
/// does not have here: more than 1024 features or one beyond [-1, 1], radii above 1000, a direction to remove, two
/// schedules.
std::unique_ptr<TrialLearner<double>> make_fixed_learner(const Method& method, std::size_t dimension);

extern template std::unique_ptr<TrialLearner<float>> make_learner(const Method&, const std::vector<float>&);
extern template std::unique_ptr<TrialLearner<double>> make_learner(const Method&, const std::vector<double>&);

}  // namespace ballast::experiments
