#pragma once
/// Sweeps and learning curves as charts drawn by gnuplot. The same results give the same bytes.

#include <string>

#include "experiments/charts/line_chart.hpp"
#include "experiments/charts/svg_image.hpp"
#include "experiments/results/learning_curve.hpp"
#include "experiments/results/sweep.hpp"

namespace ballast::experiments {

/// One measure of a sweep; `title_suffix` comes after its title.
SvgImage chart_of(const Sweep& sweep, const std::string& measure, const std::string& title_suffix);
SvgImage chart_of(const LearningCurve& curve, const std::string& title_suffix);

/// The stem of the chart of one measure: that of the sweep, if it is its first.
std::string stem_of(const Sweep& sweep, const std::string& measure);

/// "mean reward over all steps" for "mean_all"
std::string label_of_measure(const std::string& measure);

/// Whether there are methods with a projection, and all have the same numbers as their rule has without one.
bool do_projections_change_nothing(const Sweep& sweep);

/// A point of a curve; without a number where there is no estimate.
Sample sample_of(double x, const std::optional<Estimate>& estimate);

}  // namespace ballast::experiments
