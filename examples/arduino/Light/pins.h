#pragma once
/// A real corridor. Connect
///   - a motion sensor (PIR) to pin 4: high when somebody moves
///   - a lamp to pin 5, through a relay or a transistor.

constexpr uint8_t motion_pin = 4;
constexpr uint8_t lamp_pin = 5;

inline bool set_up_pins() {
  pinMode(motion_pin, INPUT);
  pinMode(lamp_pin, OUTPUT);
  return true;
}

inline void switch_light(bool is_on) {
  digitalWrite(lamp_pin, is_on ? HIGH : LOW);
}

inline bool has_moved = false;  // since the last take_motion()

/// The light goes on at once when somebody moves; whether it stays on is decided within a minute.
inline void watch_sensor() {
  if (digitalRead(motion_pin) != HIGH) { return; }
  has_moved = true;
  switch_light(true);
}

inline bool take_motion(float) {
  const bool result = has_moved;
  has_moved = false;
  return result;
}
