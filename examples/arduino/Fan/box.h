#pragma once
/// A box in the place of sensor and fan: its heat load goes on and off at random, about once a minute. Each call of
/// run_fan is one second in it.

#include <math.h>

#include <ballast/math/random.hpp>

struct Box {
  ballast::Random random{1};
  float temperature = 30.0F;  // degrees; 20 outside
  bool is_loaded = false;

  void run(uint32_t speed) {
    constexpr float cooling[] = {0.01F, 0.03F, 0.05F};
    if (random.below(60) == 0) { is_loaded = !is_loaded; }
    temperature += (is_loaded ? 0.8F : 0.1F) - cooling[speed] * (temperature - 20.0F);
  }
};

inline Box box;

inline void set_up_pins() {}
/// NAN: a failed reading, as every sensor gives now and then; here about once in 300. It leaves two ticks without an
/// observation: also in the next one there is no telling how fast the temperature changes.
inline float read_temperature() {
  static ballast::Random failures{2};
  return failures.below(300) == 0 ? NAN : box.temperature;
}
inline void run_fan(uint32_t speed) {
  box.run(speed);
}
