#pragma once
/// The fast and the slow end: between which step-sizes a method is about as good as it can be.

#include <optional>
#include <vector>

#include "experiments/results/results.hpp"

namespace tool::reproduce {

/// Nothing if every cell has overflowed.
std::optional<UsefulRange> useful_range(const Sweep& sweep, Method method);

/// For each method of each sweep over step-sizes with a constant or decaying schedule (figures 2, 3, 5, 6).
std::vector<UsefulRange> useful_ranges(const std::vector<Figure>& figures);

}  // namespace tool::reproduce
