#pragma once
/// What runs are measured by, by name.

#include <string>

#include "experiments/statistics/paired.hpp"

namespace ballast::experiments {

/// For an axis: "mean reward, all steps" for "reward"
std::string label_of_measure(const std::string& measure);

/// Less of a loss or an error is better, more of everything else.
Better better_of(const std::string& measure);

}  // namespace ballast::experiments
