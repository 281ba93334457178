#pragma once
/// Verdicts from the results of figures.

#include <vector>

#include "reproduction/figures/figures.hpp"
#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

/// The claims about the figures and topics that are there, in their order. Each verdict is computed from the numbers
/// by the claim's rule, and has the counts of the reference if the run has its settings. None with a single trial:
/// rules need intervals.
std::vector<Claim> claims_of(const std::vector<FigurePlan>& plans, const Results& results);

}  // namespace ballast::reproduction
