#include "io/snapshot_companions.hpp"

#include <ballast/field/health.hpp>
#include <ballast/math/ieee754.hpp>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "experiments/text/plural.hpp"
#include "io/snapshot_archive.hpp"

namespace tool {

using ballast::experiments::plural;

namespace {

using ballast::detail::Section;

constexpr std::size_t most_actions = 32;
using AnyHealth = ballast::Health<most_actions>;
constexpr std::size_t health_words = AnyHealth::snapshot_bytes / 4 - most_actions;  // without actions
constexpr std::size_t health_means = 5;                                             // in float a word each
constexpr std::size_t weights_norm_word = 20;
constexpr std::size_t guard_words = 7;  // without what is kept

/// Words as Health::exchange reads them from a snapshot. What follows the last is 0.
class Words {
 public:
  explicit Words(const std::vector<uint32_t>& words) : words_(words) {}

  static bool is_storing() { return true; }
  void operator()(uint32_t& x) { x = next(); }
  float number(float /*x*/) {
    const auto value = ballast::from_bits<float>(next());
    require(ballast::is_finite(value));
    return value;
  }
  template <class T>
  void below(T& x, uint32_t limit) {
    const uint32_t word = next();
    require(word < limit);
    x = static_cast<T>(word);
  }
  void require(bool condition) {
    if (!condition && !invalid_) { invalid_ = at_ - 1; }
  }
  std::optional<std::size_t> invalid() const { return invalid_; }

 private:
  uint32_t next() {
    ++at_;
    return at_ <= words_.size() ? words_[at_ - 1] : 0;
  }

