#pragma once
/// A hot-water tank in some building: its people, its tariff and its heating element, which the controllers do not
/// know. Products that are added to are rounded (ballast::product), so that a building is the same on every machine.

#include <ballast/ballast.hpp>

#include <stddef.h>
#include <stdint.h>

namespace thermostat {

constexpr uint32_t ticks_per_hour = 6;  // a reading every ten minutes
constexpr uint32_t ticks_per_day = 24 * ticks_per_hour;
constexpr uint32_t ticks_per_month = 30 * ticks_per_day;

constexpr float wanted = 45.0F;    // degrees: hot enough
constexpr float too_cold = 25.0F;  // cents: what a tankful that is a degree colder costs its users in comfort
constexpr float too_hot = 75.0F;   // degrees: a safety switch cuts the element off

/// The price of a kWh in cents, from 0 to 24 o'clock.
struct Tariff {
  float cents[24];
};
constexpr Tariff night_tariff{{10, 10, 10, 10, 10, 10, 25, 25, 25, 25, 25, 25,  //
                               25, 25, 25, 25, 25, 40, 40, 40, 25, 25, 10, 10}};
constexpr Tariff solar_tariff{{25, 25, 25, 25, 25, 25, 40, 40, 40, 25, 25, 10,  //
                               10, 10, 10, 10, 25, 40, 40, 40, 40, 25, 25, 25}};
constexpr Tariff flat_tariff{{25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25,  //
                              25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25}};

/// What can change from one month to the next.
struct Conditions {
  const Tariff* tariff;
  float kilowatts;   // of the element
  float busy_draw;   // the part of the tank that is drawn in ten minutes: twice a day, for half an hour
  float small_draw;  // now and then
  float steady_draw;
  float hours_later;  // than in the first months: everything that people do
};

/// Draws at two times of the day, which nobody has told the controller, and a tariff that follows the hour.
constexpr Conditions busy_building{&night_tariff, 2.0F, 0.15F, 0.05F, 0.0F, 0.0F};
/// All at once: another tariff, a limed element that gives 60 %, and everybody comes three hours later.
constexpr Conditions busy_building_changed{&solar_tariff, 1.2F, 0.15F, 0.05F, 0.0F, 3.0F};
/// The same draw day and night, and one price: there is nothing to find out.
constexpr Conditions steady_building{&flat_tariff, 2.0F, 0.0F, 0.0F, 0.01F, 0.0F};
constexpr Conditions steady_building_changed{&flat_tariff, 1.2F, 0.0F, 0.0F, 0.01F, 0.0F};

/// What a controller observes, once a tick.
struct Reading {
  float temperature;  // degrees
  float hour;         // from 0 to 24
  float price;        // cents for a kWh, now
  float cost;         // of the last tick, in cents: energy and discomfort
};

class Building {
 public:
  /// Each has its own two busy half hours, six hours earlier or later than 7 and 19 o'clock, and its own pipes.
  Building(uint64_t seed, const Conditions& conditions) : random_(seed) {
    for (size_t i = 0; i < 2; ++i) { usual_[i] = (i == 0 ? 7.0F : 19.0F) + random_.uniform(-6.0F, 6.0F); }
    hours_to_cool_ = random_.uniform(5.6F, 10.4F);  // until a third of the warmth is left: a circulation line
    chance_of_small_draw_ = random_.uniform(0.0F, 0.04F);
    change(conditions);
  }

  void change(const Conditions& conditions) {
    conditions_ = conditions;
    begin_day();
  }

  /// Ten minutes with the element at this power, from 0 to 1.
  Reading step(float power) {
    const float used = temperature_ > too_hot ? 0.0F : power;
    const float energy = used * (conditions_.kilowatts / ticks_per_hour);  // kWh
    const float drawn = draw();
    const float missing = temperature_ < wanted ? wanted - temperature_ : 0.0F;
    const float cost = ballast::product(energy, price()) + ballast::product(missing * drawn, too_cold);
    const float cooled = ballast::product(temperature_ - room, 1.0F / (hours_to_cool_ * ticks_per_hour));
    const float refilled = ballast::product(temperature_ - mains, drawn);
    temperature_ = temperature_ + ballast::product(energy, degrees_per_kwh) - cooled - refilled;
    if (++tick_ % ticks_per_day == 0) { begin_day(); }
    return observe(cost);
  }

  Reading observe(float cost = 0.0F) const { return {temperature_, hour(), price(), cost}; }

 private:
  static constexpr float room = 18.0F;
  static constexpr float mains = 12.0F;
  static constexpr float degrees_per_kwh = 14.3F;  // 60 litres

  float hour() const { return static_cast<float>(tick_ % ticks_per_day) / ticks_per_hour; }
  float price() const { return conditions_.tariff->cents[tick_ % ticks_per_day / ticks_per_hour]; }

  /// The part of the tank that is drawn in these ten minutes.
  float draw() {
    float sum = conditions_.steady_draw;
    for (const float begin : busy_) {
      const float since = hour() < begin ? hour() + 24.0F - begin : hour() - begin;
      if (since < 0.5F) { sum = sum + conditions_.busy_draw; }
    }
    if (random_.uniform(0.0F, 1.0F) < chance_of_small_draw_) { sum = sum + conditions_.small_draw; }
    return sum;
  }

  /// Nobody is punctual.
  void begin_day() {
    for (size_t i = 0; i < 2; ++i) {
      const float begin = usual_[i] + conditions_.hours_later + random_.uniform(-0.4F, 0.4F);
      busy_[i] = begin < 0.0F ? begin + 24.0F : begin >= 24.0F ? begin - 24.0F : begin;
    }
  }

  ballast::Random random_;
  float usual_[2]{};
  float busy_[2]{};
  float hours_to_cool_ = 0.0F;
  float chance_of_small_draw_ = 0.0F;
  Conditions conditions_{};
  uint32_t tick_ = 0;
  float temperature_ = 45.0F;
};

}  // namespace thermostat
