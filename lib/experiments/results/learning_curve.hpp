#pragma once
/// What is measured of every method over time: a chart with updates along x, and a CSV file.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/results/method.hpp"
#include "experiments/results/trial_list.hpp"
#include "experiments/statistics/estimate.hpp"

namespace ballast::experiments {

/// One method after t updates; t = 0 is the start.
struct Point {
  Method method;
  std::uint32_t t;
  std::optional<Estimate> estimate;  ///< none from the step at which a trial overflowed

  /// By trial, at the last step and at some before (is_checkpoint); NaN for one that overflowed. All methods have the
  /// same trials.
  std::vector<double> values = {};
};

struct LearningCurve {
  std::string stem;           ///< "fig2_right"
  std::string environment;    ///< its name: "mrp"
  std::string title;          ///< "MRP, constant step-size 1"
  double step_size;           ///< beta_0
  std::vector<Point> points;  ///< method by method, t = 0, n, 2 n, ..., T. Plots will want to take fewer
  std::string measure = "loss";
  TrialList trial_list = {};

  std::vector<const Point*> curve(const Method& method) const;
};

}  // namespace ballast::experiments
