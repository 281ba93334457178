#pragma once
/// The head of a panel: its title, and below it what the lines and marks are, in two columns; then the label of the y
/// axis, lying above it, where it can be read without turning the head.

#include <string>

#include "experiments/charts/line_chart.hpp"

namespace tool::reproduce {

/// As SVG elements.
std::string draw_head(const Panel& panel);

/// In pixels, from the upper edge to where the plot begins.
double height_of_head(const Panel& panel);

}  // namespace tool::reproduce
