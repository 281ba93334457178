#pragma once
/// `report.html`: everything that was found, in one file to look at: no scripts, nothing to fetch.

#include <string>
#include <vector>

#include "experiments/charts/svg_image.hpp"
#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

constexpr const char* no_plots = "The plots are missing";

/// All pictures of what goes beyond the paper, or those alone that are drawn without gnuplot.
std::vector<SvgImage> images_of_extra(const Results& results, bool has_plots = true);

/// `pictures` are those of all figures (plots_of) and of what goes beyond the paper (pictures_of_beyond). They, and the
/// CSV files that captions link to, are named as in the folder that the report is written to. Where there are no plots,
/// the report says why.
void write_report(const Results& results, const std::vector<SvgImage>& images, const std::string& folder,
                  const std::string& why_no_plots = "");

}  // namespace ballast::reproduction
