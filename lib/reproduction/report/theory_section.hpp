#pragma once
/// The part of the report on theory beside measurement.

#include "experiments/page/html_writer.hpp"
#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

/// A part for each topic: text, charts, claims, tables. Nothing, if there are none.
void write_theory_section(HtmlWriter& writer, const Results& results);

}  // namespace ballast::reproduction
