// Finds the numbers in settings.hpp: for each controller those with the least cost in thirty buildings that are not in
// the comparison, in the three months before anything changes. All controllers get the same number of trials: from
// a guess one number after the other, then random numbers, and small changes to the best of them. Exits with 1 if
// settings.hpp has others. For the host.
//   thermostat_tune

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "settings.hpp"

namespace {

using namespace thermostat;

constexpr uint64_t first_seed = 1001;
constexpr uint64_t buildings = 30;
// Settings that are tried, of each controller.
constexpr int in_turn = 600;        // from a guess, one number after the other
constexpr int random_trials = 200;  // anywhere
constexpr int starts = 2;           // the best of these
constexpr int changes = 400;        // small ones, from each of the starts

using Candidates = std::vector<float>;
template <class Settings>
using Knob = std::pair<std::function<float&(Settings&)>, Candidates>;

Candidates range(double from, double to, double step) {
  Candidates result;
  for (int i = 0; from + i * step < to + 0.5 * step; ++i) { result.push_back(static_cast<float>(from + i * step)); }
  return result;
}

/// Ten numbers for each power of ten.
Candidates decades(double from, double to) {
  Candidates result;
  for (const double power : {0.001, 0.01, 0.1, 1.0}) {
    for (const double x : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
      const double number = x * power;
      if (number > 0.99 * from && number < 1.01 * to) { result.push_back(static_cast<float>(number)); }
    }
  }
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

/// The search for the numbers of one controller.
template <class Settings, class Make>
class Search {
 public:
  Search(const std::vector<Knob<Settings>>& knobs, const Make& make) : knobs_(knobs), make_(make) {}

  struct Tried {
    Settings settings;
    double cents;
  };

  /// From a guess, and from the best of random settings.
  Tried best_from(const Settings& guess) {
    Tried best = swept(tried(guess));
    std::vector<Tried> found;
    found.reserve(random_trials);
    for (int i = 0; i < random_trials; ++i) { found.push_back(tried(random_settings(guess))); }
    std::sort(found.begin(), found.end(), [](const Tried& a, const Tried& b) { return a.cents < b.cents; });
    for (size_t i = 0; i < starts; ++i) {
      const Tried climbed = improved(found[i]);
      if (climbed.cents < best.cents) { best = climbed; }
    }
    return best;
  }

 private:
  Tried tried(const Settings& settings) const { return {settings, cost(settings, make_)}; }

  Settings random_settings(Settings settings) {
    for (const auto& [number, candidates] : knobs_) {
      number(settings) = candidates[random_.below(static_cast<uint32_t>(candidates.size()))];
    }
    return settings;
  }

  /// Climbs by small changes.
  Tried improved(Tried best) {
    for (int i = 0; i < changes; ++i) {
      const Tried found = tried(changed(best.settings));
      if (found.cents < best.cents) { best = found; }
    }
    return best;
  }

  /// Two numbers, by up to a quarter of their range.
  Settings changed(Settings settings) {
    for (int i = 0; i < 2; ++i) {
      const auto& [number, candidates] = knobs_[random_.below(static_cast<uint32_t>(knobs_.size()))];
      const auto at = std::lower_bound(candidates.begin(), candidates.end(), number(settings)) - candidates.begin();
      const auto last = static_cast<ptrdiff_t>(candidates.size()) - 1;
      const uint32_t reach = 1 + random_.below(static_cast<uint32_t>(last / 4 + 1));
      const ptrdiff_t step = static_cast<ptrdiff_t>(random_.below(2 * reach + 1)) - static_cast<ptrdiff_t>(reach);
      number(settings) = candidates[static_cast<size_t>(std::clamp<ptrdiff_t>(at + step, 0, last))];
    }
    return settings;
  }

  /// One number after the other, each over its whole range.
  Tried swept(Tried best) const {
    for (int left = in_turn;;) {
      for (const auto& [number, candidates] : knobs_) {
        Settings settings = best.settings;
        for (const float candidate : candidates) {
          if (left-- == 0) { return best; }
          number(settings) = candidate;
          const Tried found = tried(settings);
          if (found.cents < best.cents) { best = found; }
        }
      }
    }
  }

  const std::vector<Knob<Settings>>& knobs_;
  const Make& make_;
  ballast::Random random_{1};
};

bool is_as_committed = true;

/// `guess` is where the search begins, and `committed` what settings.hpp says.
template <class Settings, class Make>
void find(const char* name, const Settings& guess, Settings committed, const std::vector<Knob<Settings>>& knobs,
          const Make& make) {
  auto best = Search<Settings, Make>(knobs, make).best_from(guess);
  printf("%s:", name);
  bool is_same = true;
  for (const auto& [number, candidates] : knobs) {
    const float found = number(best.settings);
    printf(" %g", static_cast<double>(found));
    is_same = is_same && !(found < number(committed)) && !(found > number(committed));
  }
  printf("  (%.1f cents a day)%s\n", best.cents, is_same ? "" : "  NOT what settings.hpp has");
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
    knobs.push_back({[i](Table& table) -> float& { return table.degrees[i]; }, range(20, 75, 2.5)});
  }
  return knobs;
}

Learned make_learned(const LearnedSettings& settings, uint64_t seed) {
  Learned learned;
  (void)learned.start(settings.config(), settings.cents_per_degree, seed_of_controller(seed));
  return learned;
}

}  // namespace

