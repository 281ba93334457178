#pragma once
/// A corridor in the place of motion sensor and lamp. Mornings and evenings somebody comes every few minutes, and
/// stays; at other times there is a short visit now and then. The sensor notices only who moves. Each call of
/// take_motion() is a minute.

#include <ballast/math/random.hpp>

struct House {
  ballast::Random random{1};
  bool is_there = false;

  /// Whether the sensor has seen somebody in the minute that begins at this hour.
  bool run(float hour) {
    const bool is_morning = hour >= 6.0F && hour < 8.0F;
    const bool is_evening = hour >= 17.0F && hour < 22.5F;
    const uint32_t away = is_morning || is_evening ? 4 : 25;  // minutes, on average
    const uint32_t stay = is_evening ? 10 : is_morning ? 5 : 1;
    if (random.below(is_there ? stay : away) == 0) { is_there = !is_there; }
    return is_there && random.below(3) != 0;
  }
};

inline House house;

inline bool set_up_pins() {
  return true;
}
inline void watch_sensor() {}
inline bool take_motion(float hour) {
  return house.run(hour);
}
inline void switch_light(bool) {}
