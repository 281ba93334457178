#pragma once
/// Months in one building under one controller.

#include <stdint.h>

#include "plant.hpp"

namespace thermostat {

struct Plant {
  Conditions conditions;
  Conditions changed;
  uint32_t change_after;  // months
};

/// For the random decisions of the controller in this building: not the numbers from which the building draws its own.
constexpr uint64_t seed_of_controller(uint64_t building) {
  return building + 10000;
}

/// `controller(reading)` is the power for the next tick. `report(month, cents_a_day)` is called at the end of each.
template <class Controller, class Report>
void live_through(const Plant& plant, uint64_t seed, uint32_t months, Controller& controller, Report report) {
  Building building(seed, plant.conditions);
  Reading reading = building.observe();
  for (uint32_t month = 0; month < months; ++month) {
    if (month == plant.change_after) { building.change(plant.changed); }
    float cents = 0.0F;
    for (uint32_t tick = 0; tick < ticks_per_month; ++tick) {
      reading = building.step(controller(reading));
      cents = cents + reading.cost;
    }
    report(month, cents / 30.0F);
  }
}

}  // namespace thermostat
