#pragma once
/// Controllers that do not learn what pays. Each is a function from a reading to the power of the element, and begins
/// with its settings: numbers that somebody must choose.

#include <ballast/ballast.hpp>

#include <stddef.h>
#include <stdint.h>

#include "plant.hpp"

namespace thermostat {

/// On below one temperature, off above the other.
struct Thresholds {
  float on_below;
  float off_above;
  bool is_on = false;

  float operator()(const Reading& reading) {
    if (reading.temperature < on_below) { is_on = true; }
    if (reading.temperature > off_above) { is_on = false; }
    return is_on ? 1.0F : 0.0F;
  }
  /// As an ordinary thermostat, which is set to one temperature.
  float hold(float degrees, const Reading& reading) {
    on_below = degrees - 1.0F;
    off_above = degrees + 1.0F;
    return (*this)(reading);
  }
};

/// A temperature for each of three prices: one that knows the tariff stores heat while energy is cheap.
struct PriceTable {
  float degrees[3];
  Thresholds thresholds{};

  float operator()(const Reading& reading) {
    const size_t level = reading.price < 15.0F ? 0 : reading.price < 30.0F ? 1 : 2;
    return thresholds.hold(degrees[level], reading);
  }
};

/// A temperature for every two hours of the day.
struct HourTable {
  float degrees[12];
  Thresholds thresholds{};

  float operator()(const Reading& reading) {
    return thresholds.hold(degrees[static_cast<size_t>(reading.hour) / 2], reading);
  }
};

/// PI control of the power, to a temperature that falls with the price. The integral does not wind up.
struct Pi {
  float degrees;
  float gain;
  float integral_gain;
  float degrees_per_cent;
  float integral = 0.0F;

  float operator()(const Reading& reading) {
    const float goal = degrees - ballast::product(degrees_per_cent, reading.price - 25.0F);
    const float error = goal - reading.temperature;
    integral = limited(integral + ballast::product(integral_gain, error));
    return limited(ballast::product(gain, error) + integral);
  }
  static float limited(float x) { return x < 0.0F ? 0.0F : x > 1.0F ? 1.0F : x; }
};

/// Written for this tank: 24 counters remember in which hours hot water is drawn, and it is heated ahead of them. Draws
/// show as a temperature that falls faster than pipes explain.
struct DrawCounters {
  float hot;   // degrees, where draws are expected in this hour, or `ahead` hours later
  float warm;  // elsewhere
  float expected_above;
  float rate;  // at which a counter follows the last day
  float ahead;
  float degrees_per_cent;
  Thresholds thresholds{};
  float drop_in[24]{};
  float drop = 0.0F;  // in this hour
  float last = wanted;
  uint32_t hour = 0;

  float operator()(const Reading& reading) {
    count(reading);
    const uint32_t next = static_cast<uint32_t>(reading.hour + ahead) % 24;
    const bool is_expected = drop_in[hour] > expected_above || drop_in[next] > expected_above;
    const float offset = ballast::product(degrees_per_cent, reading.price - 25.0F);
    return thresholds.hold((is_expected ? hot : warm) - offset, reading);
  }

 private:
  void count(const Reading& reading) {
    const float fallen = last - reading.temperature - 1.0F;
    last = reading.temperature;
    if (fallen > 0.0F) { drop = drop + fallen; }
    const auto now = static_cast<uint32_t>(reading.hour);
    if (now == hour) { return; }
    drop_in[hour] = drop_in[hour] + ballast::product(rate, drop - drop_in[hour]);
    drop = 0.0F;
    hour = now;
  }
};

}  // namespace thermostat
