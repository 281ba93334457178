// Light.ino on a PC, for some months: as it is, with the house that it simulates itself, or with SIMULATED 0, where the
// same house is behind its pins.

#include "board.hpp"

#include <Light/house.h>

namespace {

constexpr uint32_t minutes_per_day = 24 * 60;

float hour_of(uint32_t minute) {
  return static_cast<float>(minute % minutes_per_day) / 60.0F;
}

/// What a light earns an hour that is on for so many minutes after each motion.
double earned_by_timer(uint32_t minutes_on) {
  constexpr uint32_t days = 100;
  House one;
  uint32_t left = 0;
  bool was_on = false;
  double sum = 0.0;
  for (uint32_t t = 0; t < days * minutes_per_day; ++t) {
    const bool is_on = left > 0;
    const bool is_motion = one.run(hour_of(t));
    sum -= (is_motion && !is_on ? 1.0 : 0.0) + (is_on ? 0.1 : 0.0) + (is_on && !was_on ? 0.2 : 0.0);
    was_on = is_on;
    left = is_motion ? minutes_on : left > 0 ? left - 1 : 0;
  }
  return sum / (days * 24);
}

}  // namespace

#if SIMULATED
void pass_days(unsigned long days) {
  run_sketch(days * minutes_per_day * 4, 1);
}
#else
namespace {
bool is_moving = false;
bool is_lit = false;
}  // namespace

void pinMode(uint8_t, uint8_t) {}
int digitalRead(uint8_t) {
  return is_moving ? HIGH : LOW;
}
void digitalWrite(uint8_t, uint8_t value) {
  is_lit = value == HIGH;
}

/// Somebody who moves does so for a second in the middle of the minute. The sketch begins at noon.
void pass_days(unsigned long days) {
  static uint32_t minute = minutes_per_day / 2;
  for (unsigned long t = 0; t < days * minutes_per_day; ++t, ++minute) {
    run_sketch(30000, 15000);
    is_moving = house.run(hour_of(minute));
    run_sketch(1000, 500);
    require(is_lit || !is_moving, "there is light at once when somebody moves");
    is_moving = false;
    run_sketch(29000, 14500);
  }
}
#endif

int main() {
  setup();
  pass_days(100);
  const std::vector<double> rewards = printed.values("reward_per_hour:");
  require(rewards.size() >= 99, "a line for each day");
  const double first = mean(rewards, 0, 5);
  const double learned = mean_of_last(rewards, 20);
  double best = earned_by_timer(0);
  for (uint32_t minutes = 1; minutes < 30; ++minutes) {
    const double timer = earned_by_timer(minutes);
    best = timer > best ? timer : best;
  }
  printf("learned %.2f, the first five days %.2f, best timer %.2f\n", learned, first, best);
  require(learned > first + 0.2, "it does better in the end than at first");
  require(learned > best + 0.2, "it does better than a light that is on for a fixed time");
  return 0;
}
