#pragma once
/// The best feasible action. Among equal values the lowest action wins; NaN loses to any number; if all values are NaN,
/// the first feasible action is taken.

#include <ballast/arithmetic.hpp>
#include <ballast/control/action_set.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// Calls value_of(action) once for each feasible action. Returns `Actions`, which is no action, if none is feasible.
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
