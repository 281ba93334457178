#pragma once
/// The head of a line chart: its title, and below it what the lines, marks and colours are, in two columns, long
/// names across both; then the label of the y axis, above it, where it can be read without turning the head.

#include <string>

#include "experiments/charts/line_chart.hpp"

namespace ballast::experiments {

/// As SVG elements.
std::string draw_head(const LineChart& chart);

/// In pixels, from the upper edge to where the plot begins.
double height_of_head(const LineChart& chart);

}  // namespace ballast::experiments
