#pragma once
/// Numbers and curves from the trials of a topic.

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "experiments/charts/line_chart.hpp"
#include "experiments/statistics/estimate.hpp"
#include "reproduction/theory/vector_experiment.hpp"

namespace ballast::reproduction {

/// A mean over trials and its standard error, which is NaN with a single trial.
struct Mean {
  double value;
  double error;

  /// By how many standard errors it differs from `exact`.
  double deviation(double exact) const { return (value - exact) / error; }
};

Mean mean_of_trials(const std::vector<double>& values);

/// The slope of log y over log x, by least squares.
double log_slope(const std::vector<double>& xs, const std::vector<double>& ys);

/// A curve without a band.
Curve line_of(const std::string& label, const LineStyle& style, const std::vector<double>& xs,
              const std::vector<double>& ys);

/// The means of numbers first, first + 1, ... of an experiment, with their intervals.
Curve curve_of(const std::string& label, const LineStyle& style, const std::vector<double>& xs,
               const VectorExperiment& experiment, std::size_t first = 0);

/// A chart of these curves with logarithmic axes; what is above `highest` is off the scale.
LineChart log_chart(const std::string& title, const std::string& x_label, const std::string& y_label,
                    std::vector<Curve> curves, double highest = HUGE_VAL);

/// The styles of curves of equal rank: solid for what was measured, dashes for what was computed.
LineStyle measured_style(std::size_t number);
LineStyle computed_style(std::size_t number);

}  // namespace ballast::reproduction
