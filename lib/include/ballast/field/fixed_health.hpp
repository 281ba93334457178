#pragma once
/// Health of a learner or an agent in fixed point, in integers:
///
///   ballast::FixedHealth<Learner> health;                     // or FixedHealth<Agent, Agent::actions>
///   health.add(learner.update(phi, reward, next), reward);
///
/// Its means are numbers of the learner, its rates FixedNumber<uint32_t, 16>: compare them, send raw() or, on the host,
/// take to_double(). A number that does not fit (learner.saturations()) counts as an overflow does. Updates are too
/// small where a weight would move by one unit less than once in 65,536 updates, and set_weights_norm() is not needed
/// for it.

#include <ballast/detail/fixed/health_means.hpp>
#include <ballast/field/health.hpp>
#include <ballast/field/health_rules.hpp>

#include <stddef.h>

namespace ballast {

/// Of a learner, or of an agent with so many actions.
template <class LearnerOrAgent, size_t Actions = 0, class Rules = HealthRules>
using FixedHealth = Health<Actions, Rules, typename LearnerOrAgent::Arithmetic>;

}  // namespace ballast
