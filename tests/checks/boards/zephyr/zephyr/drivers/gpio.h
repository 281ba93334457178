#pragma once
#include <stdint.h>

struct device;
typedef uint8_t gpio_pin_t;
typedef uint16_t gpio_dt_flags_t;
typedef uint32_t gpio_flags_t;
struct gpio_dt_spec {
  const struct device* port;
  gpio_pin_t pin;
  gpio_dt_flags_t dt_flags;
};

#define GPIO_INPUT (1U << 16)
#define GPIO_OUTPUT_INACTIVE (1U << 17)
#define DT_ALIAS(name) stand_in_pin_of_##name
#define GPIO_DT_SPEC_GET(node, property) \
  { nullptr, node, 0 }
enum : gpio_pin_t { stand_in_pin_of_led0 = 13, stand_in_pin_of_sw0 = 11 };

extern "C" {
bool gpio_is_ready_dt(const struct gpio_dt_spec* spec);
int gpio_pin_configure_dt(const struct gpio_dt_spec* spec, gpio_flags_t flags);
int gpio_pin_set_dt(const struct gpio_dt_spec* spec, int value);
int gpio_pin_get_dt(const struct gpio_dt_spec* spec);
}
