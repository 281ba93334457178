#pragma once
/// `report.html`: all results in one file, without scripts or external resources.

#include <string>
#include <vector>

#include "experiments/charts/svg_image.hpp"
#include "experiments/page/html_writer.hpp"
#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

/// All images of the extra experiments, or only those drawn without gnuplot.
std::vector<SvgImage> images_of_extra(const Results& results, bool has_plots = true);

/// `images` are those of all figures (plots_of) and of the extra experiments (images_of_extra). They, and the CSV files
/// that captions link to, are named as in the folder that the report is written to. If there are no plots, the report
/// says why.
void write_report(const Results& results, const std::vector<SvgImage>& images, const std::string& folder,
                  const std::string& why_no_plots = "");

}  // namespace ballast::reproduction
