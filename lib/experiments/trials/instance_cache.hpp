#pragma once
/// Instances with their exact answers and what their runs gave, shared by all sweeps and made on first use.

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/runner/seeds.hpp"
#include "experiments/trials/environment.hpp"
#include "experiments/trials/known_outcomes.hpp"

namespace ballast::experiments {

/// The trials of one environment. Safe to use from several threads.
class Trials {
 public:
  Trials(const Environment& environment, std::uint64_t seed)
      : environment_(environment), seed_(seed), slots_(environment.trials) {}

  const Trial& get(std::uint32_t trial) {
    Slot& slot = slots_[trial];
    std::call_once(slot.once, [&] { slot.trial = environment_.make_trial(ballast::Random(seed_of(trial))); });
    return *slot.trial;
  }

  /// Each run of a trial is run once.
  Outcome run(std::uint32_t trial, const Run& run) {
    const Trial& instance = get(trial);
    KnownOutcomes& known = slots_[trial].known;
    if (std::optional<Outcome> outcome = known.find(run)) { return *std::move(outcome); }
    Outcome outcome = instance.run(run);
    known.add(run, outcome);
    return outcome;
  }

  /// Of all trials together, and of one.
  std::uint64_t seed() const { return seed_; }
  std::uint64_t seed_of(std::uint32_t trial) const { return trial_seed(seed_, environment_.number, trial); }

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<Trial> trial;
    KnownOutcomes known;
  };

  Environment environment_;
  std::uint64_t seed_;
  std::vector<Slot> slots_;
};

class InstanceCache {
 public:
  explicit InstanceCache(std::uint64_t seed) : seed_(seed) {}

  /// Before threads are started. References to it stay valid.
  Trials& of(const Environment& environment) {
    std::unique_ptr<Trials>& trials = trials_[environment.key.empty() ? environment.name : environment.key];
    if (!trials) { trials = std::make_unique<Trials>(environment, seed_); }
    return *trials;
  }

 private:
  std::uint64_t seed_;
  std::map<std::string, std::unique_ptr<Trials>> trials_;
};

}  // namespace ballast::experiments
