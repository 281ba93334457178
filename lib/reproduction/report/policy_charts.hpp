#pragma once
/// Pictures that are not plots: policies of access control, and the ranges of step-sizes that are of use.

#include <vector>

#include "experiments/charts/svg_image.hpp"
#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

/// All policies, the optimal one first; of what was learned both the average over runs (`policy_1`) and the best run
/// (`policy_1_best`).
std::vector<SvgImage> charts_of_policies(const std::vector<QueuePolicy>& policies, const RunInfo& info);

/// `useful_ranges`: a bar for each sweep and method.
SvgImage chart_of_ranges(const Results& results);

}  // namespace ballast::reproduction
