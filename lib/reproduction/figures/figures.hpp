#pragma once
/// What each figure of the paper consists of.

#include <string>
#include <vector>

#include "experiments/trials/sweep_plan.hpp"
#include "reproduction/figures/options.hpp"

namespace ballast::reproduction {

struct FigurePlan {
  int number;
  std::string title;
  std::string setup;
  std::vector<SweepPlan> sweeps;
};

/// All seven.
std::vector<FigurePlan> figure_plans(const Options& options);

/// Other readings of the paper, shown beside the figures; see ExtraResults::other_readings.
std::vector<SweepPlan> other_reading_plans(const Options& options);

/// What is run in the other scalar, to be set beside the figures.
std::vector<SweepPlan> other_scalar_plans(const Options& options);

}  // namespace ballast::reproduction
