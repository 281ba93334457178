#pragma once
/// A grid of step-sizes and ratios for both rules, from which the best of each is taken.

#include <optional>
#include <vector>

#include "experiments/results/sweep.hpp"
#include "experiments/trials/sweep_plan.hpp"
#include "reproduction/extra/best_settings.hpp"

namespace ballast::reproduction {

/// The sweep over step-sizes of a figure with both rules, at each of several ratios: a method for each rule and ratio.
SweepPlan settings_grid(const SweepPlan& sweep);

/// Nothing if there is only one trial, or a rule overflows with all its settings.
std::optional<BestSettings> best_settings(const Sweep& grid);

}  // namespace ballast::reproduction
