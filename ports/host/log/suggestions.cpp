#include "log/suggestions.hpp"

#include <fmt/format.h>

#include <optional>

#include "experiments/text/number_format.hpp"
#include "log/start.hpp"

namespace tool {

using ballast::experiments::counted;
using ballast::experiments::listed;

namespace {

constexpr const char* features_section = "CHOOSING.md, \"Features\"";
constexpr const char* direction_section = "CHOOSING.md, \"The constant direction\"";
constexpr const char* radius_section = "CHOOSING.md, \"Radius R\"";
constexpr const char* better_section = "CHOOSING.md, \"It runs, but it does not get better\"";
constexpr const char* scale_section = "FIELD.md, \"Scale\"";

/// What the rules look at.
struct Facts {
  const LogStatistics& log;
  const FeatureSummary& features;
  const std::string& name;
};

using Advice = std::optional<Suggestion>;

template <class Describe>
std::string text_of(const FeatureList& list, Describe describe) {
  std::vector<std::string> items;
  for (const std::size_t i : list.named) { items.push_back(describe(i)); }
  if (list.count > items.size()) { items.push_back(fmt::format("{} more", list.count - items.size())); }
  return listed(items);
}

std::string range_text(const FeatureRange& range) {
  return fmt::format("{:.4g} to {:.4g}", range.low, range.high);
}

/// "phi_3 (950 to 1050) and phi_5 (0 to 4)".
std::string with_ranges(const FeatureList& list, const FeatureRanges& ranges) {
  return text_of(list, [&](std::size_t i) { return fmt::format("phi_{} ({})", i, range_text(ranges[i])); });
}

bool has_one_state(const Facts& facts) {
  return !facts.log.states().has_many() && facts.log.states().distinct() == 1;
}

// --- rows -----------------------------------------------------------------------------------------------------------

Advice gaps(const Facts& facts) {
  const Gaps& gaps = facts.log.gaps();
  if (gaps.count == 0) { return {}; }
  if (gaps.first.is_binary()) {
    return Suggestion{"gaps", "Drain the recorder more often, or give it a larger ring",
                      fmt::format("ticks are missing at {}, the first before {}", counted(gaps.count, "place"),
                                  text_of(facts.name, gaps.first)),
                      "RECORDER.md, \"How to use it\""};
  }
  return Suggestion{"gaps", "Call reset_trace() on the device at each gap, as a replay does",
                    fmt::format("t does not count up by one at {}, the first at {}", counted(gaps.count, "place"),
                                text_of(facts.name, gaps.first)),
                    "REPLAY.md, \"The log\""};
}

Advice bad_numbers(const Facts& facts) {
  const BadNumbers& bad = facts.log.bad();
  if (bad.count == 0) { return {}; }
  return Suggestion{"bad-numbers", "Find out where bad numbers come from, and replay with --on-bad skip",
                    fmt::format("a learner refuses {} of {}", facts.log.transitions() - facts.log.usable(),
                                counted(facts.log.transitions(), "transition")),
                    "CHOOSING.md, \"Start here\", rejections()"};
}

Advice few_rows(const Facts& facts) {
  const uint64_t needed = std::max<uint64_t>(100, 10 * facts.log.features().dimension());
  if (facts.log.usable() >= needed) { return {}; }
  return Suggestion{
      "few-rows", "Record more, or take fewer features",
      fmt::format("{} for {}; at least 100, and 10 a feature, are {}", counted(facts.log.usable(), "usable transition"),
                  counted(facts.log.features().dimension(), "feature"), needed),
      better_section};
}

// --- reward ---------------------------------------------------------------------------------------------------------

Advice constant_reward(const Facts& facts) {
  if (!facts.log.reward().is_constant()) { return {}; }
  return Suggestion{"constant-reward", "Check what the device logs as its reward: there is nothing to learn from it",
                    fmt::format("it is {:.4g} in all rows", facts.log.reward().mean()), better_section};
}

Advice reward_offset(const Facts& facts) {
  const Moments& reward = facts.log.reward();
  if (!has_offset(reward)) { return {}; }
  return Suggestion{
      "reward-offset", fmt::format("Subtract {:.4g} from rewards, or start with this average reward", reward.mean()),
      fmt::format("the mean is {:.4g} deviations from 0", std::abs(reward.mean()) / reward.deviation()), scale_section};
}

Advice reward_scale(const Facts& facts) {
  const Moments& reward = facts.log.reward();
  const double factor = reward_factor(reward);
  if (factor == 1) { return {}; }
  const std::string how = factor < 1 ? fmt::format("Divide rewards by {:.6g}", 1 / factor)
                                     : fmt::format("Multiply rewards by {:.6g}", factor);
  return Suggestion{"reward-scale", how + ", as Scale does",
                    fmt::format("they are up to {:.4g} in size{}, and about 1 is assumed", scaled_size(reward),
                                has_offset(reward) ? " without their mean" : ""),
                    scale_section};
}

Advice reward_trend(const Facts& facts) {
  const Halves& halves = facts.log.reward_halves();
  const double difference = std::abs(halves.first().mean() - halves.second().mean());
  if (halves.errors_apart() <= 4 || difference <= facts.log.reward().deviation() / 4) { return {}; }
  return Suggestion{"reward-trend", "Use a constant step-size, which follows change",
                    fmt::format("the mean reward is {:.4g} in the first half and {:.4g} in the second",
                                halves.first().mean(), halves.second().mean()),
                    "CHOOSING.md, \"Step-size beta\""};
}

// --- features -------------------------------------------------------------------------------------------------------

std::string step_size_for(double square_norm) {
  return fmt::format("as they are, step-size 0.2 is {:.2g}", 0.2 / square_norm);
}

Advice raw_features(const Facts& facts) {
  const FeatureList& raw = facts.features.raw;
  if (raw.count == 0) { return {}; }
  return Suggestion{"raw-features", "Bring raw readings to 0 .. 1 by their InputRange, with Scale or a TileCoder",
                    fmt::format("{} {} beyond -2 .. 2; ||phi||^2 is up to {:.4g}, and 1 is assumed ({})",
                                with_ranges(raw, facts.log.features()), raw.count == 1 ? "is" : "are",
                                facts.log.square_norm().high(), step_size_for(facts.log.square_norm().high())),
                    scale_section};
}

Advice large_norm(const Facts& facts) {
  const Moments& norm = facts.log.square_norm();
  if (facts.features.raw.count > 0 || (norm.high() <= 2 && norm.mean() <= 1.1)) { return {}; }
  return Suggestion{
      "large-norm", fmt::format("Divide features by {:.4g}, or call limit_norm on each phi", std::sqrt(norm.high())),
      fmt::format("||phi||^2 is up to {:.4g}, and 1 is assumed ({})", norm.high(), step_size_for(norm.high())),
      features_section};
}

Advice small_norm(const Facts& facts) {
  const double largest = facts.log.square_norm().high();
  if (largest == 0 || largest >= 1.0 / 16) { return {}; }
  return Suggestion{"small-norm", fmt::format("Multiply features by {:.4g}", 1 / std::sqrt(largest)),
                    fmt::format("||phi||^2 is at most {:.4g}, and 1 is assumed ({})", largest, step_size_for(largest)),
                    features_section};
}

Advice bias(const Facts& facts) {
  const FeatureList& bias = facts.features.bias;
  if (bias.count == 0 || has_one_state(facts)) { return {}; }
  return Suggestion{"bias", fmt::format("Leave out {}", text_of(bias)),
                    fmt::format("{} in all rows: a bias learns nothing, and its weight drifts",
                                bias.count == 1 ? fmt::format("it is {:.4g}", facts.log.features()[bias.named[0]].low)
                                                : "they are the same"),
                    features_section};
}

Advice nearly_constant(const Facts& facts) {
  const FeatureList& flat = facts.features.nearly_constant;
  if (flat.count == 0) { return {}; }
  return Suggestion{
      "nearly-constant",
      fmt::format("Subtract what {} {} at least", text_of(flat), flat.count == 1 ? "always has" : "always have"),
      fmt::format("{}: nearly a bias", with_ranges(flat, facts.log.features())), features_section};
}

Advice dead_features(const Facts& facts) {
  const FeatureList& dead = facts.features.dead;
  if (dead.count == 0 || dead.count == facts.log.features().dimension()) { return {}; }
  return Suggestion{"dead-features", fmt::format("Leave out {}, or make the range smaller", text_of(dead)),
                    fmt::format("{} of {} are 0 in all rows: they cost memory and learn nothing", dead.count,
                                counted(facts.log.features().dimension(), "feature")),
                    "CHOOSING.md, \"Tilings and tiles\""};
}

std::string what_removes_the_direction(const FeatureSummary& features) {
  if (features.dead.count == 0) { return "Use WithoutOnes<JointBall<float>> if every feature occurs in the field too"; }
  if (features.is_one_hot) {
    return "Choose a large radius, or give WithoutDirection 1 for the features that occur and 0 for the others";
  }
  return "Choose a large radius; WithoutOnes needs every feature to occur";
}

Advice constant_direction(const Facts& facts) {
  if (!facts.features.is_sum_constant || has_one_state(facts)) { return {}; }
  return Suggestion{"constant-direction", what_removes_the_direction(facts.features),
                    fmt::format("the features add up to {:.4g} in all rows", facts.log.sum().mean()),
                    direction_section};
}

Advice parallel_features(const Facts& facts) {
  if (facts.features.parallel.empty()) { return {}; }
  const std::size_t others = facts.features.parallel.size() - 1;
  const ParallelPair& pair = facts.features.parallel.front();
  return Suggestion{"parallel-features", fmt::format("Leave out phi_{} or phi_{}", pair.first, pair.second),
                    fmt::format("one is {:.4g} times the other, with a cosine of {:.6f}{}", pair.factor, pair.cosine,
                                others == 0 ? "" : fmt::format("; {} more like this", counted(others, "pair"))),
                    radius_section};
}

// --- states ---------------------------------------------------------------------------------------------------------

Advice one_state(const Facts& facts) {
  if (!has_one_state(facts)) { return {}; }
  return Suggestion{"one-state", "Check what the device logs as features: there is nothing to learn from them",
                    "they are the same in all rows", better_section};
}

Advice stuck_state(const Facts& facts) {
  const Run& run = facts.log.states().longest();
  const uint64_t rows = facts.log.features().rows();
  if (has_one_state(facts) || (run.rows < 4096 && (run.rows < 32 || run.rows < rows / 10))) { return {}; }
  return Suggestion{
      "stuck", "Check that no sensor was stuck",
      fmt::format("all features are the same in {} rows from {} on", run.rows, text_with_t(facts.name, run.begin)),
      scale_section};
}

Advice stuck_feature(const Facts& facts) {
  const FeatureList& stuck = facts.features.stuck;
  if (stuck.count == 0) { return {}; }
  const FeatureRange range = facts.log.features()[stuck.named[0]];
  return Suggestion{"stuck-feature", fmt::format("Check the sensor of {}", text_of(stuck)),
                    fmt::format("phi_{} is the same in {} rows from {} on", stuck.named[0], range.longest.rows,
                                text_with_t(facts.name, range.longest.begin)),
                    scale_section};
}

Advice repeated_states(const Facts& facts) {
  const uint64_t repeated = facts.log.states().repeated();
  const uint64_t rows = facts.log.features().rows();
  if (has_one_state(facts) || repeated <= rows / 4 * 3) { return {}; }
  return Suggestion{"repeated-states", "Make ticks longer, or features finer",
                    fmt::format("{} of {} have the features of the row before", repeated, counted(rows, "row")),
                    better_section};
}

}  // namespace

std::vector<Suggestion> suggestions_for(const LogStatistics& log, const FeatureSummary& features,
                                        const std::string& name) {
  const Facts facts{log, features, name};
  std::vector<Suggestion> all;
  for (const auto rule : {gaps, bad_numbers, few_rows, constant_reward, reward_offset, reward_scale, reward_trend,
                          raw_features, large_norm, small_norm, one_state, bias, nearly_constant, dead_features,
                          constant_direction, parallel_features, stuck_state, stuck_feature, repeated_states}) {
    if (const Advice advice = rule(facts)) { all.push_back(*advice); }
  }
  return all;
}

std::string text_of(const std::string& name, RowPlace place) {
  return place.is_binary() ? fmt::format("{}: tick {}", name, place.t) : fmt::format("{}:{}", name, place.line);
}

std::string text_with_t(const std::string& name, RowPlace place) {
  return text_of(name, place) + (place.is_binary() ? "" : fmt::format(" (t = {})", place.t));
}

std::string text_of(const FeatureList& list) {
  return text_of(list, [](std::size_t i) { return fmt::format("phi_{}", i); });
}

}  // namespace tool
