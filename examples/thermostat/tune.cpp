// Finds the numbers in settings.hpp: for each controller those with the least cost in thirty buildings that are not in
// the comparison, in the three months before anything changes. One number after the other, three rounds. Exits with 1
// if settings.hpp has others. For the host.
//   thermostat_tune

#include <stdint.h>
#include <stdio.h>

#include <functional>
#include <utility>
#include <vector>

#include "settings.hpp"

namespace {

using namespace thermostat;

constexpr uint64_t first_seed = 1001;
constexpr uint64_t buildings = 30;

using Candidates = std::vector<float>;
template <class Settings>
using Knob = std::pair<std::function<float&(Settings&)>, Candidates>;

Candidates range(float from, float to, float step) {
  Candidates result;
  for (float x = from; x <= to; x += step) { result.push_back(x); }
  return result;
}

/// Cents a day. `make(settings, seed)` is the controller.
template <class Settings, class Make>
double cost(const Settings& settings, const Make& make) {
  double sum = 0.0;
  for (uint64_t seed = first_seed; seed < first_seed + buildings; ++seed) {
    auto controller = make(settings, seed);
    live_through(busy_plant, seed, busy_plant.change_after, controller,
                 [&](uint32_t, float cents) { sum += static_cast<double>(cents); });
  }
  return sum / static_cast<double>(buildings * busy_plant.change_after);
}

bool is_as_committed = true;

/// From `best` on. `committed` is what settings.hpp says.
template <class Settings, class Make>
void find(const char* name, Settings best, Settings committed, const std::vector<Knob<Settings>>& knobs,
          const Make& make) {
  double least = cost(best, make);
  for (int round = 0; round < 3; ++round) {
    for (const auto& [number, candidates] : knobs) {
      Settings tried = best;
      for (const float candidate : candidates) {
        number(tried) = candidate;
        const double found = cost(tried, make);
        if (found < least) {
          least = found;
          best = tried;
        }
      }
    }
  }
  printf("%s:", name);
  bool is_same = true;
  for (const auto& [number, candidates] : knobs) {
    printf(" %g", static_cast<double>(number(best)));
    is_same = is_same && !(number(best) < number(committed)) && !(number(best) > number(committed));
  }
  printf("  (%.1f cents a day)%s\n", least, is_same ? "" : "  NOT what settings.hpp has");
  is_as_committed = is_as_committed && is_same;
  fflush(stdout);
}

template <class Settings>
Knob<Settings> knob(float Settings::*member, Candidates candidates) {
  return {[member](Settings& settings) -> float& { return settings.*member; }, std::move(candidates)};
}
template <class Table>
std::vector<Knob<Table>> knobs_of(size_t entries) {
  std::vector<Knob<Table>> knobs;
  for (size_t i = 0; i < entries; ++i) {
    knobs.push_back({[i](Table& table) -> float& { return table.degrees[i]; }, range(20.0F, 75.0F, 2.5F)});
  }
  return knobs;
}

Learned make_learned(const LearnedSettings& settings, uint64_t seed) {
  Learned learned;
  (void)learned.start(settings.config(), settings.cents_per_degree, seed);
  return learned;
}

}  // namespace

int main() {
  const auto itself = [](const auto& settings, uint64_t) { return settings; };
  find<Thresholds>(
      "thresholds_found", thresholds_by_hand, thresholds_found,
      {knob(&Thresholds::on_below, range(30.0F, 65.0F, 1.0F)), knob(&Thresholds::off_above, range(30.0F, 75.0F, 1.0F))},
      itself);
  find<PriceTable>("price_table", {{50.0F, 50.0F, 50.0F}}, price_table, knobs_of<PriceTable>(3), itself);
  HourTable hours{};
  for (float& degrees : hours.degrees) { degrees = 50.0F; }
  find<HourTable>("hour_table", hours, hour_table, knobs_of<HourTable>(12), itself);
  find<Pi>(
      "pi", {50.0F, 0.2F, 0.0F, 0.0F}, pi,
      {knob(&Pi::degrees, range(40.0F, 65.0F, 1.0F)), knob(&Pi::gain, {0.02F, 0.05F, 0.1F, 0.2F, 0.3F, 0.5F, 1.0F}),
       knob(&Pi::integral_gain, {0.0F, 0.0005F, 0.001F, 0.002F, 0.005F, 0.01F}),
       knob(&Pi::degrees_per_cent, range(0.0F, 1.0F, 0.1F))},
      itself);
  find<DrawCounters>(
      "draw_counters", {52.0F, 40.0F, 2.0F, 0.2F, 1.0F, 0.0F}, draw_counters,
      {knob(&DrawCounters::hot, range(46.0F, 70.0F, 2.0F)), knob(&DrawCounters::warm, range(20.0F, 52.0F, 4.0F)),
       knob(&DrawCounters::expected_above, {0.5F, 1.0F, 2.0F, 3.0F, 4.0F, 6.0F}),
       knob(&DrawCounters::rate, {0.05F, 0.1F, 0.2F, 0.3F, 0.4F, 0.6F}),
       knob(&DrawCounters::ahead, {0.5F, 1.0F, 1.5F, 2.0F}),
       knob(&DrawCounters::degrees_per_cent, range(0.0F, 1.0F, 0.1F))},
      itself);
  find<BanditSettings>("bandit", {2.0F, 0.2F, 0.05F, 1.6F}, bandit,
                       {knob(&BanditSettings::hours, {1.0F, 2.0F, 3.0F, 4.0F, 6.0F}),
                        knob(&BanditSettings::rate, {0.02F, 0.05F, 0.1F, 0.2F, 0.5F, 1.0F}),
                        knob(&BanditSettings::epsilon, {0.002F, 0.005F, 0.01F, 0.02F, 0.05F, 0.1F}),
                        knob(&BanditSettings::cents_per_degree, {0.0F, 0.8F, 1.6F, 2.4F, 3.2F})},
                       [](const BanditSettings& settings, uint64_t seed) { return Bandit(settings, seed); });
  find<LearnedSettings>("learned_found", learned_as_documented, learned_found,
                        {knob(&LearnedSettings::lambda, {0.0F, 0.25F, 0.5F, 0.6F, 0.7F, 0.8F, 0.9F}),
                         knob(&LearnedSettings::ratio, {0.01F, 0.02F, 0.05F, 0.1F, 0.2F}),
                         knob(&LearnedSettings::step_size, {0.1F, 0.2F, 0.3F, 0.5F, 1.0F, 2.0F}),
                         knob(&LearnedSettings::epsilon, {0.005F, 0.01F, 0.02F, 0.05F}),
                         knob(&LearnedSettings::cents_per_degree, {0.0F, 0.8F, 1.6F})},
                        make_learned);
  return is_as_committed ? 0 : 1;
}
