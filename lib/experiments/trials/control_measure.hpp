#pragma once
/// What control is measured by.

#include <cstdint>

namespace ballast::experiments {

enum class ControlMeasure : std::uint8_t {
  reward,             ///< the mean reward of all steps; over time that of the steps since the last record
  reward_last_third,  ///< the mean reward of the last third; not over time
  omega,              ///< the agent's own estimate; over time that at the record
  greedy_worth,       ///< the average reward of the last greedy policy, exactly, if the setup has it; not over time
};

/// "reward", "reward_last_third", "omega", "greedy_worth"
inline const char* name_of(ControlMeasure measure) {
  switch (measure) {
    case ControlMeasure::reward: return "reward";
    case ControlMeasure::reward_last_third: return "reward_last_third";
    case ControlMeasure::omega: return "omega";
    case ControlMeasure::greedy_worth: break;
  }
  return "greedy_worth";
}

}  // namespace ballast::experiments
