#pragma once
/// Results of an experiment as CSV files in which each row stands alone: every setting has a column, so that pandas or
/// R need no key. The columns are described in docs/EXPERIMENTS.md.

#include <string>
#include <vector>

#include "experiments/results/comparison.hpp"
#include "experiments/results/learning_curve.hpp"
#include "experiments/results/sweep.hpp"

namespace ballast::experiments {

/// The panels of an experiment.
struct PanelResults {
  std::vector<Sweep> sweeps;
  std::vector<LearningCurve> learning_curves;
};

/// A row for every trial, cell and measure; of learning curves at some steps (is_checkpoint).
void write_trials(const PanelResults& results, const std::string& path);

/// A row for every cell and measure, and for every point of a learning curve.
void write_summary(const PanelResults& results, const std::string& path);

/// A row for every cell of every comparison.
void write_differences(const std::vector<Comparison>& comparisons, const std::string& path);

}  // namespace ballast::experiments
