#pragma once
/// SARSA with a learner that is chosen at run time:
///   ballast::Sarsa<T, FeaturesOfLength<T>, actions, ChosenRule, ...> has a ChosenLearner.

#include <ballast/control/sarsa.hpp>

#include <memory>
#include <vector>

#include "experiments/trials/trial_learner.hpp"

namespace ballast::experiments {

/// In the place of a rule.
struct ChosenRule {};

/// What an agent calls of its learner.
template <class T>
class ChosenLearner {
 public:
  using Report = ballast::Report<T>;
  using Weights = std::vector<T>;

  /// The numbers are not used: the learner has its own.
  struct Settings : ballast::Settings<T, ballast::NoProjection<T>, ballast::ConstantSchedule<T>> {
    std::shared_ptr<TrialLearner<T>> learner;

    static ballast::Status validate() { return ballast::Status::ok; }
  };

  ballast::Status start(const Settings& settings, const Weights& weights, T /*average_reward*/) {
    learner_ = settings.learner;
    return learner_->start(weights);
  }
  bool is_started() const { return learner_ != nullptr; }
  Report update(const BlockOfLength<T>& phi, T reward, const BlockOfLength<T>& next) {
    return learner_->update(phi, reward, next);
  }
  T value(const BlockOfLength<T>& phi) const { return learner_->value(phi); }
  T average_reward() const { return learner_->average_reward(); }
  void reset_trace() { learner_->reset_trace(); }

 private:
  std::shared_ptr<TrialLearner<T>> learner_;
};

}  // namespace ballast::experiments

template <class T, size_t Dimension, class Projection, class Schedule>
struct ballast::detail::LearnerChoice<ballast::experiments::FeaturesOfLength<T>, T, Dimension,
                                      ballast::experiments::ChosenRule, Projection, Schedule> {
  using type = experiments::ChosenLearner<T>;
};
