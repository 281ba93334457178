#pragma once
/// The part of the report on the extra experiments.

#include "reproduction/figures/results.hpp"
#include "reproduction/report/html_writer.hpp"

namespace ballast::reproduction {

void write_extra_section(HtmlWriter& writer, const Results& results);

}  // namespace ballast::reproduction
