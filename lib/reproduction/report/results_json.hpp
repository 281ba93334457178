#pragma once
/// The verdicts, and what goes beyond the paper, as JSON.

#include <string>

#include "experiments/results/results.hpp"

namespace tool::reproduce {

/// claims.json: what made the results, and each claim with its rule, numbers and verdict.
void write_claims(const Results& results, const std::string& directory);

/// beyond.json: all of Beyond but its other readings, which are CSV files like those of the figures.
void write_beyond(const Results& results, const std::string& directory);

}  // namespace tool::reproduce
