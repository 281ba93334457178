#pragma once
/// The loss of every method over time: a chart with updates along x, and a CSV file.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/results/method.hpp"
#include "experiments/statistics/estimate.hpp"

namespace ballast::experiments {

/// The loss of one method after t updates; t = 0 is the start.
struct Point {
  Method method;
  std::uint32_t t;
  std::optional<Estimate> estimate;  ///< none from the step at which a trial overflowed
};

struct LearningCurve {
  std::string stem;           ///< "fig2_right"
  std::string environment;    ///< its name: "mrp"
  std::string title;          ///< "MRP, constant step-size 1"
  double step_size;           ///< beta_0
  std::vector<Point> points;  ///< method by method, t = 0, 1, ..., T: every step. Plots will want to take fewer

  std::vector<const Point*> curve(const Method& method) const;
};

}  // namespace ballast::experiments
