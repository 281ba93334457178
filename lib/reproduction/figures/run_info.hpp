#pragma once
/// What made the results, in words.

#include "experiments/results/results.hpp"
#include "reproduction/figures/options.hpp"

namespace tool::reproduce {

RunInfo run_info(const Options& options);

}  // namespace tool::reproduce
