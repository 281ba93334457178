#pragma once
/// The options of a reproduction.

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "experiments/results/scalar.hpp"
#include "reproduction/paper/trial_settings.hpp"

namespace ballast::reproduction {

using namespace experiments;

/// The settings of its trials include two other readings of the paper: scales_each_row and scales_speed.
struct Options : TrialSettings {
  std::set<std::string> figures;              ///< by name; none for all
  bool has_figures = true;                    ///< false: only the theory part
  bool has_theory = false;                    ///< the theory part, which is not in the paper's figures
  std::set<std::string> topics;               ///< of the theory part, by name; none for all
  std::uint32_t seeds = 1;                    ///< how many, from `seed` on, the verdicts are given for
  std::optional<std::uint32_t> given_trials;  ///< instead of those of the settings
  std::uint32_t drift_steps = 10000000;
  std::uint32_t theory_trials = 1000;  ///< of each experiment of the theory part; some need fewer
  Scalar scalar = Scalar::float64;
  bool is_preview = false;
  bool holds_raw_step = false;  ///< another reading: control holds the step-size at beta_0, not beta_0 / 400^0.99

  /// Whether all figures are requested, and so the extra experiments.
  bool is_whole() const { return has_figures && figures.empty(); }

  // Options that do not change the results.
  std::string out;
  std::uint32_t jobs = 0;  ///< 0: as many as there are cores
};

}  // namespace ballast::reproduction
