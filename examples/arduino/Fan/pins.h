#pragma once
/// A real fan. Connect
///   - a TMP36 to A0 (10 mV a degree, 500 mV at 0 degrees), and 100 kOhm from A0 to ground: a loose wire is noticed
///   - a fan to pin 5, through a transistor.

constexpr uint8_t sensor_pin = A0;
constexpr uint8_t fan_pin = 5;
constexpr float supply_volts = 3.3F;  // what the highest reading stands for

inline void set_up_pins() {
#ifndef __AVR__
  analogReadResolution(10);
#endif
}

/// The mean of many readings is finer than one of them. NAN: the sensor is not connected.
inline float read_temperature() {
  constexpr int32_t readings = 64;
  int32_t sum = 0;
  for (int32_t i = 0; i < readings; ++i) { sum += analogRead(sensor_pin); }
  const float volts = static_cast<float>(sum) * (supply_volts / (1024 * readings));
  return volts > 0.3F && volts < 1.7F ? 100.0F * (volts - 0.5F) : NAN;  // from -20 to 120 degrees
}

inline void run_fan(uint32_t speed) {
  constexpr uint8_t duty[] = {0, 128, 255};
  analogWrite(fan_pin, duty[speed]);
}
