#pragma once
/// What was found, in a few sentences made from the numbers: the verdicts, the rules compared, the limits.

#include <string>
#include <vector>

#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

/// In plain letters, as results are (math_markup.hpp). Those without data are left out.
std::vector<std::string> findings_of(const Results& results);

/// How many of the claims of one source have a verdict.
std::size_t count(const Results& results, Source source, Verdict verdict);
std::size_t count(const Results& results, Source source);

}  // namespace ballast::reproduction
