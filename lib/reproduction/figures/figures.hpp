#pragma once
/// The figures of the paper: the experiments and the claims of each.

#include <string>
#include <vector>

#include "experiments/trials/sweep_plan.hpp"
#include "reproduction/claims/claim.hpp"
#include "reproduction/extra/extra_results.hpp"
#include "reproduction/paper/figure.hpp"
#include "reproduction/paper/options.hpp"

namespace ballast::reproduction {

struct FigurePlan {
  std::string name;  ///< as the paper calls it: "2"
  std::string title;
  std::string setup;
  std::vector<SweepPlan> sweeps;
  std::vector<Claim> (*claims)(const Figure& figure);

  /// Other readings of the paper, shown beside the figure; see ExtraResults::other_readings.
  std::vector<SweepPlan> other_readings = {};

  /// Claims that need the extra experiments.
  std::vector<Claim> (*extra_claims)(const ExtraResults& extra, const Figure& figure) = nullptr;
};

/// All of them, in the order of the paper.
std::vector<FigurePlan> figure_plans(const Options& options);

/// Their names.
std::vector<std::string> figure_names();

/// The sweeps that are also run in the other scalar, for comparison.
std::vector<SweepPlan> other_scalar_plans(const std::vector<FigurePlan>& figures);

}  // namespace ballast::reproduction
