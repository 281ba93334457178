#pragma once
/// The verdicts on all claims in one table, and how verdicts are made.

#include "experiments/page/html_writer.hpp"
#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

void write_verdicts(HtmlWriter& writer, const Results& results);

}  // namespace ballast::reproduction
