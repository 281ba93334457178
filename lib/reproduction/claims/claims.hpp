#pragma once
/// What the paper says about its figures, and whether the numbers bear it out.

#include <vector>

#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

/// The claims about the figures that are there, in the order of the figures. Each verdict is computed from the numbers
/// by the rule that stands beside it.
std::vector<Claim> claims_of(const Results& results);

/// Parts of it. Those that need what goes beyond the figures are left out where that is missing.
std::vector<Claim> evaluation_claims(const Figure& figure);
std::vector<Claim> control_claims(const Figure& figure);
std::vector<Claim> ratio_claims(const Figure& figure);
std::vector<Claim> beyond_claims(const ExtraResults& beyond, const Figure& figure);

}  // namespace ballast::reproduction
