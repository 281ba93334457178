#pragma once
/// The results of a figure of the paper: its panels as data.

#include <string>
#include <vector>

#include "experiments/results/learning_curve.hpp"
#include "experiments/results/sweep.hpp"

namespace ballast::reproduction {

using namespace experiments;

struct Figure {
  std::string name;   ///< as the paper calls it: "2". Its files begin with "fig2_", the ids of its claims with "fig2."
  std::string title;  ///< "MRP under a constant step-size"
  std::string setup;  ///< a sentence or two: environment, schedule, lambda, c, steps, trials
  std::vector<Sweep> sweeps;
  std::vector<LearningCurve> learning_curves;  ///< none (4, 7) or one

  const Sweep& sweep(const std::string& stem) const;
};

}  // namespace ballast::reproduction
