#pragma once
/// What is to be seen in a line chart, for those who cannot see it, and how to read it.

#include <string>

#include "experiments/charts/line_chart.hpp"
#include "experiments/charts/svg_image.hpp"

namespace ballast::experiments {

std::string describe(const LineChart& chart);

/// `remark`: what else there is to say of it, in whole sentences; perhaps nothing.
std::string caption_of(const LineChart& chart, const std::string& remark);

/// The chart drawn, with its description.
SvgImage svg_image_of(const LineChart& chart, const std::string& stem, const std::string& remark);

}  // namespace ballast::experiments
