#pragma once
/// The best of each method over all its settings: over a grid of step-sizes and ratios, not only at c = 1.

#include <string>
#include <vector>

#include "experiments/results/method.hpp"
#include "experiments/statistics/estimate.hpp"
#include "experiments/statistics/paired.hpp"

namespace ballast::reproduction {

using namespace experiments;

/// One method at its best: chosen by one half of the trials, measured by the other, so that choosing among many
/// settings flatters none.
struct BestSetting {
  Method method;
  double step_size;  ///< NaN for a method that has none, and so is the ratio
  double ratio;
  Estimate loss;
  bool is_at_edge;  ///< its step-size or ratio is the first or last of the grid: there may be better ones beyond
};

/// From where to where the grid goes.
struct GridEnds {
  double smallest_step;
  double largest_step;
  double smallest_ratio;
  double largest_ratio;
};

/// A method beside the two that the paper compares.
struct OtherBest {
  BestSetting best;
  PairedDifference difference;  ///< it minus the implicit rule
};

struct BestSettings {
  std::string environment;  ///< its name: "boyan"
  std::string title;        ///< "Boyan chain, decaying step-size"
  BestSetting standard;
  BestSetting implicit;
  PairedDifference difference;  ///< implicit minus standard
  GridEnds ends;
  std::vector<OtherBest> others = {};  ///< one that overflows with all its settings is not there
};

}  // namespace ballast::reproduction
