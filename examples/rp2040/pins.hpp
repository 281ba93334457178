#pragma once
/// A real node. Connect a third of the battery's voltage to GP26 (200 kOhm from the battery to GP26; 100 kOhm, and
/// 100 nF, from GP26 to ground), a third of the solar cell's to GP27 in the same way, and put your radio into
/// send_reports().

#include <hardware/adc.h>
#include <pico/stdlib.h>
#include <stdio.h>

constexpr int32_t not_read = -1000;  // what read_charge() gives if the battery cannot be read

inline void set_up_pins() {
  adc_init();
  adc_gpio_init(26);
  adc_gpio_init(27);
}

inline int32_t read_millivolts(uint32_t channel) {
  adc_select_input(channel);
  return static_cast<int32_t>(adc_read()) * 3 * 3300 / 4096;
}

/// In thousandths. A lithium cell has 3.3 V to 4.2 V. Below 2.5 V the node would not run: then it is the wire.
inline int32_t read_charge() {
  const int32_t millivolts = read_millivolts(0);
  return millivolts > 2500 && millivolts < 4500 ? (millivolts - 3300) * 10 / 9 : not_read;
}

/// In percent, of a cell of 6 V.
inline int32_t read_sun() {
  return read_millivolts(1) / 60;
}

/// Whether they were sent.
inline bool send_reports(int32_t count) {
  for (int32_t i = 0; i < count; ++i) { printf("report\n"); }
  return true;
}
