#pragma once
/// Draws a line chart as SVG: gnuplot draws the curves, legend.hpp the head.

#include <string>

#include "experiments/charts/line_chart.hpp"

namespace ballast::experiments {

/// The body of an SVG of `chart_width` by `chart_height`, without its <svg> element; ids begin with `prefix`.
std::string draw(const LineChart& chart, const std::string& prefix);

}  // namespace ballast::experiments
