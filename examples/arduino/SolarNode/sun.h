#pragma once
/// Sun, battery and radio in the place of the real ones. Each call of send_reports() is ten minutes.

#include <ballast/math/random.hpp>

struct Site {
  static constexpr int32_t capacity = 30000;
  ballast::Random random{1};
  int32_t charge = 15000;
  int32_t tick = 0;
  int32_t clouds = 50;  // percent of the light, for a day

  /// Percent: none at night, most at noon, less under clouds.
  int32_t sun() const {
    const int32_t from_noon = tick % 144 < 72 ? 72 - tick % 144 : tick % 144 - 72;
    return from_noon >= 36 ? 0 : (36 - from_noon) * 100 / 36 * clouds / 100;
  }

  /// Ten minutes with so many reports, each of which takes 100; the rest of the node takes 50. False: there was not
  /// power enough.
  bool run(int32_t count) {
    if (++tick % 144 == 0) { clouds = 20 + static_cast<int32_t>(random.below(81)); }
    charge += 20 * sun() - 50;
    if (charge < 0) { charge = 0; }
    if (charge > capacity) { charge = capacity; }
    if (charge < 100 * count) { return false; }
    charge -= 100 * count;
    return true;
  }
};

inline Site site;

constexpr int32_t not_read = -1000;  // what read_charge() of a real node gives if the battery cannot be read

inline void set_up_pins() {}
inline int32_t read_charge() {
  return site.charge / (Site::capacity / 1000);
}
inline int32_t read_sun() {
  return site.sun();
}
inline bool send_reports(int32_t count) {
  return site.run(count);
}