int main() {
  const auto itself = [](const auto& settings, uint64_t) { return settings; };
  // To switch on above off_above would do the same as to switch on below it, and the best off_above is 50.
  find<Thresholds>("thresholds_found", thresholds_by_hand, thresholds_found,
                   {knob(&Thresholds::on_below, range(30, 50, 1)), knob(&Thresholds::off_above, range(30, 75, 1))},
                   itself);
  find<PriceTable>("price_table", {{50.0F, 50.0F, 50.0F}}, price_table, knobs_of<PriceTable>(3), itself);
  HourTable hours{};
  for (float& degrees : hours.degrees) { degrees = 50.0F; }
  find<HourTable>("hour_table", hours, hour_table, knobs_of<HourTable>(12), itself);
  find<Pi>("pi", {50.0F, 0.2F, 0.0F, 0.0F}, pi,
           {knob(&Pi::degrees, range(40, 65, 0.5)), knob(&Pi::gain, decades(0.02, 2)),
            knob(&Pi::integral_gain, {0.0F, 0.0005F, 0.001F, 0.002F, 0.005F, 0.01F}),
            knob(&Pi::degrees_per_cent, range(0, 1, 0.05))},
           itself);
  find<DrawCounters>(
      "draw_counters", {52.0F, 40.0F, 2.0F, 0.2F, 1.0F, 0.0F}, draw_counters,
      {knob(&DrawCounters::hot, range(46, 65, 0.5)), knob(&DrawCounters::warm, range(20, 52, 1)),
       knob(&DrawCounters::expected_above, range(0.2, 6, 0.1)), knob(&DrawCounters::rate, range(0.02, 0.8, 0.02)),
       knob(&DrawCounters::ahead, range(0, 2, 0.1)), knob(&DrawCounters::degrees_per_cent, range(0, 1, 0.05))},
      itself);
  find<BanditSettings>(
      "bandit", {2.0F, 0.2F, 0.05F, 1.6F}, bandit,
      {knob(&BanditSettings::hours, {1.0F, 2.0F, 3.0F, 4.0F, 6.0F}), knob(&BanditSettings::rate, decades(0.02, 0.8)),
       knob(&BanditSettings::epsilon, decades(0.001, 0.08)),
       knob(&BanditSettings::cents_per_degree, range(0, 3.2, 0.2))},
      [](const BanditSettings& settings, uint64_t seed) { return Bandit(settings, seed_of_controller(seed)); });
  find<LearnedSettings>(
      "learned_found", learned_as_documented, learned_found,
      {knob(&LearnedSettings::lambda, range(0, 0.95, 0.05)), knob(&LearnedSettings::ratio, decades(0.001, 0.5)),
       knob(&LearnedSettings::step_size, decades(0.05, 5)), knob(&LearnedSettings::epsilon, decades(0.001, 0.08)),
       knob(&LearnedSettings::cents_per_degree, range(0, 3.2, 0.2))},
      make_learned);
  return is_as_committed ? 0 : 1;
}
