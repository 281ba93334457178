#pragma once
/// Sarsa in fixed point, for cores without FPU.
///
///   struct Limits : ballast::FixedLimits {
///     static constexpr bool has_unit_features = true;
///   };
///   using Agent = ballast::FixedSarsa<ballast::OneHot<ballast::FixedFeature, 120>, 2, Limits>;
///   decision = agent.tick(Agent::Value::fraction(reward, 100), features);

#include <ballast/control/exploration.hpp>
#include <ballast/control/sarsa.hpp>
#include <ballast/detail/fixed/running_mean.hpp>
#include <ballast/features/run.hpp>
#include <ballast/fixed/arithmetic.hpp>
#include <ballast/fixed/format.hpp>
#include <ballast/fixed/number.hpp>
#include <ballast/fixed/sparse_learner.hpp>
#include <ballast/projection.hpp>
#include <ballast/rule.hpp>
#include <ballast/schedule.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

namespace detail {

template <class StateFeatures, size_t Actions, class Limits>
using FixedOfAgent = Fixed<Actions * RunsOf<StateFeatures>::dimension, Limits>;

}  // namespace detail

/// An agent in fixed point, with a weight for each feature and action, and epsilon in so many steps.
template <class StateFeatures, size_t Actions, class Limits = FixedLimits, class Rule = Implicit,
          template <class> class Projection = JointBall, template <class> class Schedule = ConstantSchedule,
          size_t Steps = 1>
using FixedSarsa = Sarsa<detail::FixedOfAgent<StateFeatures, Actions, Limits>, StateFeatures, Actions, Rule,
                         Projection<detail::FixedOfAgent<StateFeatures, Actions, Limits>>,
                         Schedule<detail::FixedOfAgent<StateFeatures, Actions, Limits>>,
                         EpsilonSteps<detail::FixedOfAgent<StateFeatures, Actions, Limits>, Steps>>;

}  // namespace ballast
