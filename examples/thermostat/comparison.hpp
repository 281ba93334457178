#pragma once
/// Every controller in every building, the same draws for all: what each month has cost, and what can be claimed from
/// it. For the host.

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <vector>

#include "settings.hpp"

namespace thermostat {

constexpr uint32_t months = 6;

enum Who : size_t {
  by_hand,
  found,
  by_price,
  by_hour,
  by_pi,
  by_bandit,
  by_counters,
  as_documented,
  learned,
  in_hindsight,
  controllers
};
constexpr const char* names[controllers] = {
    "two thresholds, by hand",      "two thresholds, found by search",
    "price table, found by search", "timetable, found by search",
    "PI, found by search",          "bandit, found by search",
    "counters, found by search",    "SARSA, as documented",
    "SARSA, found by search",       "timetable of each building, in hindsight",
};

struct Table {
  std::vector<double> cents[controllers][months];  // a day, of each building

  double mean(Who who, uint32_t month) const {
    double sum = 0.0;
    for (const double x : cents[who][month]) { sum += x; }
    return sum / static_cast<double>(cents[who][month].size());
  }
};

/// The mean difference between two controllers in the same buildings.
struct Difference {
  double mean;
  double standard_error;

  /// With 95 % confidence the mean is within it, for one comparison by itself.
  double half_width() const { return 1.984 * standard_error; }  // Student's t, 100 buildings
};
inline Difference difference(const Table& table, Who a, Who b, uint32_t month) {
  const std::vector<double>& of_a = table.cents[a][month];
  const std::vector<double>& of_b = table.cents[b][month];
  const auto n = static_cast<double>(of_a.size());
  const double mean = table.mean(a, month) - table.mean(b, month);
  double squares = 0.0;
  for (size_t i = 0; i < of_a.size(); ++i) {
    const double from_mean = of_a[i] - of_b[i] - mean;
    squares += from_mean * from_mean;
  }
  return {mean, sqrt(squares / (n - 1.0) / n)};
}

/// Somebody who knows the first month of this building in advance, and sets every two hours for it.
inline HourTable best_hour_table(const Plant& plant, uint64_t seed) {
  const auto cost = [&](HourTable table) {
    float result = 0.0F;
    live_through(plant, seed, 1, table, [&](uint32_t, float cents) { result = cents; });
    return result;
  };
  HourTable best = hour_table;
  float least = cost(best);
  for (int round = 0; round < 2; ++round) {
    for (float& degrees : best.degrees) {
      float keep = degrees;
      for (const float candidate : {20.0F, 45.0F, 50.0F, 55.0F, 60.0F, 70.0F}) {
        degrees = candidate;
        const float tried = cost(best);
        if (tried < least) {
          least = tried;
          keep = candidate;
        }
      }
      degrees = keep;
    }
  }
  return best;
}

template <class Controller>
void add(Table& table, const Plant& plant, uint64_t seed, Who who, Controller controller) {
  live_through(plant, seed, months, controller,
               [&](uint32_t month, float cents) { table.cents[who][month].push_back(static_cast<double>(cents)); });
}

inline Learned started(const LearnedSettings& settings, uint64_t seed) {
  Learned controller;
  (void)controller.start(settings.config(), settings.cents_per_degree, seed_of_controller(seed));
  return controller;
}

inline Table compare(const Plant& plant, uint32_t buildings) {
  Table table;
  for (uint64_t seed = 1; seed <= buildings; ++seed) {
    add(table, plant, seed, by_hand, thresholds_by_hand);
    add(table, plant, seed, found, thresholds_found);
    add(table, plant, seed, by_price, price_table);
    add(table, plant, seed, by_hour, hour_table);
    add(table, plant, seed, by_pi, pi);
    add(table, plant, seed, by_bandit, Bandit(bandit, seed_of_controller(seed)));
    add(table, plant, seed, by_counters, draw_counters);
    add(table, plant, seed, as_documented, started(learned_as_documented, seed));
    add(table, plant, seed, learned, started(learned_found, seed));
    add(table, plant, seed, in_hindsight, best_hour_table(plant, seed));
  }
  return table;
}

/// So many standard errors must a claim hold by: with Student's t that is a chance of 0.00035 to be wrong, and of 5 %
/// that any of 140 claims is (Bonferroni).
constexpr double errors_of_claim = 3.5;

/// In each of these months (counted from 1), `cheaper` costs less than each of `dearer` by more than `at_least` cents a
/// day.
struct Claim {
  Who cheaper;
  std::vector<Who> dearer;
  std::vector<uint32_t> in_months;
  double at_least;
};
inline bool holds(const Claim& claim, const Table& table) {
  bool result = true;
  for (const uint32_t month : claim.in_months) {
    for (const Who dearer : claim.dearer) {
      const Difference saved = difference(table, dearer, claim.cheaper, month - 1);
      if (saved.mean - errors_of_claim * saved.standard_error > claim.at_least) { continue; }
      result = false;
      fprintf(stderr, "does not hold: in month %u \"%s\" costs %g cents less than \"%s\" (%.1f ± %.1f)\n", month,
              names[claim.cheaper], claim.at_least, names[dearer], saved.mean, saved.half_width());
    }
  }
  return result;
}

}  // namespace thermostat
