// A fan that learns how fast to turn. Too warm is bad, and so is noise; no one tells it what to do when.
//
// Upload it as it is and open the serial plotter, or the serial monitor, at 115200 baud. It needs no wiring: it learns
// on a box that is simulated on the board (box.h), 200 times as fast as a real one. The mean reward rises within a
// minute. Now and then the sensor fails; that is counted. Then set SIMULATED to 0, and connect what pins.h says.
//
// The compiler must be GCC 11 or clang 9, or newer, as in recent cores of ESP32, STM32 and RP2040 (the one by Earle
// Philhower, not Arduino's of Mbed), not in that of the Uno (docs/BOARDS.md in Ballast's repository). Compiled for such
// chips and run on a PC by the tests; not tried on a board yet.
#include <BallastArduino.h>

#ifndef SIMULATED
#define SIMULATED 1
#endif

// What the agent observes: the temperature and how fast it changes, as 8 tilings of 6 x 4 tiles.
using Coder = ballast::TileCoder<float, 8, 6, 4>;
constexpr Coder coder{{{20.0F, 60.0F}, {-1.0F, 1.0F}}};  // the range of each: degrees, degrees a second

// What it can do: the fan is off, slow or fast.
constexpr uint32_t speeds = 3;
using Agent = ballast::Sarsa<float, Coder::Features, speeds>;

// How it learns; docs/CHOOSING.md in Ballast's repository explains the numbers. By epsilon, it tries a speed at random
// in one second of twenty.
constexpr auto config = Agent::Config().lambda(0.25F).ratio(0.05F).step_size(0.2F).radius(1000.0F).epsilon(0.05F);
static_assert(coder.validate() == ballast::Status::ok && config.validate() == ballast::Status::ok, "valid numbers");

Agent agent;  // 7440 bytes: all of its memory

// What the last second was worth: every degree above 40 costs 0.2, and noise costs as well.
float reward_of(float temperature, uint32_t speed) {
  constexpr float noise[speeds] = {0.0F, 0.1F, 0.4F};
  return -noise[speed] - (temperature > 40.0F ? 0.2F * (temperature - 40.0F) : 0.0F);
}

#if SIMULATED
#include "box.h"
#else
#include "pins.h"
#endif
constexpr unsigned long milliseconds_per_tick = SIMULATED ? 5 : 1000;

// The reward for the last speed, and what the sensor says now, give the next speed. Without a reading (NAN), which
// encode() refuses, nothing is learned, and the fan keeps its speed.
uint32_t next_speed(float reward, float temperature, float slope) {
  Coder::Features features(Coder::unit_value);  // scaled so that the features have length 1
  const bool is_read = coder.encode({{temperature, slope}}, features).status == ballast::Status::ok;
  return is_read ? agent.tick(reward, features).action : agent.skip().action;
}

void print(float mean_reward, float temperature) {
  Serial.print(F("mean_reward:"));
  Serial.print(mean_reward, 3);
  Serial.print(F(",degrees/100:"));
  Serial.print(temperature / 100.0F, 3);
  Serial.print(F(",ticks_without_reading:"));
  Serial.println(agent.skipped());
}

void setup() {
  Serial.begin(115200);
  set_up_pins();
  if (agent.start(config, 42) != ballast::Status::ok) { Serial.println(F("the agent does not start")); }
}

void loop() {
  constexpr uint32_t ticks_per_line = 1000;
  static unsigned long last_tick = millis();
  static float last_temperature = NAN;
  static uint32_t speed = 0;
  static float sum = 0.0F;
  static uint32_t ticks = 0;

  if (millis() - last_tick < milliseconds_per_tick) { return; }
  last_tick += milliseconds_per_tick;
  const float temperature = read_temperature();
  const float reward = reward_of(temperature, speed);
  speed = next_speed(reward, temperature, temperature - last_temperature);
  run_fan(speed);
  last_temperature = temperature;
  sum += reward;
  if (++ticks % ticks_per_line == 0) {
    print(sum / ticks_per_line, temperature);
    sum = 0.0F;
  }
}
