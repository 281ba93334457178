#pragma once
/// What the runs of one trial gave, so that none is run twice: figures have cells in common, and a ball that never
/// acted changed nothing.

#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

#include "experiments/trials/trial.hpp"

namespace ballast::experiments {

/// Whether everything that is in one ball is in the other, too. Nothing is a ball without end; balls of different kinds
/// are not compared.
bool is_within(const std::optional<Radii>& inner, const std::optional<Radii>& outer);

/// Safe to use from several threads.
class KnownOutcomes {
 public:
  /// Of this run, or of one with a smaller ball that never acted: without that ball every step would have been the
  /// same, to the bit. (A learner without a ball refuses fewer updates. In fixed point a radius also changes formats:
  /// there only the same run counts.)
  std::optional<Outcome> find(const Run& run) const;

  void add(const Run& run, const Outcome& outcome);

 private:
  struct Known {
    std::optional<Radii> radii;
    Outcome outcome;
  };

  using OfDecay = std::tuple<bool, double, std::uint32_t, std::uint32_t, bool, double>;
  /// All that a run depends on, but for the ball.
  using Settings = std::tuple<Rule, double, double, double, OfDecay, std::size_t, bool, std::optional<OfDecay>, Scalar,
                              std::uint32_t>;

  static OfDecay numbers_of(const Decay& decay);
  static Settings settings_of(const Run& run);
  static bool is_same_run(const Known& known, const Run& run);

  mutable std::mutex mutex_;
  std::map<Settings, std::vector<Known>> outcomes_;
};

}  // namespace ballast::experiments
