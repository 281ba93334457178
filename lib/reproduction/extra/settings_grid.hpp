#pragma once
/// A grid of step-sizes and ratios for each method, from which its best is taken.

#include <optional>
#include <vector>

#include "experiments/results/sweep.hpp"
#include "experiments/trials/sweep_plan.hpp"
#include "reproduction/extra/best_settings.hpp"

namespace ballast::reproduction {

/// The rules that the paper compares.
const std::vector<Method>& paper_rules();
/// They, the differential rules, and LSTD, which has no settings.
const std::vector<Method>& rules_and_baselines();

/// The sweep over step-sizes of a figure with these methods, at each of several ratios: a method for each of them and
/// each ratio.
SweepPlan settings_grid(const SweepPlan& sweep, const std::vector<Method>& methods);

/// Nothing if there is only one trial, or if one of the paper's rules overflows with all its settings.
std::optional<BestSettings> best_settings(const Sweep& grid);

}  // namespace ballast::reproduction
