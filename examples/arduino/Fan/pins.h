#pragma once
/// A real fan. Connect
///   - a TMP36 to A0 (10 mV a degree, 500 mV at 0 degrees), and 100 kOhm from A0 to ground: a loose wire is noticed
///   - a fan to pin 5, through a transistor, and a diode across the fan.

constexpr uint8_t sensor_pin = A0;
constexpr uint8_t fan_pin = 5;

// An ESP32 gives millivolts; what its highest reading stands for depends on the chip. Elsewhere that is the supply.
#if defined(ARDUINO_ARCH_ESP32)
inline void set_up_pins() {}
inline float read_volts() {
  return static_cast<float>(analogReadMilliVolts(sensor_pin)) / 1000.0F;
}
#else
constexpr float supply_volts = 3.3F;
inline void set_up_pins() {
#ifndef __AVR__
  analogReadResolution(10);
#endif
}
inline float read_volts() {
  return static_cast<float>(analogRead(sensor_pin)) * (supply_volts / 1024.0F);
}
#endif

/// The mean of many readings is finer than one of them. NAN: the sensor is not connected.
inline float read_temperature() {
  float volts = 0.0F;
  for (int i = 0; i < 64; ++i) { volts += read_volts() / 64.0F; }
  return volts > 0.3F && volts < 1.7F ? 100.0F * (volts - 0.5F) : NAN;  // from -20 to 120 degrees
}

inline void run_fan(uint32_t speed) {
  constexpr uint8_t duty[] = {0, 128, 255};
  analogWrite(fan_pin, duty[speed]);
}
