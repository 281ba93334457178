#pragma once
/// Means over trials and how far to trust them.

#include <cstdint>
#include <vector>

#include "experiments/results/results.hpp"

namespace tool::reproduce {

/// t with P(|T| <= t) = 0.95 for Student's distribution.
double student_95(std::uint32_t degrees_of_freedom);

/// The mean of the values in their order, and the half width of its 95 % interval; NaN for a single value.
Estimate estimate(const std::vector<double>& values);

/// The half width of the interval of a difference.
double combined_ci95(const Estimate& a, const Estimate& b);

}  // namespace tool::reproduce
