#pragma once
/// The results of the extra experiments, as plain data.

#include <vector>

#include "experiments/results/sweep.hpp"
#include "experiments/results/useful_range.hpp"
#include "reproduction/extra/best_settings.hpp"
#include "reproduction/extra/divergence_run.hpp"
#include "reproduction/extra/drift_run.hpp"
#include "reproduction/extra/float_beside_double.hpp"
#include "reproduction/extra/queue_policy.hpp"

namespace ballast::reproduction {

using namespace experiments;

struct ExtraResults {
  std::vector<FloatBesideDouble> float_beside_double;
  std::vector<UsefulRange> useful_ranges;
  std::vector<DivergenceRun> divergence;
  std::vector<DriftRun> drift;
  std::vector<double> drift_rates;    ///< by how much a step moves theta, for the instance of trial 0, 1, ...
  std::vector<QueuePolicy> policies;  ///< the optimal one first; learned ones, if no run overflowed

  /// Other readings of the paper, with stems of their own, beside the figure they belong to:
  /// "fig4_access_control_raw_hold", "fig4_pendulum_raw_hold" (the held step-size is beta_0 itself: 100 to 600),
  /// "fig5_left_without_hold" (the decay begins at once).
  std::vector<Sweep> other_readings;

  /// Both rules over more step-sizes than a figure has, by which the breadth of their useful ranges is judged:
  /// "fig2_left_wide", ...
  std::vector<Sweep> wide_sweeps = {};

  /// Both rules over step-sizes and ratios, from which the best settings are taken: "fig2_left_best", ... A method for
  /// each rule and ratio.
  std::vector<Sweep> settings_sweeps = {};
  std::vector<BestSettings> best_settings = {};
};

}  // namespace ballast::reproduction
