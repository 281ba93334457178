#include "experiments/trials/known_outcomes.hpp"

#include <algorithm>

namespace ballast::experiments {
namespace {

// Beyond it a learner in float refuses to start, which must not go unnoticed.
constexpr double largest_radius = 0x1p62;

bool are_same(const std::optional<Radii>& one, const std::optional<Radii>& other) {
  return is_within(one, other) && is_within(other, one);
}

bool is_valid(const std::optional<Radii>& radii) {
  return !radii || (radii->theta <= largest_radius && radii->omega <= largest_radius);
}

}  // namespace

bool is_within(const std::optional<Radii>& inner, const std::optional<Radii>& outer) {
  if (!outer) { return true; }
  if (!inner || inner->is_joint != outer->is_joint) { return false; }
  return inner->theta <= outer->theta && (inner->is_joint || inner->omega <= outer->omega);
}

KnownOutcomes::OfDecay KnownOutcomes::numbers_of(const Decay& decay) {
  return {decay.is_constant, decay.power, decay.offset, decay.hold, decay.holds_beta_0, decay.factor};
}

KnownOutcomes::Settings KnownOutcomes::settings_of(const Run& run) {
  const Method& method = run.method;
  std::optional<OfDecay> of_average_reward;
  if (method.average_reward_decay) { of_average_reward = numbers_of(*method.average_reward_decay); }
  return {method.rule,
          method.lambda,
          method.step_size,
          method.ratio,
          numbers_of(method.decay),
          method.features,
          method.is_without_constant,
          of_average_reward,
          run.scalar,
          run.records_every};
}

bool KnownOutcomes::is_same_run(const Known& known, const Run& run) {
  if (are_same(known.radii, run.method.radii)) { return true; }
  if (run.scalar == Scalar::fixed || !is_of_library(run.method.rule)) { return false; }
  const bool has_never_acted = known.outcome.projections == 0 && !known.outcome.has_overflowed;
  return has_never_acted && is_valid(run.method.radii) && is_within(known.radii, run.method.radii);
}

std::optional<Outcome> KnownOutcomes::find(const Run& run) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = outcomes_.find(settings_of(run));
  if (found == outcomes_.end()) { return std::nullopt; }
  const std::vector<Known>& all = found->second;
  const auto same = std::find_if(all.begin(), all.end(), [&](const Known& known) { return is_same_run(known, run); });
  return same == all.end() ? std::nullopt : std::optional<Outcome>(same->outcome);
}

void KnownOutcomes::add(const Run& run, const Outcome& outcome) {
  const std::lock_guard<std::mutex> lock(mutex_);
  outcomes_[settings_of(run)].push_back({run.method.radii, outcome});
}

}  // namespace ballast::experiments
