// A node that lives on sunlight and learns how many reports it can afford, for the Pico SDK on a Pico or Pico 2. What
// it has learned is kept near the end of the flash (flash.hpp says how long that lasts): a power cut at any instant
// costs no more than the last snapshot.
//
// As it is, it needs no wiring: it learns on a battery and a sky that are simulated (../arduino/SolarNode/sun.h), and
// the USB console shows the worth of an hour rise in the first minutes. Then set SIMULATED to 0, and connect what
// pins.hpp says. The tests compile this with stand-ins of the SDK's headers and run it on a PC; it has not been built
// with the SDK itself, nor tried on a board yet.
#include <pico/stdlib.h>
#include <stdio.h>

#include <save_times.h>
#include <ballast/ballast.hpp>

#include "flash.hpp"

#ifndef SIMULATED
#define SIMULATED 1
#endif
#if SIMULATED
#include <sun.h>
#else
#include "pins.hpp"
#endif

namespace {

constexpr uint32_t milliseconds_per_tick = SIMULATED ? 10 : 600000;

// What the agent observes: how full the battery is, in thousandths, and how much sun there is, in percent. All numbers
// are whole ones, since an RP2040 has no FPU.
using Coder = ballast::TileCoder<ballast::FixedFeature, 4, 5, 3>;
constexpr Coder coder{{{0, 1000}, {0, 100}}};

// What it can do, and how it learns; docs/CHOOSING.md explains the numbers. By epsilon, it tries one of the three at
// random in one tick of fifty.
constexpr int32_t reports[] = {0, 1, 4};
struct Limits : ballast::FixedLimits {
  static constexpr double lambda = 0.5;
  static constexpr size_t active = 4;
  static constexpr bool has_unit_features = true;
};
using Agent = ballast::FixedSarsa<Coder::Features, 3, Limits>;
constexpr auto config = Agent::Config().lambda(0.5).ratio(0.05).step_size(0.1).radius(1000).epsilon(0.02);
static_assert(coder.validate() == ballast::Status::ok && config.validate() == ballast::Status::ok, "valid numbers");

Agent agent;
Flash flash;
ballast::SnapshotStore<Flash> store(flash);
SaveTimes save_times(SIMULATED ? 30 * 144 : 6, 6UL * 3600000 / milliseconds_per_tick);  // at last every six hours

// In hundredths: the first report is worth most, and to run out of power is bad.
int32_t worth_of(int32_t count, bool is_sent) {
  return !is_sent ? -200 : count == 4 ? 200 : 100 * count;
}

// If the battery cannot be read, nothing is learned, and the node goes on as before. What is in the battery counts as
// well, so that the agent need not wait for the night to see what its reports cost.
uint32_t next_action(int32_t worth, int32_t charge, int32_t sun) {
  static int32_t last_charge = not_read;
  const int32_t gain = worth + (charge - last_charge) * 8;
  const bool is_known = charge != not_read && last_charge != not_read;
  last_charge = charge;
  Coder::Features features(Coder::unit_value);  // scaled so that the features have length 1
  if (!is_known || coder.encode({{charge, sun}}, features).status != ballast::Status::ok) {
    return agent.skip().action;
  }
  return agent.tick(Agent::Value::fraction(gain, 100), features).action;
}

}  // namespace

int main() {
  constexpr uint32_t ticks_per_line = 10 * 144;
  stdio_init_all();
  set_up_pins();
  // By the fingerprint, a snapshot of a coder with other numbers is refused.
  const bool is_resumed = store.resume(agent, ballast::fingerprint(coder)) == ballast::Status::ok;
  if (!is_resumed && agent.start(config, 42) != ballast::Status::ok) { printf("it does not start\n"); }
  printf("%s: %u decisions\n", is_resumed ? "goes on" : "begins with nothing",
         static_cast<unsigned>(agent.decisions()));

  uint32_t action = 0;
  int32_t sum = 0;
  for (uint32_t tick = 1;; ++tick) {
    sleep_ms(milliseconds_per_tick);
    const int32_t worth = worth_of(reports[action], send_reports(reports[action]));
    action = next_action(worth, read_charge(), read_sun());
    sum += worth;
    if (save_times.is_due()) {
      const bool is_saved = store.save(agent, ballast::fingerprint(coder)) == ballast::Status::ok;
      printf(is_saved ? "saved\n" : "not saved\n");
    }
    if (tick % ticks_per_line != 0) { continue; }
    printf("worth of an hour: %ld / 100, %u decisions, ticks without a reading: %u\n",
           static_cast<long>(sum * 6 / static_cast<int32_t>(ticks_per_line)), static_cast<unsigned>(agent.decisions()),
           static_cast<unsigned>(agent.skipped()));
    sum = 0;
  }
}
