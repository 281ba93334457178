#pragma once
/// From options to results, on all cores.

#include <functional>

#include "reproduction/figures/results.hpp"
#include "reproduction/paper/options.hpp"

namespace ballast::reproduction {

/// Runs everything that is asked for. `is_complete` is called with each figure as soon as it is complete, in their
/// order. Throws Interrupted after Ctrl-C.
Results reproduce(const Options& options, const std::function<void(const Figure&)>& is_complete);

}  // namespace ballast::reproduction
