#pragma once
/// Where the node stands: sun, clouds, battery and radio, which the controller does not know. All of it in whole
/// numbers, so that a site is the same on every machine. The part that hardware takes the place of.

#include <ballast/ballast.hpp>

#include <stdint.h>

namespace sensor_node {

constexpr uint32_t ticks_per_hour = 6;  // the node wakes up every ten minutes
constexpr uint32_t ticks_per_day = 24 * ticks_per_hour;
constexpr uint32_t days = 30;
constexpr uint32_t most_reports = 8;  // in one tick

/// What reports of the same ten minutes are worth together: log2(1 + n). The second says less than the first.
constexpr float worth[most_reports + 1] = {0.0F, 1.0F, 1.58F, 2.0F, 2.32F, 2.58F, 2.81F, 3.0F, 3.17F};

/// A tick with the radio cut off because the battery is empty: the node must be checked on site.
constexpr float cut_off = -2.0F;

/// What came of a tick.
struct Outcome {
  float value;     // of the reports that were acknowledged, or cut_off
  float charge;    // the battery, from 0 to 1, as it was read: NaN if the converter failed
  float hour;      // from 0 to 24
  bool has_power;  // the radio may be used
};

class Site {
 public:
  /// Each site has its own weather, and its own eight hours in which the gateway can hardly be reached.
  explicit Site(uint64_t seed) : weather_(2 * seed), radio_(2 * seed + 1), gap_begins_(weather_.below(24)) {}

  /// Ten minutes, in which so many reports are sent.
  Outcome step(uint32_t reports) {
    const float value = has_power_ ? worth[send(reports)] : cut_off;
    charge();
    ++tick_;
    return observe(value);
  }

  Outcome observe(float value = 0.0F) {
    const float level = static_cast<float>(battery_) / static_cast<float>(capacity);
    const bool is_readable = weather_.below(100) != 0;
    return {value, is_readable ? level : ballast::from_bits<float>(0x7FC00000U), hour(), has_power_};
  }

  /// The gateway. The node is not told.
  bool is_reachable() const { return (minute() / 60 + 24 - gap_begins_) % 24 >= 8; }

 private:
  // Millijoule.
  static constexpr uint32_t capacity = 150000;
  static constexpr uint32_t resume = capacity / 5;  // once cut off, the radio comes back at this charge
  static constexpr uint32_t per_report = 500;
  static constexpr uint32_t asleep = 180;     // in a tick
  static constexpr uint32_t at_noon = 12000;  // in a tick, without clouds

  uint32_t minute() const { return tick_ % ticks_per_day * (60 / ticks_per_hour); }
  float hour() const { return static_cast<float>(minute()) / 60.0F; }

  /// How many were acknowledged: about 95 in 100, or 5 in 100.
  uint32_t send(uint32_t reports) {
    drain(reports * per_report);
    uint32_t acknowledged = 0;
    for (uint32_t i = 0; i < reports; ++i) {
      acknowledged += radio_.word() >> 24 < (is_reachable() ? 243U : 13U) ? 1U : 0U;
    }
    return acknowledged;
  }

  void charge() {
    if (tick_ % ticks_per_hour == 0 && weather_.below(10) == 0) { clearness_ = clearness[weather_.below(3)]; }
    battery_ += at_noon * sun() / 1000 * clearness_ / 100 * (80 + weather_.below(21)) / 100;
    if (battery_ > capacity) { battery_ = capacity; }
    drain(asleep);
    if (battery_ > resume) { has_power_ = true; }
  }

  void drain(uint32_t energy) {
    has_power_ = has_power_ && battery_ > energy;
    battery_ = battery_ > energy ? battery_ - energy : 0;
  }

  /// In thousandths of what it is at noon: a parabola from 6 to 18 o'clock.
  uint32_t sun() const {
    const uint32_t from_noon = minute() < 720 ? 720 - minute() : minute() - 720;
    return from_noon < 360 ? 1000 - from_noon * from_noon * 1000 / (360 * 360) : 0;
  }

  static constexpr uint32_t clearness[3] = {100, 45, 12};  // in hundredths: clear, broken, overcast

  ballast::Random weather_;
  ballast::Random radio_;
  uint32_t gap_begins_;
  uint32_t tick_ = 0;
  uint32_t battery_ = capacity / 2;
  uint32_t clearness_ = clearness[0];
  bool has_power_ = true;
};

}  // namespace sensor_node
