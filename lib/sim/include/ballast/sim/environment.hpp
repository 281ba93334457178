#pragma once
/// The interfaces of environments, so that an experiment or an agent is written once.
///
/// To predict (`RewardProcess`: the random MRP, the Boyan chain):
///   start(random)       a first state
///   features()          phi of the state
///   step(random)        moves on; the reward for leaving the state
///
/// To control (`AccessControl`, `Pendulum`):
///   actions             how many there are: 0, 1, ..., actions - 1
///   start(random)       a first state
///   observation()       a few numbers, for a feature map
///   feasible()          the actions that may be taken now
///   step(action, random)  acts and moves on; the reward
///
/// All random numbers come from the caller's generator: the same seed gives the same run.

#include <ballast/control/action_set.hpp>
#include <ballast/math/random.hpp>

#include <etl/type_traits.h>
#include <etl/utility.h>

namespace ballast {
namespace sim {

/// Does not compile unless `Environment` has the interface for control.
template <class Environment>
constexpr bool is_for_control() noexcept {
  using Value = typename Environment::Value;
  static_assert(etl::is_same<decltype(etl::declval<const Environment&>().observation()),
                             typename Environment::Observation>::value,
                "an environment for control has an observation");
  static_assert(
      etl::is_same<decltype(etl::declval<const Environment&>().feasible()), ActionSet<Environment::actions>>::value,
      "an environment for control says which actions are feasible");
  static_assert(
      etl::is_same<decltype(etl::declval<Environment&>().start(etl::declval<Random&>())), void>::value &&
          etl::is_same<decltype(etl::declval<Environment&>().step(0U, etl::declval<Random&>())), Value>::value,
      "an environment for control starts, and answers an action with a reward");
  return true;
}

}  // namespace sim
}  // namespace ballast
