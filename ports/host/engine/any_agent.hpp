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
#include "engine/any_fixed.hpp"
#include "engine/block.hpp"
#include "engine/engine_learner.hpp"
#include "engine/fixed_learner.hpp"

namespace tool {

/// The learner in an agent of this scalar, and what this tool has its numbers in.
template <class Scalar>
struct EngineOf {
  using Learner = EngineLearner<Scalar>;
  using Number = Scalar;
};
template <>
struct EngineOf<AnyFixed> {
  using Learner = FixedDynamicLearner;
  using Number = double;
};

/// What an agent calls of its learner.
template <class Scalar>
struct AnyLearner {
  using Arithmetic = ballast::ArithmeticOf<Scalar>;
  using Value = typename Arithmetic::Value;
  using Phi = Block<typename Arithmetic::Feature>;
  using Report = ballast::Report<typename EngineOf<Scalar>::Number>;
  using Settings =
      ballast::Settings<Scalar, ballast::JointBall<Scalar>, ballast::ConstantSchedule<Scalar>>;  // not used
  using Weights = std::vector<Value>;

  std::unique_ptr<typename EngineOf<Scalar>::Learner> learner;

  Report update(const Phi& phi, Value reward, const Phi& next) { return learner->learn(phi, reward, next); }
  Value value(const Phi& phi) const { return learner->value(phi); }
  void reset_trace() { learner->reset_trace(); }
  bool is_started() const { return learner != nullptr; }
};

/// As many actions as there can be: those that an agent does not have are never feasible.
constexpr std::size_t most_actions = 32;

template <class Scalar>
using AnyAgent = ballast::Sarsa<Scalar, StateFeatures<typename ballast::ArithmeticOf<Scalar>::Feature>, most_actions,
                                ballast::Implicit, ballast::JointBall<Scalar>, ballast::ConstantSchedule<Scalar>,
                                AnyExploration<Scalar>>;

}  // namespace tool

template <class Feature, class Scalar, size_t Dimension, class Rule, class Projection, class Schedule>
struct ballast::detail::LearnerChoice<tool::StateFeatures<Feature>, Scalar, Dimension, Rule, Projection, Schedule> {
  using type = tool::AnyLearner<Scalar>;
};
