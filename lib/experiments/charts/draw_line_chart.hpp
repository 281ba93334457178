#pragma once
/// How a line chart becomes an SVG: gnuplot draws the curves, the head is ours.

#include <string>

#include "experiments/charts/line_chart.hpp"

namespace ballast::experiments {

/// The body of an SVG of `chart_width` by `chart_height`, without its <svg> element; ids begin with `prefix`.
std::string draw(const LineChart& chart, const std::string& prefix);

}  // namespace ballast::experiments
