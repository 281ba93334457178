#pragma once
/// A real node. Connect a third of the battery's voltage to A0 (200 kOhm from the battery to A0; 100 kOhm, and 100 nF,
/// from A0 to ground), in the same way a third of the solar cell's to A1, on an ESP32 to A3 (some have no A1), and put
/// your radio into send_reports(). Half of the cell's 6 V would be too much: an ESP32-C3 measures up to 2.5 V.

constexpr int32_t not_read = -1000;  // what read_charge() gives if the battery cannot be read

// An ESP32 gives millivolts; what its highest reading stands for depends on the chip. Elsewhere that is the supply.
#if defined(ARDUINO_ARCH_ESP32)
constexpr uint8_t cell_pin = A3;
inline void set_up_pins() {}
inline int32_t read_millivolts(uint8_t pin) {
  return static_cast<int32_t>(analogReadMilliVolts(pin)) * 3;
}
#else
constexpr uint8_t cell_pin = A1;
inline void set_up_pins() {
#ifndef __AVR__
  analogReadResolution(10);
#endif
}
inline int32_t read_millivolts(uint8_t pin) {
  return static_cast<int32_t>(analogRead(pin)) * 3 * 3300 / 1024;
}
#endif

/// In thousandths. A lithium cell has 3.3 V to 4.2 V. Below 2.5 V the node would not run: then it is the wire.
inline int32_t read_charge() {
  const int32_t millivolts = read_millivolts(A0);
  return millivolts > 2500 && millivolts < 4500 ? (millivolts - 3300) * 10 / 9 : not_read;
}

/// In percent, of a cell of 6 V.
inline int32_t read_sun() {
  return read_millivolts(cell_pin) / 60;
}

/// Whether they were sent.
inline bool send_reports(int32_t count) {
  for (int32_t i = 0; i < count; ++i) { Serial.println(F("report")); }
  return true;
}