  const std::vector<uint32_t>& words_;
  std::size_t at_ = 0;
  std::optional<std::size_t> invalid_;
};

/// In fixed point each of its means is two words instead of one.
std::size_t words_of_means(const Snapshot& snapshot) {
  return snapshot.fixed ? 2 * health_means : health_means;
}
bool is_health(const Snapshot& snapshot, const SavedSection& section) {
  const std::size_t actions = snapshot.agent ? snapshot.agent->actions : 0;
  return section.head == static_cast<uint32_t>(Section::health) && actions <= most_actions &&
         section.words.size() == health_words - health_means + words_of_means(snapshot) + actions;
}

/// As health in fixed point has them: signed integers of 64 bits.
std::array<int64_t, health_means> fixed_means(const std::vector<uint32_t>& words) {
  std::array<int64_t, health_means> means{};
  for (std::size_t i = 0; i < health_means; ++i) {
    means[i] = static_cast<int64_t>(uint64_t{words[2 * i + 1]} << 32U | words[2 * i]);
  }
  return means;
}
/// What follows the means is the same in either, after means of 0. (Whether updates are too small does not depend on
/// the norm of the weights in fixed point: it is 1 here.)
std::vector<uint32_t> words_as_in_float(const Snapshot& snapshot, const std::vector<uint32_t>& words) {
  if (!snapshot.fixed) { return words; }
  std::vector<uint32_t> result(health_means, 0);
  result.insert(result.end(), words.begin() + 2 * health_means, words.end());
  result[weights_norm_word] = 1;
  return result;
}
/// TD error, its square, reward, its variance, what is usual.
std::optional<std::size_t> invalid_mean(const std::vector<uint32_t>& words) {
  constexpr int64_t mean = int64_t{1} << 36U;
  constexpr int64_t square = int64_t{1} << 62U;
  constexpr int64_t usual = mean * 65536;
  constexpr std::pair<int64_t, int64_t> ranges[] = {
      {-mean, mean}, {0, square}, {-mean, mean}, {0, square}, {-usual, usual}};
  const auto means = fixed_means(words);
  for (std::size_t i = 0; i < health_means; ++i) {
    if (means[i] < ranges[i].first || means[i] > ranges[i].second) { return 2 * i; }
  }
  return {};
}
std::optional<std::size_t> invalid_in_health(const Snapshot& snapshot, const std::vector<uint32_t>& words) {
  if (snapshot.fixed) {
    if (const auto invalid = invalid_mean(words)) { return invalid; }
  }
  const std::vector<uint32_t> in_float = words_as_in_float(snapshot, words);
  Words checked(in_float);
  AnyHealth().exchange(checked);
  const auto invalid = checked.invalid();
  return invalid ? std::optional(*invalid - health_means + words_of_means(snapshot)) : invalid;
}
void take_fixed_means(const std::vector<uint32_t>& words, const FixedFormats& formats, SavedHealth& saved) {
  const auto means = fixed_means(words);
  const int32_t fraction = fraction_of(Quantity::value, formats);
  const auto mean = [&](std::size_t i) {  // kept as 32 times its size
    return static_cast<float>(std::ldexp(static_cast<double>(means[i]), -fraction - 5));
  };
  const auto root = [&](std::size_t i) {
    return static_cast<float>(std::ldexp(std::sqrt(static_cast<double>(means[i])), -fraction));
  };
  saved.td_error = mean(0);
  saved.td_error_size = root(1);
  saved.reward = mean(2);
  saved.reward_deviation = root(3);
}
bool is_guard(const SavedSection& section) {
  return section.head == static_cast<uint32_t>(Section::guard) && section.words.size() >= guard_words;
}
/// Whether the last good weights are in it: KeptInRam.
bool has_weights(const Snapshot& snapshot, std::size_t dimension, const SavedSection& guard) {
  return guard.words.size() == guard_words + 1 + (1 + dimension) * (snapshot.is_double ? 2U : 1U);
}

/// From this word on. They are whole numbers of a snapshot's scalar.
std::optional<std::size_t> not_finite(const Snapshot& snapshot, const std::vector<uint32_t>& words, std::size_t from) {
  const std::size_t size = snapshot.is_double ? 2 : 1;
  for (std::size_t i = from; i < words.size() && !snapshot.fixed; i += size) {
    const uint32_t high = words[i + size - 1];  // sign and exponent are in it
    const bool is_finite = snapshot.is_double ? ballast::is_finite(ballast::from_bits<double>(uint64_t{high} << 32U))
                                              : ballast::is_finite(ballast::from_bits<float>(high));
    if (!is_finite) { return i; }
  }
  return {};
}

std::optional<std::size_t> invalid_in_guard(const Snapshot& snapshot, const std::vector<uint32_t>& words,
                                            bool has_weights) {
  constexpr uint32_t limits[] = {3, 7, 2};  // who decides, failures, whether it only evaluated
  for (std::size_t i = 0; i < 3; ++i) {
    if (words[i] >= limits[i]) { return i; }
  }
  if (!has_weights) { return {}; }
  return words[guard_words] >= 2 ? std::optional<std::size_t>(guard_words)
                                 : not_finite(snapshot, words, guard_words + 1);
}

/// The last one counts, as on a device.
template <class Is>
const SavedSection* last_of(const Snapshot& snapshot, Is is) {
  const SavedSection* last = nullptr;
  for (const SavedSection& section : snapshot.companions) {
    if (is(section)) { last = &section; }
  }
  return last;
}

}  // namespace

std::optional<std::size_t> invalid_word(const Snapshot& snapshot, std::size_t dimension, const SavedSection& section) {
  if (is_health(snapshot, section)) { return invalid_in_health(snapshot, section.words); }
  if (!is_guard(section)) { return {}; }
  return invalid_in_guard(snapshot, section.words, has_weights(snapshot, dimension, section));
}

bool is_shown(const Snapshot& snapshot, const SavedSection& section) {
  return last_of(snapshot, [&](const SavedSection& s) { return is_health(snapshot, s); }) == &section ||
         last_of(snapshot, is_guard) == &section;
}

std::optional<SavedHealth> health_of(const Snapshot& snapshot) {
  const auto* const section = last_of(snapshot, [&](const SavedSection& s) { return is_health(snapshot, s); });
  if (section == nullptr) { return {}; }
  AnyHealth health;
  const std::vector<uint32_t> in_float = words_as_in_float(snapshot, section->words);
  Words words(in_float);
  health.exchange(words);
  SavedHealth saved;
  saved.verdict = health.verdict();
  saved.blocks_since_change = health.blocks_since_change();
  saved.td_error = health.td_error();
  saved.td_error_size = health.td_error_size();
  saved.reward = health.reward();
  saved.reward_deviation = health.reward_deviation();
  if (snapshot.fixed) { take_fixed_means(section->words, *snapshot.fixed, saved); }
  saved.projection_rate = health.projection_rate();
  saved.rejection_rate = health.rejection_rate();
  saved.skip_rate = health.skip_rate();
  saved.small_update_rate = health.small_update_rate();
  saved.overwriting_rate = health.overwriting_rate();
  for (uint32_t i = health_words; i < in_float.size(); ++i) {
    saved.unused.push_back(health.unused(i - static_cast<uint32_t>(health_words)));
  }
  return saved;
}

std::optional<SavedGuard> guard_of(const Snapshot& snapshot) {
  const auto* const section = last_of(snapshot, is_guard);
  if (section == nullptr) { return {}; }
  const std::vector<uint32_t>& words = section->words;
  SavedGuard saved;
  saved.hands = words[0];
  saved.failures = words[1];
  saved.was_evaluating = words[2] != 0;
  saved.since_kept = words[3];
  saved.left = words[4];
  saved.rollbacks = words[5];
  saved.handovers = words[6];
  const bool has_any = has_weights(snapshot, snapshot.weights.size(), *section);
  saved.kept = !has_any                  ? SavedGuard::elsewhere
               : words[guard_words] != 0 ? SavedGuard::in_this_snapshot
                                         : SavedGuard::none;
  return saved;
}

std::vector<std::string> health_text(const SavedHealth& health) {
  const auto percent = [](float part) { return fmt::format("{:.3g} %", 100.0 * static_cast<double>(part)); };
  std::vector<std::string> lines{
      fmt::format("{}, {} {} since a change", name(health.verdict), health.blocks_since_change,
                  plural(health.blocks_since_change, "block")),
      fmt::format("means: TD error {:.6g}, its size {:.6g}, reward {:.6g}, its deviation {:.6g}", health.td_error,
                  health.td_error_size, health.reward, health.reward_deviation),
      fmt::format("rates: projected {}, refused {}, skipped {}, too small {}, overwriting {}",
                  percent(health.projection_rate), percent(health.rejection_rate), percent(health.skip_rate),
                  percent(health.small_update_rate), percent(health.overwriting_rate))};
  if (!health.unused.empty()) {
    lines.push_back(fmt::format("blocks since each action was taken: {}", fmt::join(health.unused, ", ")));
  }
  return lines;
}

std::string guard_text(const SavedGuard& guard) {
  const std::string hands = guard.hands == SavedGuard::learner    ? "the learner decides"
                            : guard.hands == SavedGuard::fallback ? fmt::format("the fallback decides for {} more {}",
                                                                                guard.left, plural(guard.left, "tick"))
                                                                  : "the fallback decides until readings are good";
  constexpr const char* kept[] = {"no weights are kept", "weights are kept", "weights are kept elsewhere, if any"};
  return fmt::format("{}; {} {}, {} {}; {}{}", hands, guard.rollbacks, plural(guard.rollbacks, "roll-back"),
                     guard.handovers, plural(guard.handovers, "handover"), kept[guard.kept],
                     guard.was_evaluating ? "; evaluates when it is handed back" : "");
}

}  // namespace tool
