#pragma once
/// The part of the report that goes beyond the paper.

#include "experiments/results/results.hpp"
#include "reproduction/report/html_writer.hpp"

namespace tool::reproduce {

void write_beyond(Page& page, const Results& results);

}  // namespace tool::reproduce
