// A light that learns when it is needed, for Zephyr, on boards with a led0 and a sw0 in their device tree. Somebody in
// the dark is bad, and so is light for no one.
//
// As it is, it needs no wiring: it learns in a house that is simulated (../../arduino/Light/house.h), where a day takes
// fourteen seconds, and the console shows the reward rise in the first days. Then set SIMULATED to 0: the button sw0
// takes the place of a motion sensor, led0 that of a lamp (pins.hpp). The tests compile this with stand-ins of Zephyr's
// headers and run it on a PC; it has not been built by Zephyr itself, nor tried on a board yet.
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include <ballast/ballast.hpp>

#ifndef SIMULATED
#define SIMULATED 1
#endif
#if SIMULATED
#include <house.h>
#else
#include "pins.hpp"
#endif

namespace {

// How often the sensor is read in a minute.
constexpr int32_t looks_per_minute = SIMULATED ? 1 : 1200;
constexpr int32_t milliseconds_per_look = SIMULATED ? 10 : 50;

// What the agent observes: the hour, minutes since somebody has moved, and whether the light is on.
using Coder = ballast::TileCoder<float, 2, 13, 4, 2>;
constexpr Coder coder{{{0.0F, 24.0F}, {0.0F, 10.0F}, {0.0F, 1.0F}}};

// What it can do: off, on. How it learns; docs/CHOOSING.md explains the numbers. By epsilon, it tries one of the two at
// random in three minutes of a thousand.
using Agent = ballast::Sarsa<float, Coder::Features, 2>;
constexpr auto config = Agent::Config().lambda(0.5F).ratio(0.05F).step_size(0.1F).radius(1000.0F).epsilon(0.003F);
static_assert(coder.validate() == ballast::Status::ok && config.validate() == ballast::Status::ok, "valid numbers");

Agent agent;

/// Waits for a minute; there is light as soon as somebody moves. Whether somebody has moved.
bool pass_minute(float hour) {
  for (int32_t i = 0; i < looks_per_minute; ++i) {
    k_msleep(milliseconds_per_look);
    watch_sensor();
  }
  return take_motion(hour);
}

/// What the last minute was worth, in thousandths: somebody in the dark, light, and switching it on.
int32_t reward_of(bool is_motion, bool is_on, bool was_on) {
  return (is_motion && !is_on ? -1000 : 0) - (is_on ? 100 : 0) - (is_on && !was_on ? 200 : 0);
}

/// The reward for the last minute, and what is observed now, give the next state. Without a usable observation
/// (NAN), which encode() refuses, nothing is learned, and the light stays as it is.
bool next_state(int32_t reward, float hour, float quiet_minutes, bool is_on) {
  Coder::Features features(Coder::unit_value);  // scaled so that the features have length 1
  const Coder::Inputs inputs{{hour, quiet_minutes, is_on ? 1.0F : 0.0F}};
  if (coder.encode(inputs, features).status != ballast::Status::ok) { return agent.skip().action == 1; }
  return agent.tick(static_cast<float>(reward) / 1000.0F, features).action == 1;
}

}  // namespace

int main() {
  constexpr uint32_t minutes_per_day = 24 * 60;
  if (!set_up_pins() || agent.start(config, 42) != ballast::Status::ok) {
    printk("it does not start\n");
    return 0;
  }
  bool is_on = false;
  bool was_on = false;
  uint32_t last_motion = 0;
  int32_t sum = 0;
  for (uint32_t minute = 0;; ++minute) {  // from midnight; a real-time clock is better
    const float hour = static_cast<float>(minute % minutes_per_day) / 60.0F;
    const bool is_motion = pass_minute(hour);
    if (is_motion) { last_motion = minute; }
    const int32_t reward = reward_of(is_motion, is_on, was_on);
    was_on = is_on;
    is_on = next_state(reward, hour, static_cast<float>(minute - last_motion), is_on);
    switch_light(is_on);
    sum += reward;
    if ((minute + 1) % minutes_per_day != 0) { continue; }
    printk("day %u: reward an hour %d / 1000\n", static_cast<unsigned>(minute / minutes_per_day),
           static_cast<int>(sum / 24));
    sum = 0;
  }
}
