// SolarNode.ino on a PC, for some years and with a reset: as it is, with the sky that it simulates itself, or with
// SIMULATED 0, where the same sky is behind its pins. Each life of the sketch is a process; the EEPROM outlives it.

#include "board.hpp"

#include <EEPROM.h>
#include <SolarNode/sun.h>

#include "../lives.hpp"

namespace {

constexpr size_t eeprom_bytes = 4096;
uint8_t* eeprom_cells = nullptr;

#if SIMULATED
constexpr int32_t counts[] = {0, 1, 4};

/// What it is worth an hour to send as many reports all the time.
double worth_of_always(int32_t count) {
  constexpr int32_t ticks = 144 * 1000;
  Site one;
  double sum = 0.0;
  for (int32_t t = 0; t < ticks; ++t) { sum += !one.run(count) ? -2.0 : count == 4 ? 2.0 : count; }
  return 6.0 * sum / ticks;
}
#endif

}  // namespace

EEPROMClass EEPROM;

#if defined(ARDUINO_ARCH_ESP32)
namespace {
uint8_t copy[eeprom_bytes];
}

bool EEPROMClass::begin(size_t bytes) {
  memcpy(copy, eeprom_cells, eeprom_bytes);
  return bytes <= eeprom_bytes;
}
bool EEPROMClass::commit() {
  memcpy(eeprom_cells, copy, eeprom_bytes);
  return true;
}
uint8_t EEPROMClass::read(int address) {
  return copy[address];
}
void EEPROMClass::write(int address, uint8_t value) {
  copy[address] = value;
}
#else
uint8_t EEPROMClass::read(int address) {
  return eeprom_cells[address];
}
void EEPROMClass::write(int address, uint8_t value) {
  eeprom_cells[address] = value;
}
#endif

namespace {

#if SIMULATED
void pass_days(unsigned long days) {
  run_sketch(days * 1440, 5);
}
#else
bool is_wire_loose = false;

void pass_days(unsigned long days) {
  for (unsigned long t = 0; t < 144 * days; ++t) {
    const size_t first = printed.lines() - 1;
    run_sketch(600000, 300000);
    (void)site.run(static_cast<int32_t>(printed.count("report", first)));
  }
}
#endif

/// Learns, saves, and ends without a warning.
void live() {
  setup();
  require(printed.has("begins with nothing"), "the first life begins with nothing");
#if SIMULATED
  pass_days(600);
  const std::vector<double> worth = printed.values("worth_of_an_hour:");
  const double first = worth.front();
  const double learned = mean_of_last(worth, 20);
  double best = worth_of_always(0);
  for (const int32_t count : counts) { best = worth_of_always(count) > best ? worth_of_always(count) : best; }
  printf("learned %.2f, the first ten days %.2f, best fixed number %.2f\n", learned, first, best);
  require(learned > first + 0.2, "it does better in the end than at first");
  require(learned > best + 0.2, "it does better than with a fixed number of reports");
#else
  pass_days(30);
  const double before = printed.values("not_believed:").back();
  is_wire_loose = true;
  pass_days(10);
  is_wire_loose = false;
  pass_days(20);
  const double lost = printed.values("not_believed:").back() - before;
  require(lost >= 1440 && lost <= 1442, "readings that failed are counted, and nothing else is");
#endif
  require(printed.count("saved") > 0 && !printed.has("not saved"), "it saves");
}

/// After a reset it goes on where the last snapshot was, and has forgotten less than one period.
void live_again() {
  setup();
  require(printed.has("goes on after decisions"), "it goes on after a reset");
  require(printed.values("goes on after decisions: ").front() > 0.8 * 144 * (SIMULATED ? 600 : 50),
          "from the last snapshot");
#if SIMULATED
  pass_days(200);
  const std::vector<double> worth = printed.values("worth_of_an_hour:");
  require(mean_of_last(worth, 19) > worth_of_always(1) + 0.2, "it does as well as before the reset");
#endif
}

}  // namespace

#if !SIMULATED
int analogRead(uint8_t pin) {
  const int32_t millivolts = pin == A1 ? 60 * site.sun() : 3300 + 9 * site.charge / (Site::capacity / 100);
  return pin == A0 && is_wire_loose ? 0 : (millivolts + 1) * full_scale / (2 * 3300);
}
#endif

int main() {
  eeprom_cells = lasting_memory(eeprom_bytes);
  in_a_life(live);
  in_a_life(live_again);
  return 0;
}
