#pragma once
/// Draws a line chart as SVG: gnuplot draws the curves, legend.hpp the head.

#include <string>

#include "experiments/charts/line_chart.hpp"

namespace ballast::experiments {

/// The body of an SVG of `chart_width` by `height_of(chart)`, without its <svg> element; ids begin with `prefix`.
std::string draw(const LineChart& chart, const std::string& prefix);

/// In pixels: `chart_height`, or more if the legend is long.
int height_of(const LineChart& chart);

/// In pixels, between its axes.
double height_of_plot(const LineChart& chart);

}  // namespace ballast::experiments
