// A node that lives on sunlight and learns how many reports it can afford: none, one or four in ten minutes. It keeps
// what it has learned in EEPROM (snapshots.h), so that it goes on where it was after a reset.
//
// Upload it as it is and open the serial plotter, or the serial monitor, at 115200 baud. It needs no wiring: it learns
// on a battery and a sky that are simulated on the board (sun.h), where a day takes one and a half seconds. The worth
// of an hour rises in the first minutes. When it has said "saved", press reset: it says that it goes on. Then set
// SIMULATED to 0, and connect what pins.h says.
//
// The board must have 4 KB of EEPROM, or of flash that stands in for it: see snapshots.h. The compiler must be GCC 11
// or clang 9, or newer, as in recent cores of ESP32, STM32 and RP2040 (that of Earle Philhower, not of Mbed;
// docs/BOARDS.md in Ballast's repository). Compiled for such chips, run on a PC by the tests; not tried on a board yet.
#include <BallastArduino.h>

#include "save_times.h"
#include "snapshots.h"

#ifndef SIMULATED
#define SIMULATED 1
#endif

// What the agent observes: how full the battery is, in thousandths, and how much sun there is, in percent. All numbers
// are whole ones, since most boards for such a node have no FPU.
using Coder = ballast::TileCoder<ballast::FixedFeature, 4, 5, 3>;
constexpr Coder coder{{{0, 1000}, {0, 100}}};

// What it can do, and how it learns: docs/CHOOSING.md in Ballast's repository. By epsilon, one tick in 50 is at random.
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
Eeprom eeprom;
ballast::SnapshotStore<Eeprom> store(eeprom);

#if SIMULATED
#include "sun.h"
#else
#include "pins.h"
#endif
constexpr unsigned long milliseconds_per_tick = SIMULATED ? 10 : 600000;
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

void setup() {
  Serial.begin(115200);
  while (!Serial && millis() < 5000) {}  // for USB: what is printed before it is connected is lost
  set_up_pins();
  eeprom.begin();
  // A snapshot of a coder with other numbers has another fingerprint, and is refused.
  const bool is_resumed = store.resume(agent, ballast::fingerprint(coder)) == ballast::Status::ok;
  if (!is_resumed && agent.start(config, 42) != ballast::Status::ok) { Serial.println(F("it does not start")); }
  Serial.print(is_resumed ? F("goes on after decisions: ") : F("begins with nothing: "));
  Serial.println(agent.decisions());
}

void save() {
  const bool is_saved = store.save(agent, ballast::fingerprint(coder)) == ballast::Status::ok && eeprom.commit();
  Serial.println(is_saved ? F("saved") : F("not saved"));
}

void loop() {
  constexpr uint32_t ticks_per_line = 10 * 144;
  static unsigned long last_tick = millis();
  static uint32_t action = 0;
  static int32_t sum = 0;
  static uint32_t ticks = 0;

  if (millis() - last_tick < milliseconds_per_tick) { return; }
  last_tick += milliseconds_per_tick;
  const int32_t worth = worth_of(reports[action], send_reports(reports[action]));
  action = next_action(worth, read_charge(), read_sun());
  sum += worth;
  if (save_times.is_due()) { save(); }
  if (++ticks % ticks_per_line == 0) {
    Serial.print(F("worth_of_an_hour:"));
    Serial.print(static_cast<float>(sum) * 6.0F / (100 * ticks_per_line), 2);
    Serial.print(F(",decisions/100000:"));
    Serial.print(static_cast<float>(agent.decisions()) / 100000.0F, 3);
    Serial.print(F(",ticks_without_reading:"));
    Serial.println(agent.skipped());
    sum = 0;
  }
}
