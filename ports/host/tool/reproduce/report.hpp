#pragma once
/// `report.html`: everything that was found, in one file to look at: no scripts, nothing to fetch.

#include <string>
#include <vector>

#include "picture.hpp"
#include "results.hpp"

namespace tool::reproduce {

/// All pictures of what goes beyond the paper.
std::vector<Picture> pictures_of_beyond(const Results& results);

/// `pictures` are those of all figures (plots_of) and of what goes beyond the paper (pictures_of_beyond). They, and the
/// CSV files that captions link to, are named as in the folder that the report is written to.
void write_report(const Results& results, const std::vector<Picture>& pictures, const std::string& folder);

}  // namespace tool::reproduce
