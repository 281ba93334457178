#pragma once
/// The part of the report on the best of each method over all its settings.

#include "experiments/page/html_writer.hpp"
#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

/// Nothing, if there are none.
void write_best_section(HtmlWriter& writer, const Results& results);

}  // namespace ballast::reproduction
