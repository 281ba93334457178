#pragma once
/// The library's agent with features, exploration and a learner that are known at run time.

#include <ballast/config.hpp>
#include <ballast/control/sarsa.hpp>
#include <ballast/projection.hpp>
#include <ballast/rule.hpp>
#include <ballast/schedule.hpp>

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/any_exploration.hpp"
#include "engine/block.hpp"
#include "engine/engine_learner.hpp"

namespace tool {

/// What an agent calls of its learner.
template <class T>
struct AnyLearner {
  using Report = ballast::Report<T>;
  using Settings = ballast::Settings<T, ballast::NoProjection<T>, ballast::ConstantSchedule<T>>;  // not used
  using Weights = std::vector<T>;

  std::unique_ptr<EngineLearner<T>> learner;

  Report update(const Block<T>& phi, T reward, const Block<T>& next) { return learner->learn(phi, reward, next); }
  T value(const Block<T>& phi) const { return learner->value(phi); }
  void reset_trace() { learner->reset_trace(); }
  bool is_started() const { return learner != nullptr; }
};

/// As many actions as there can be: those that an agent does not have are never feasible.
constexpr std::size_t most_actions = 32;

template <class T>
using AnyAgent = ballast::Sarsa<T, StateFeatures<T>, most_actions, ballast::Implicit, ballast::NoProjection<T>,
                                ballast::ConstantSchedule<T>, AnyExploration<T>>;

}  // namespace tool

template <class T, size_t Dimension, class Rule, class Projection, class Schedule>
struct ballast::detail::LearnerChoice<tool::StateFeatures<T>, T, Dimension, Rule, Projection, Schedule> {
  using type = tool::AnyLearner<T>;
};
