// A fan that learns how fast to turn, for ESP-IDF 5.2 or later on any ESP32. What it has learned is kept in NVS
// (nvs_entry.hpp, which says how long the flash lasts), so that it goes on where it was after a reset.
//
// As it is, it needs no wiring: it learns on a box that is simulated (../../arduino/Fan/box.h), and `idf.py monitor`
// shows the mean reward rise in the first minute. Then set SIMULATED to 0, and connect what pins.hpp says. The tests
// compile this with stand-ins of ESP-IDF's headers and run it on a PC; it has not been built by ESP-IDF itself, nor
// tried on a board yet.
#include <freertos/FreeRTOS.h>
#include <freertos/task.h>
#include <math.h>
#include <stdio.h>

#include <save_times.h>
#include <ballast/ballast.hpp>

#include "nvs_entry.hpp"

#ifndef SIMULATED
#define SIMULATED 1
#endif
#if SIMULATED
#include <box.h>
#else
#include "pins.hpp"
#endif

namespace {

constexpr TickType_t wait = SIMULATED ? 1 : pdMS_TO_TICKS(1000);

// What the agent observes: the temperature and how fast it changes, as 8 tilings of 6 x 4 tiles.
using Coder = ballast::TileCoder<float, 8, 6, 4>;
constexpr Coder coder{{{20.0F, 60.0F}, {-1.0F, 1.0F}}};  // the range of each: degrees, degrees a second

// What it can do: the fan is off, slow or fast. How it learns; docs/CHOOSING.md explains the numbers. By epsilon, it
// tries a speed at random in one second of twenty.
constexpr uint32_t speeds = 3;
using Agent = ballast::Sarsa<float, Coder::Features, speeds>;
constexpr auto config = Agent::Config().lambda(0.25F).ratio(0.05F).step_size(0.2F).radius(1000.0F).epsilon(0.05F);
static_assert(coder.validate() == ballast::Status::ok && config.validate() == ballast::Status::ok, "valid numbers");

Agent agent;
NvsEntry<Agent> entry;
SaveTimes save_times(3600, 6UL * 3600 * configTICK_RATE_HZ / wait);  // at last every six hours

// What the last second was worth: every degree above 40 costs 0.2, and noise costs as well.
float reward_of(float temperature, uint32_t speed) {
  constexpr float noise[speeds] = {0.0F, 0.1F, 0.4F};
  return -noise[speed] - (temperature > 40.0F ? 0.2F * (temperature - 40.0F) : 0.0F);
}

// The reward for the last speed, and what the sensor says now, give the next speed. Without a reading (NAN), which
// encode() refuses, nothing is learned, and the fan keeps its speed.
uint32_t next_speed(float reward, float temperature, float slope) {
  Coder::Features features(Coder::unit_value);  // scaled so that the features have length 1
  const bool is_read = coder.encode({{temperature, slope}}, features).status == ballast::Status::ok;
  return is_read ? agent.tick(reward, features).action : agent.skip().action;
}

}  // namespace

extern "C" void app_main() {
  constexpr uint32_t ticks_per_line = 1000;
  set_up_pins();
  entry.open();
  // By the fingerprint, what was learned with a coder of other numbers is refused.
  const bool is_resumed = entry.resume(agent, ballast::fingerprint(coder));
  if (!is_resumed && agent.start(config, 42) != ballast::Status::ok) { printf("it does not start\n"); }
  printf("%s: %u decisions\n", is_resumed ? "goes on" : "begins with nothing",
         static_cast<unsigned>(agent.decisions()));

  uint32_t speed = 0;
  float last_temperature = NAN;
  float sum = 0.0F;
  for (uint32_t tick = 1;; ++tick) {
    vTaskDelay(wait);
    const float temperature = read_temperature();
    const float reward = reward_of(temperature, speed);
    speed = next_speed(reward, temperature, temperature - last_temperature);
    run_fan(speed);
    last_temperature = temperature;
    sum += reward;
    if (save_times.is_due()) {
      const bool is_saved = entry.save(agent, ballast::fingerprint(coder));
      printf(is_saved ? "saved\n" : "not saved\n");
    }
    if (tick % ticks_per_line != 0) { continue; }
    printf("mean reward %.3f, ticks without a reading: %u\n", static_cast<double>(sum / ticks_per_line),
           static_cast<unsigned>(agent.skipped()));
    sum = 0.0F;
  }
}
