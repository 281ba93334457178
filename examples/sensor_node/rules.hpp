#pragma once
/// How patient the node is with itself. The defaults of ballast/field are for devices that decide every second or so;
/// this one decides 144 times a day, and it shall notice a fault within days.

#include <ballast/ballast.hpp>

#include <stdint.h>

#include "site.hpp"

namespace sensor_node {

/// What a reward can be: less than 3.17 for reports, and at most 200 for each part of the battery that is filled, of
/// which the sun at noon fills 0.08 in a tick.
constexpr float largest_reward = 32.0F;

struct HealthRules : ballast::HealthRules {
  static constexpr uint8_t block = 53;          // about nine hours; a prime number, so that the hours take turns
  static constexpr uint8_t calibration = 8;     // three days show what is usual
  static constexpr uint8_t settled_after = 19;  // a week without a change
  // What is nothing, for rewards of this size.
  static constexpr float smallest_td_error = largest_reward * ballast::HealthRules::smallest_td_error;
  static constexpr float smallest_reward_change = largest_reward * ballast::HealthRules::smallest_reward_change;
  static constexpr float smallest_reward_deviation = largest_reward * ballast::HealthRules::smallest_reward_deviation;
};

struct GuardRules : ballast::GuardRules {
  static constexpr uint32_t keep_every = 7 * ticks_per_day;  // a fault is noticed after about two days
  static constexpr uint32_t wait = 2 * ticks_per_day;        // of the fallback, the first time
};

struct ScaleRules : ballast::ScaleRules {
  static constexpr uint16_t stuck_after = ticks_per_day;  // a battery that is empty or full stays so for half a day
};

}  // namespace sensor_node
