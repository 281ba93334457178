// A node that lives on sunlight and learns how many reports it can afford, for the Pico SDK on a Pico or Pico 2. What
// it has learned is kept in the last sectors of the flash: a power cut at any instant costs no more than the last
// snapshot.
//
// As it is, it needs no wiring: it learns on a battery and a sky that are simulated (../arduino/SolarNode/sun.h), and
// the USB console shows the worth of an hour rise in the first minutes. Then set SIMULATED to 0, put your radio into
// send_reports(), and connect half of the battery's voltage to GP26, half of the solar cell's to GP27. The tests
// compile this with stand-ins of the SDK's headers and run it on a PC; it has not been built with the SDK itself, nor
// tried on a board yet.
#include <hardware/adc.h>
#include <hardware/flash.h>
#include <hardware/sync.h>
#include <pico/stdlib.h>
#include <stdio.h>
#include <string.h>

#include <ballast/ballast.hpp>

#ifndef SIMULATED
#define SIMULATED 1
#endif
#if SIMULATED
#include <sun.h>
#endif

namespace {

// How full the battery is, in thousandths, and how much sun there is, in percent: whole numbers, as there is no FPU.
using Coder = ballast::TileCoder<ballast::FixedFeature, 4, 5, 3>;
constexpr Coder coder{{{0, 1000}, {0, 100}}};
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

// A snapshot for each of three sectors. While it is written nothing may run from flash: no interrupts, and if you use
// the second core, stop it (flash_safe_execute in pico/flash.h).
struct Flash {
  static constexpr uint32_t slots = 3;
  static constexpr uint32_t slots_per_erase = 1;
  static constexpr uint32_t slot_bytes = FLASH_SECTOR_SIZE;
  static constexpr uint32_t program_bytes = FLASH_PAGE_SIZE;
  static constexpr uint8_t erased = 0xFF;
  static constexpr uint32_t begin = PICO_FLASH_SIZE_BYTES - slots * slot_bytes;

  bool read(uint32_t address, uint8_t* bytes, size_t count) {
    memcpy(bytes, reinterpret_cast<const uint8_t*>(static_cast<uintptr_t>(XIP_BASE)) + begin + address, count);
    return true;
  }
  bool program(uint32_t address, const uint8_t* bytes, size_t count) {
    const uint32_t interrupts = save_and_disable_interrupts();
    flash_range_program(begin + address, bytes, count);
    restore_interrupts(interrupts);
    return true;
  }
  bool erase(uint32_t address) {
    const uint32_t interrupts = save_and_disable_interrupts();
    flash_range_erase(begin + address, slot_bytes);
    restore_interrupts(interrupts);
    return true;
  }
};
Flash flash;
ballast::SnapshotStore<Flash> store(flash);

constexpr int32_t not_read = -1000;

#if SIMULATED
constexpr uint32_t milliseconds_per_tick = 10;
constexpr uint32_t ticks_per_save = 30 * 144;
void set_up_pins() {}
#else
constexpr uint32_t milliseconds_per_tick = 600000;
constexpr uint32_t ticks_per_save = 36;

void set_up_pins() {
  adc_init();
  adc_gpio_init(26);
  adc_gpio_init(27);
}

int32_t read_millivolts(uint32_t channel) {
  adc_select_input(channel);
  return static_cast<int32_t>(adc_read()) * 2 * 3300 / 4096;
}

// A lithium cell, 3.3 V to 4.2 V. Below 2.5 V the node would not run: then it is the wire.
int32_t read_charge() {
  const int32_t millivolts = read_millivolts(0);
  return millivolts > 2500 && millivolts < 4500 ? (millivolts - 3300) * 10 / 9 : not_read;
}

int32_t read_sun() {
  return read_millivolts(1) / 60;
}  // of a cell of 6 V

bool send_reports(int32_t count) {
  for (int32_t i = 0; i < count; ++i) { printf("report\n"); }
  return true;
}
#endif

// In hundredths: the first report is worth most, and to run out of power is bad.
int32_t worth_of(int32_t count, bool is_sent) {
  return !is_sent ? -200 : count == 4 ? 200 : 100 * count;
}

// What is in the battery counts as well, so that the agent need not wait for the night to see what its reports cost. If
// it cannot be read, nothing is learned.
uint32_t next_action(int32_t worth, int32_t charge, int32_t sun) {
  static int32_t last_charge = not_read;
  const int32_t gain = worth + (charge - last_charge) * 8;
  const bool is_known = charge != not_read && last_charge != not_read;
  last_charge = charge;
  Coder::Features features(Coder::unit_value);
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
    if (tick % ticks_per_save == 0) {
      const bool is_saved = store.save(agent, ballast::fingerprint(coder)) == ballast::Status::ok;
      printf(is_saved ? "saved\n" : "not saved\n");
    }
    if (tick % ticks_per_line != 0) { continue; }
    printf("worth of an hour: %ld / 100, %u readings not believed\n",
           static_cast<long>(sum * 6 / static_cast<int32_t>(ticks_per_line)), static_cast<unsigned>(agent.skipped()));
    sum = 0;
  }
}
