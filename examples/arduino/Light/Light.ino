// A light in a corridor that learns when it is needed. Somebody in the dark is bad, and so is light for no one. It
// learns the habits of the house: at what time of day it pays to stay on, and for how long.
//
// Upload it as it is and open the serial plotter, or the serial monitor, at 115200 baud. It needs no wiring: it learns
// in a house that is simulated on the board (house.h), where a day takes six seconds. Each day is a line; the mean
// reward rises in the first two minutes. Then set SIMULATED to 0, say below at which hour you start it, and connect
// what pins.h says.
//
// The compiler must be GCC 11 or clang 9, or newer, as in recent cores of ESP32, STM32 and RP2040 (the one by Earle
// Philhower, not Arduino's of Mbed), not in that of the Uno (docs/BOARDS.md in Ballast's repository). Compiled for such
// chips and run on a PC by the tests; not tried on a board yet.
#include <BallastArduino.h>

#ifndef SIMULATED
#define SIMULATED 1
#endif

constexpr uint32_t minutes_per_day = 24 * 60;

// What the agent observes: the hour, minutes since something has moved, and whether the light is on.
using Coder = ballast::TileCoder<float, 2, 13, 4, 2>;
constexpr Coder coder{{{0.0F, 24.0F}, {0.0F, 10.0F}, {0.0F, 1.0F}}};

// What it can do: off, on. How it learns; docs/CHOOSING.md in Ballast's repository explains the numbers. By epsilon, it
// tries one of the two at random in three minutes of a thousand.
using Agent = ballast::Sarsa<float, Coder::Features, 2>;
constexpr auto config = Agent::Config().lambda(0.5F).ratio(0.05F).step_size(0.1F).radius(1000.0F).epsilon(0.003F);
static_assert(coder.validate() == ballast::Status::ok && config.validate() == ballast::Status::ok, "valid numbers");

Agent agent;  // 4968 bytes: all of its memory

// What the last minute was worth: somebody in the dark costs 1, light costs energy, and switching wears it.
float reward_of(bool is_motion, bool is_on, bool was_on) {
  const float darkness = is_motion && !is_on ? 1.0F : 0.0F;
  return -darkness - (is_on ? 0.1F : 0.0F) - (is_on && !was_on ? 0.2F : 0.0F);
}

#if SIMULATED
#include "house.h"
#else
#include "pins.h"
#endif
constexpr unsigned long milliseconds_per_tick = SIMULATED ? 4 : 60000;
// Without a clock it counts from here; a real-time clock or NTP is better.
constexpr uint32_t start_hour = SIMULATED ? 0 : 12;

// The reward for the last minute, and what is observed now, give the next state. Without a usable observation (NAN),
// which encode() refuses, nothing is learned, and the light stays as it is.
bool next_state(float reward, float hour, float quiet_minutes, bool is_on) {
  Coder::Features features(Coder::unit_value);  // scaled so that the features have length 1
  const bool is_usable =
      coder.encode({{hour, quiet_minutes, is_on ? 1.0F : 0.0F}}, features).status == ballast::Status::ok;
  return (is_usable ? agent.tick(reward, features) : agent.skip()).action == 1;
}

void print(float reward, uint32_t ticks_on, uint32_t ticks_in_the_dark) {
  Serial.print(F("reward_per_hour:"));
  Serial.print(reward / 24.0F, 3);
  Serial.print(F(",hours_of_light:"));
  Serial.print(static_cast<float>(ticks_on) / 60.0F, 1);
  Serial.print(F(",seen_in_the_dark:"));
  Serial.println(ticks_in_the_dark);
}

void setup() {
  Serial.begin(115200);
  if (!set_up_pins() || agent.start(config, 42) != ballast::Status::ok) { Serial.println(F("it does not start")); }
}

void loop() {
  static unsigned long last_tick = millis();
  static uint32_t ticks = start_hour * 60;
  static uint32_t last_motion = ticks;
  static bool is_on = false;
  static bool was_on = false;
  static float sum = 0.0F;
  static uint32_t ticks_on = 0;
  static uint32_t dark = 0;

  watch_sensor();
  if (millis() - last_tick < milliseconds_per_tick) { return; }
  last_tick += milliseconds_per_tick;
  const float hour = static_cast<float>(ticks % minutes_per_day) / 60.0F;
  const bool is_motion = take_motion(hour);
  if (is_motion) { last_motion = ticks; }
  const float reward = reward_of(is_motion, is_on, was_on);
  sum += reward;
  ticks_on += is_on ? 1 : 0;
  dark += is_motion && !is_on ? 1 : 0;
  was_on = is_on;
  is_on = next_state(reward, hour, static_cast<float>(ticks - last_motion), is_on);
  switch_light(is_on);
  if (++ticks % minutes_per_day == 0) {
    print(sum, ticks_on, dark);
    sum = 0.0F;
    ticks_on = dark = 0;
  }
}
