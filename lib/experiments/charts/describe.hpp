#pragma once
/// A text description of a line chart for readers who cannot see it, and how to read it.

#include <string>

#include "experiments/charts/line_chart.hpp"
#include "experiments/charts/svg_image.hpp"

namespace ballast::experiments {

std::string describe(const LineChart& chart);

/// `remark`: further sentences; may be empty.
std::string caption_of(const LineChart& chart, const std::string& remark);

/// The chart drawn, with its description.
SvgImage svg_image_of(const LineChart& chart, const std::string& stem, const std::string& remark);

}  // namespace ballast::experiments
