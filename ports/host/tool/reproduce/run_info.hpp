#pragma once
/// What made the results, in words.

#include "options.hpp"
#include "results.hpp"

namespace tool::reproduce {

RunInfo run_info(const Options& options);

}  // namespace tool::reproduce
