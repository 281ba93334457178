#pragma once
/// From figures that were run to verdicts.

#include <vector>

#include "reproduction/figures/figures.hpp"
#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

/// The claims about the figures that are there, in the order of the figures. Each verdict is computed from the numbers
/// by the rule that stands beside it. None with a single trial: rules ask for intervals.
std::vector<Claim> claims_of(const std::vector<FigurePlan>& plans, const Results& results);

}  // namespace ballast::reproduction
