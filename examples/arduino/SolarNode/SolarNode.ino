// A node that lives on sunlight and learns how many reports it can afford: none, one or four in ten minutes. It keeps
// what it has learned in EEPROM, so that it goes on where it was after a reset.
//
// Upload it as it is and open the serial plotter, or the serial monitor, at 115200 baud. It needs no wiring: it learns
// on a battery and a sky that are simulated on the board (sun.h), where a day takes one and a half seconds. The worth
// of an hour rises in the first minutes. After that press reset: it says that it goes on. Then set SIMULATED to 0, put
// your radio into send_reports(), and connect
//   - half of the battery's voltage to A0 (two equal resistors), half of the solar cell's to A1.
//
// Boards with at least 4 KB of EEPROM, or of flash that stands in for it: ESP32, RP2040, Teensy 4.1, many STM32. The
// compiler must be GCC 11 or clang 9, or newer, as it is in recent cores of these; the core of the Uno and its like has
// GCC 7.3 (docs/BOARDS.md). ESP32 and RP2040 write all of the EEPROM at once, in commit(): on an RP2040 a power cut in
// the middle of that loses it. The tests compile this sketch with the compilers of such chips and run it on a PC; it
// has not been tried on a board yet.
#include <BallastArduino.h>
#include <EEPROM.h>

#ifndef SIMULATED
#define SIMULATED 1
#endif

// What the agent observes: how full the battery is, in thousandths, and how much sun there is, in percent. All numbers
// are whole ones, since most boards for such a node have no FPU.
using Coder = ballast::TileCoder<ballast::FixedFeature, 4, 5, 3>;
constexpr Coder coder{{{0, 1000}, {0, 100}}};

// What it can do, and how it learns; docs/CHOOSING.md explains the numbers.
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
constexpr int32_t not_read = -1000;

// Three snapshots in turn: after a power cut one that is complete is left (docs/SNAPSHOT.md).
struct Eeprom {
  static constexpr uint32_t slots = 3;
  static constexpr uint32_t slots_per_erase = 0;  // bytes can be overwritten
  static constexpr uint32_t slot_bytes = 1360;
  static constexpr uint32_t program_bytes = 1;
  bool read(uint32_t address, uint8_t* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) { bytes[i] = EEPROM.read(static_cast<int>(address + i)); }
    return true;
  }
  bool program(uint32_t address, const uint8_t* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) { EEPROM.write(static_cast<int>(address + i), bytes[i]); }
    return true;
  }
};
Eeprom eeprom;
ballast::SnapshotStore<Eeprom> store(eeprom);

#if SIMULATED
#include "sun.h"
constexpr unsigned long milliseconds_per_tick = 10;
constexpr uint32_t ticks_per_save = 30 * 144;
#else
constexpr unsigned long milliseconds_per_tick = 600000;
constexpr uint32_t ticks_per_save = 36;

int32_t read_millivolts(uint8_t pin) {
  return static_cast<int32_t>(analogRead(pin)) * 2 * 3300 / 1024;
}

// A lithium cell, 3.3 V to 4.2 V. Below 2.5 V the node would not run: then it is the wire.
int32_t read_charge() {
  const int32_t millivolts = read_millivolts(A0);
  return millivolts > 2500 && millivolts < 4500 ? (millivolts - 3300) * 10 / 9 : not_read;
}

int32_t read_sun() {
  return read_millivolts(A1) / 60;
}  // of a cell of 6 V

// Whether they were sent.
bool send_reports(int32_t count) {
  for (int32_t i = 0; i < count; ++i) { Serial.println(F("report")); }
  return true;
}
#endif

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
  Coder::Features features(Coder::unit_value);
  if (!is_known || coder.encode({{charge, sun}}, features).status != ballast::Status::ok) {
    return agent.skip().action;
  }
  return agent.tick(Agent::Value::fraction(gain, 100), features).action;
}

void setup() {
  Serial.begin(115200);
#if defined(ARDUINO_ARCH_ESP32) || defined(ARDUINO_ARCH_RP2040)
  EEPROM.begin(Eeprom::slots * Eeprom::slot_bytes);
#endif
  const bool is_resumed = store.resume(agent, ballast::fingerprint(coder)) == ballast::Status::ok;
  if (!is_resumed && agent.start(config, 42) != ballast::Status::ok) { Serial.println(F("it does not start")); }
  Serial.print(is_resumed ? F("goes on after decisions: ") : F("begins with nothing: "));
  Serial.println(agent.decisions());
}

void save() {
  bool is_saved = store.save(agent, ballast::fingerprint(coder)) == ballast::Status::ok;
#if defined(ARDUINO_ARCH_ESP32) || defined(ARDUINO_ARCH_RP2040)
  is_saved = EEPROM.commit() && is_saved;
#endif
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
  if (++ticks % ticks_per_save == 0) { save(); }
  if (ticks % ticks_per_line == 0) {
    Serial.print(F("worth_of_an_hour:"));
    Serial.print(static_cast<float>(sum) * 6.0F / (100 * ticks_per_line), 2);
    Serial.print(F(",not_believed:"));
    Serial.println(agent.skipped());
    sum = 0;
  }
}
