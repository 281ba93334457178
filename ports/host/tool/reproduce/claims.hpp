#pragma once
/// What the paper says about its figures, and whether the numbers bear it out.

#include <vector>

#include "results.hpp"

namespace tool::reproduce {

/// The claims about the figures that are there, in the order of the figures. Each verdict is computed from the numbers
/// by the rule that stands beside it.
std::vector<Claim> claims_of(const Results& results);

}  // namespace tool::reproduce
