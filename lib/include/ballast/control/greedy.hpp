#pragma once
/// The best of the feasible actions. Of equal values the lowest action wins; one whose value is not a number never wins
/// over one whose value is; if none is a number, the first feasible action is taken.

#include <ballast/arithmetic.hpp>
#include <ballast/control/action_set.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// `value_of(action)` is asked once for each feasible action. Actions, which is none, if there is no feasible one.
template <class Scalar, size_t Actions, class ValueOf>
uint32_t greedy_action(ActionSet<Actions> feasible, ValueOf value_of) noexcept {
  uint32_t best = feasible.get(0);
  if (best == Actions) { return best; }
  auto best_value = value_of(best);
  for (uint32_t action = best + 1; action < Actions; ++action) {
    if (!feasible.contains(action)) { continue; }
    const auto value = value_of(action);
    if (ArithmeticOf<Scalar>::is_better(value, best_value)) {
      best = action;
      best_value = value;
    }
  }
  return best;
}

}  // namespace ballast
