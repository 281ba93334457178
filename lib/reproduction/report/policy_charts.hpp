#pragma once
/// Charts drawn without gnuplot: policies of access control, and the ranges of useful step-sizes.

#include <vector>

#include "experiments/charts/svg_image.hpp"
#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

/// All policies, the optimal one first; for learned ones both the average over runs (`policy_1`) and the best run
/// (`policy_1_best`).
std::vector<SvgImage> charts_of_policies(const std::vector<QueuePolicy>& policies, const RunInfo& info);

/// `useful_ranges`: a bar for each sweep and method.
SvgImage chart_of_ranges(const Results& results);

}  // namespace ballast::reproduction
