#pragma once
/// The step-size at which a method overflows.

#include <optional>

#include "experiments/trials/trial.hpp"

namespace ballast::experiments {

/// The step-sizes that are tried: 2^(k / 8) for all integers k with lowest <= 2^(k / 8) <= highest.
struct StepSizeGrid {
  double lowest = 0x1p-10;
  double highest = 0x1p10;
};

/// The smallest step-size of the grid at which the run overflows; nothing if it does not at the largest. By bisection,
/// and so it assumes that what overflows at one step-size also does at all larger ones. The step-size of the run itself
/// is not used, and nothing is recorded over time. Throws InputError for a grid without step-sizes.
std::optional<double> overflow_step_size(const Trial& trial, const Run& run, const StepSizeGrid& grid = {});

}  // namespace ballast::experiments
