// A light that learns when it is needed, for Zephyr, on boards with a led0 and a sw0 in their device tree. Somebody in
// the dark is bad, and so is light for no one.
//
// As it is, it needs no wiring: it learns in a house that is simulated (../../arduino/Light/house.h), where a day takes
// fourteen seconds, and the console shows the reward rise in the first days. Then set SIMULATED to 0: the button sw0
// takes the place of a motion sensor, led0 that of a lamp. The tests compile this with stand-ins of Zephyr's headers
// and run it on a PC; it has not been built by Zephyr itself, nor tried on a board yet.
#include <zephyr/drivers/gpio.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include <ballast/ballast.hpp>

#ifndef SIMULATED
#define SIMULATED 1
#endif
#if SIMULATED
#include <house.h>
#endif

namespace {

// What the agent observes: the hour, minutes since somebody has moved, and whether the light is on.
using Coder = ballast::TileCoder<float, 2, 13, 4, 2>;
constexpr Coder coder{{{0.0F, 24.0F}, {0.0F, 10.0F}, {0.0F, 1.0F}}};
using Agent = ballast::Sarsa<float, Coder::Features, 2>;  // off, on
constexpr auto config = Agent::Config().lambda(0.5F).ratio(0.05F).step_size(0.1F).radius(1000.0F).epsilon(0.003F);
static_assert(coder.validate() == ballast::Status::ok && config.validate() == ballast::Status::ok, "valid numbers");

Agent agent;

#if SIMULATED
constexpr int32_t milliseconds_per_minute = 10;
bool set_up_pins() {
  return true;
}
#else
constexpr int32_t milliseconds_per_minute = 60000;
const gpio_dt_spec lamp = GPIO_DT_SPEC_GET(DT_ALIAS(led0), gpios);
const gpio_dt_spec sensor = GPIO_DT_SPEC_GET(DT_ALIAS(sw0), gpios);

bool set_up_pins() {
  return gpio_is_ready_dt(&lamp) && gpio_is_ready_dt(&sensor) &&
         gpio_pin_configure_dt(&lamp, GPIO_OUTPUT_INACTIVE) == 0 && gpio_pin_configure_dt(&sensor, GPIO_INPUT) == 0;
}

void switch_light(bool is_on) {
  (void)gpio_pin_set_dt(&lamp, is_on ? 1 : 0);
}
bool is_moving() {
  return gpio_pin_get_dt(&sensor) > 0;
}
#endif

/// Waits for a minute. Whether somebody has moved in it; then there is light at once.
bool pass_minute(float hour) {
#if SIMULATED
  k_msleep(milliseconds_per_minute);
  return take_motion(hour);
#else
  (void)hour;
  bool has_moved = false;
  for (int32_t t = 0; t < milliseconds_per_minute; t += 50) {
    k_msleep(50);
    if (!is_moving()) { continue; }
    has_moved = true;
    switch_light(true);
  }
  return has_moved;
#endif
}

/// In thousandths: somebody in the dark, light, and switching it on.
int32_t reward_of(bool is_motion, bool is_on, bool was_on) {
  return (is_motion && !is_on ? -1000 : 0) - (is_on ? 100 : 0) - (is_on && !was_on ? 200 : 0);
}

bool next_state(int32_t reward, float hour, float quiet_minutes, bool is_on) {
  Coder::Features features(Coder::unit_value);
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
