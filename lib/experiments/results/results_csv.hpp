#pragma once
/// Results as CSV files. A cell in which a trial overflowed has no mean and no interval.

#include <string>

#include "experiments/results/learning_curve.hpp"
#include "experiments/results/sweep.hpp"

namespace ballast::experiments {

/// `directory`/<stem>.csv.
void write_csv(const Sweep& sweep, const std::string& directory);
void write_csv(const LearningCurve& learning_curve, const std::string& directory);

}  // namespace ballast::experiments
