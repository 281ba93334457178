#pragma once
/// The part of the report that goes beyond the paper.

#include "reproduction/figures/results.hpp"
#include "reproduction/report/html_writer.hpp"

namespace ballast::reproduction {

void write_extra_section(HtmlWriter& writer, const Results& results);

}  // namespace ballast::reproduction
