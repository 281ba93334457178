#pragma once
/// The verdicts and the extra results, as JSON.

#include <string>

#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

/// claims.json: what made the results, and each claim with its rule, numbers and verdict.
void write_claims(const Results& results, const std::string& directory);

/// beyond.json: all of ExtraResults but its other readings, which are CSV files like those of the figures.
void write_extra(const Results& results, const std::string& directory);

/// theory.json: the topics of the theory part with the numbers of their charts and tables, and their claims.
void write_theory(const Results& results, const std::string& directory);

}  // namespace ballast::reproduction
