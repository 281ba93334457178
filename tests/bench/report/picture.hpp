#pragma once
/// docs/pictures/bench.svg: how many times the floor an update takes, over the number of features.

#include <string>

#include "results.hpp"

namespace bench {

/// Writes bench.svg into the folder.
void write_picture(const Results& results, const std::string& folder);

}  // namespace bench
