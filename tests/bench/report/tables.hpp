#pragma once
/// The tables of docs/bench.md and the excerpt in README.md, in Markdown.

#include <string>

#include "results.hpp"

namespace bench {

/// Verdicts first, then everything that was measured.
std::string tables_of(const Results& results);

/// A few rows, and how many verdicts hold.
std::string excerpt_of(const Results& results);

}  // namespace bench
