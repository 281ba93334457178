#pragma once
/// A real corridor: sw0 and led0 of the device tree take the place of a motion sensor and a lamp.

#include <zephyr/drivers/gpio.h>

inline const gpio_dt_spec lamp = GPIO_DT_SPEC_GET(DT_ALIAS(led0), gpios);
inline const gpio_dt_spec sensor = GPIO_DT_SPEC_GET(DT_ALIAS(sw0), gpios);

inline bool set_up_pins() {
  return gpio_is_ready_dt(&lamp) && gpio_is_ready_dt(&sensor) &&
         gpio_pin_configure_dt(&lamp, GPIO_OUTPUT_INACTIVE) == 0 && gpio_pin_configure_dt(&sensor, GPIO_INPUT) == 0;
}

inline void switch_light(bool is_on) {
  (void)gpio_pin_set_dt(&lamp, is_on ? 1 : 0);
}

inline bool has_moved = false;  // since the last take_motion()

/// The light goes on at once when somebody moves; whether it stays on is decided within a minute.
inline void watch_sensor() {
  if (gpio_pin_get_dt(&sensor) <= 0) { return; }
  has_moved = true;
  switch_light(true);
}

inline bool take_motion(float) {
  const bool result = has_moved;
  has_moved = false;
  return result;
}
