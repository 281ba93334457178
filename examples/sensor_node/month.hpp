#pragma once
/// A month at one site, under different controllers.

#include <stdint.h>

#include "controller.hpp"
#include "site.hpp"

namespace sensor_node {

/// The value of the reports, less what cut-offs cost.
struct Month {
  float of_day[days]{};

  /// From day `from` up to, not including, `until`.
  float per_hour(uint32_t from = 0, uint32_t until = days) const {
    float sum = 0.0F;
    for (uint32_t day = from; day < until; ++day) { sum += of_day[day]; }
    return sum / static_cast<float>((until - from) * 24);
  }
};

/// `choose(outcome)` is how many reports are sent in the next tick.
template <class Choose>
Month live_through(uint64_t site_seed, Choose choose) {
  Site site(site_seed);
  Month month;
  Outcome outcome = site.observe();
  for (uint32_t tick = 0; tick < days * ticks_per_day; ++tick) {
    outcome = site.step(choose(outcome));
    month.of_day[tick / ticks_per_day] += outcome.value;
  }
  return month;
}

inline Month learned_month(uint64_t site_seed, Controller& controller) {
  if (controller.start(site_seed) != ballast::Status::ok) { return {}; }
  return live_through(site_seed, [&](const Outcome& outcome) { return controller.tick(outcome); });
}

/// So many quarters of a report in each tick: where a quarter is left over, it is kept for the next tick.
inline Month fixed_month(uint64_t site_seed, uint32_t quarters) {
  uint32_t due = 0;
  return live_through(site_seed, [&](const Outcome&) {
    due += quarters;
    const uint32_t reports = due / 4;
    due %= 4;
    return reports;
  });
}

/// Of all that can be fixed, from nothing to the most there is: the one that was best, as is known when the month is
/// over.
inline Month best_fixed_month(uint64_t site_seed, uint32_t& quarters) {
  Month best;
  for (uint32_t candidate = 0; candidate <= 4 * most_reports; ++candidate) {
    const Month month = fixed_month(site_seed, candidate);
    if (candidate == 0 || month.per_hour() > best.per_hour()) {
      best = month;
      quarters = candidate;
    }
  }
  return best;
}

/// In proportion to the charge: a rule one would write down without learning anything. The best of its factors, again
/// as is known afterwards.
inline Month best_proportional_month(uint64_t site_seed) {
  Month best;
  for (uint32_t full = 1; full <= 20; ++full) {
    float charge = 0.5F;
    const Month month = live_through(site_seed, [&](const Outcome& outcome) {
      if (ballast::is_finite(outcome.charge)) { charge = outcome.charge; }
      const uint32_t reports = static_cast<uint32_t>(charge * static_cast<float>(full));
      return reports < most_reports ? reports : most_reports;
    });
    if (full == 1 || month.per_hour() > best.per_hour()) { best = month; }
  }
  return best;
}

}  // namespace sensor_node
