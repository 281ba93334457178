#pragma once
/// The part of the report on the extra experiments.

#include "experiments/page/html_writer.hpp"
#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

void write_extra_section(HtmlWriter& writer, const Results& results);

}  // namespace ballast::reproduction
