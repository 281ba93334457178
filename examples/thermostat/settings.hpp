#pragma once
/// The numbers of each controller, and how they were chosen: by hand, or by `thermostat_tune` on thirty other buildings
/// (seeds from 1001 on) in the three months before anything changes.

#include "bandit.hpp"
#include "learned.hpp"
#include "plant.hpp"
#include "simple.hpp"
#include "trial.hpp"

namespace thermostat {

constexpr Plant busy_plant{busy_building, busy_building_changed, 3};
constexpr Plant steady_plant{steady_building, steady_building_changed, 3};

constexpr Thresholds thresholds_by_hand{45.0F, 55.0F};

// --- found by thermostat_tune ---
constexpr Thresholds thresholds_found{50.0F, 50.0F};
constexpr PriceTable price_table{{55.0F, 50.0F, 42.5F}};
constexpr HourTable hour_table{{52.5F, 52.5F, 75.0F, 40.0F, 50.0F, 50.0F, 50.0F, 50.0F, 62.5F, 20.0F, 20.0F, 52.5F}};
constexpr Pi pi{51.5F, 0.25F, 0.0F, 0.4F};  // proportional alone: the search sets the integral to 0
constexpr DrawCounters draw_counters{52.0F, 36.0F, 0.9F, 0.34F, 0.8F, 0.4F};
constexpr BanditSettings bandit{1.0F, 0.6F, 0.0012F, 1.2F};

struct LearnedSettings {
  float lambda;
  float ratio;
  float step_size;
  float epsilon;
  float cents_per_degree;  // Bill

  constexpr Learned::Agent::Config config() const {
    return Learned::Agent::Config().lambda(lambda).ratio(ratio).step_size(step_size).radius(10000.0F).epsilon(epsilon);
  }
};
/// As in the README of the project, without any tuning.
constexpr LearnedSettings learned_as_documented{0.25F, 0.05F, 0.2F, 0.05F, 0.0F};
constexpr LearnedSettings learned_found{0.45F, 0.006F, 2.0F, 0.0025F, 0.2F};
static_assert(learned_as_documented.config().validate() == ballast::Status::ok);
static_assert(learned_found.config().validate() == ballast::Status::ok);

}  // namespace thermostat
