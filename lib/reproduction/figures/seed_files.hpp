#pragma once
/// The files of a run with several seeds.

#include <string>

#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

/// seeds.csv (claim, seed, verdict), reference.csv (how often each verdict was given) and verdicts.md (the table of
/// REPRODUCE.md).
void write_seed_files(const Results& results, const std::string& folder);

/// Their names.
constexpr const char* seed_files[] = {"seeds.csv", "reference.csv", "verdicts.md"};

}  // namespace ballast::reproduction
