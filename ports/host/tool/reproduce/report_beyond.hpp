#pragma once
/// The part of the report that goes beyond the paper.

#include "page.hpp"
#include "results.hpp"

namespace tool::reproduce {

void write_beyond(Page& page, const Results& results);

}  // namespace tool::reproduce
