// SolarNode.ino on a PC, for some years and with resets: as it is, with the sky that it simulates itself, or with
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

#if defined(ARDUINO_ARCH_ESP32) || defined(ARDUINO_ARCH_STM32)
namespace {

size_t erases = 0;  // in this life
uint8_t copy[eeprom_bytes];

void fill() {
  memcpy(copy, eeprom_cells, eeprom_bytes);
}
void flush() {
  memcpy(eeprom_cells, copy, eeprom_bytes);
  ++erases;
}

}  // namespace

uint8_t EEPROMClass::read(int address) {
  return copy[address];
}
#else
namespace {
constexpr size_t erases = 0;
}  // namespace

uint8_t EEPROMClass::read(int address) {
  return eeprom_cells[address];
}
void EEPROMClass::write(int address, uint8_t value) {
  eeprom_cells[address] = value;
}
#endif

#if defined(ARDUINO_ARCH_ESP32)
bool EEPROMClass::begin(size_t bytes) {
  fill();
  return bytes <= eeprom_bytes;
}
bool EEPROMClass::commit() {
  flush();
  return true;
}
void EEPROMClass::write(int address, uint8_t value) {
  copy[address] = value;
}
#elif defined(ARDUINO_ARCH_STM32)
void EEPROMClass::write(int address, uint8_t value) {
  eeprom_write_byte(static_cast<uint32_t>(address), value);
}
void eeprom_write_byte(uint32_t address, uint8_t value) {
  copy[address] = value;
  flush();
}
void eeprom_buffer_fill() {
  fill();
}
void eeprom_buffer_flush() {
  flush();
}
uint8_t eeprom_buffered_read_byte(uint32_t address) {
  return copy[address];
}
void eeprom_buffered_write_byte(uint32_t address, uint8_t value) {
  copy[address] = value;
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
  const double before = printed.values("ticks_without_reading:").back();
  is_wire_loose = true;
  pass_days(10);
  is_wire_loose = false;
  pass_days(20);
  const double lost = printed.values("ticks_without_reading:").back() - before;
  require(lost >= 1440 && lost <= 1442, "readings that failed are counted, and nothing else is");
#endif
  require(printed.values("decisions/100000:").back() > (SIMULATED ? 0.8 : 0.05), "it counts the decisions");
  const size_t saves = printed.count("saved");
  require(saves > 0 && !printed.has("not saved"), "it saves");
  require(SIMULATED ? saves <= 5 : saves <= 60 * 4 + 3, "it saves seldom");
  require(erases <= saves, "one erase for each save");
}

/// Where there is no PC it starts as well.
void live_alone() {
  usb_connects_at = 0UL - 1;
  setup();
}

/// After a reset it goes on where the last snapshot was, and has forgotten less than one period.
void live_again() {
  setup();
  require(printed.has("goes on after decisions"), "it goes on after a reset");
  require(printed.values("goes on after decisions: ").front() > 0.75 * 144 * (SIMULATED ? 600 : 50),
          "from the last snapshot");
#if SIMULATED
  pass_days(200);
  const std::vector<double> worth = printed.values("worth_of_an_hour:");
  require(mean_of_last(worth, 19) > worth_of_always(1) + 0.2, "it does as well as before the reset");
#endif
}

#if !SIMULATED
double* last_decisions = nullptr;

/// Of a node that is reset every five hours.
void live_for_five_hours() {
  setup();
  const double decisions = printed.values("goes on after decisions: ").front();
  require(decisions > *last_decisions, "a node that is reset every five hours gets on");
  *last_decisions = decisions;
  run_sketch(30 * 600000, 300000);
}
#endif

}  // namespace

#if !SIMULATED
/// What is at the pin, of a third of the battery's voltage and of the cell's.
int32_t millivolts_at(uint8_t pin) {
  const int32_t millivolts = pin == A0 ? 3300 + 9 * site.charge / (Site::capacity / 100) : 60 * site.sun();
  return pin == A0 && is_wire_loose ? 0 : (millivolts + 2) / 3;
}

#ifdef ARDUINO_ARCH_ESP32
/// An ESP32-C3 measures up to 2.5 V.
uint32_t analogReadMilliVolts(uint8_t pin) {
  return static_cast<uint32_t>(min(millivolts_at(pin), 2500));
}
#else
int analogRead(uint8_t pin) {
  return (millivolts_at(pin) + 1) * full_scale / 3300;
}
#endif
#endif

int main() {
  eeprom_cells = lasting_memory(eeprom_bytes);
  in_a_life(live_alone);
  usb_connects_at = 500;
  in_a_life(live);
  in_a_life(live_again);
#if !SIMULATED
  last_decisions = reinterpret_cast<double*>(lasting_memory(sizeof(double)));
  *last_decisions = 0.0;
  for (int i = 0; i < 5; ++i) { in_a_life(live_for_five_hours); }
#endif
  return 0;
}
