#pragma once
/// Which y axis suits a line chart.

#include <vector>

#include "experiments/charts/line_chart.hpp"

namespace ballast::experiments {

/// Chooses the y axis from the curves: logarithmic where one explodes and all are positive. Means so large that nothing
/// else could be distinguished are off the scale, and get marks.
void choose_y_axis(LineChart& chart, bool may_be_logarithmic);

/// One axis for all of them, so that they can be compared.
void choose_y_axis(std::vector<LineChart>& charts, bool may_be_logarithmic);

/// A logarithmic axis from `bottom` to `top`, for charts to be compared. Means above it get marks.
void set_y_axis(LineChart& chart, double bottom, double top);

}  // namespace ballast::experiments
