#pragma once
/// A figure of the paper, run: its panels as data.

#include <string>
#include <vector>

#include "experiments/results/learning_curve.hpp"
#include "experiments/results/sweep.hpp"

namespace ballast::reproduction {

using namespace experiments;

struct Figure {
  int number;         ///< 1 to 7, as in the paper
  std::string title;  ///< "MRP under a constant step-size"
  std::string setup;  ///< a sentence or two: environment, schedule, lambda, c, steps, trials
  std::vector<Sweep> sweeps;
  std::vector<LearningCurve> learning_curves;  ///< none (4, 7) or one

  const Sweep& sweep(const std::string& stem) const;
};

}  // namespace ballast::reproduction
