#pragma once
/// Sweeps and learning curves as charts drawn by gnuplot. The same results give the same bytes.

#include <string>
#include <vector>

#include "experiments/charts/line_chart.hpp"
#include "experiments/charts/svg_image.hpp"
#include "experiments/results/learning_curve.hpp"
#include "experiments/results/sweep.hpp"

namespace ballast::experiments {

/// One measure of a sweep; `title_suffix` comes after its title.
SvgImage chart_of(const Sweep& sweep, const std::string& measure, const std::string& title_suffix);

/// One for each sweep, with the same y axis.
std::vector<SvgImage> charts_of(const std::vector<const Sweep*>& sweeps, const std::string& measure,
                                const std::string& title_suffix);

/// Of a long curve not every step is drawn; the caption says how many.
SvgImage chart_of(const LearningCurve& curve, const std::string& title_suffix);

/// The stem of the chart of one measure: that of the sweep, if it is its first.
std::string stem_of(const Sweep& sweep, const std::string& measure);

/// A point of a curve; without a number where there is no estimate.
Sample sample_of(double x, const std::optional<Estimate>& estimate);

}  // namespace ballast::experiments
