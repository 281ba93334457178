#pragma once
/// Two lines of a panel, compared at every place of its axis.

#include <string>
#include <utility>
#include <vector>

#include "experiments/results/learning_curve.hpp"
#include "experiments/results/method.hpp"
#include "experiments/results/sweep.hpp"
#include "experiments/statistics/paired.hpp"
#include "experiments/statistics/paired_ratio.hpp"

namespace ballast::experiments {

struct Comparison {
  std::string panel;
  std::string measure;
  std::string x_name;
  Method method;
  Method against;
  std::vector<std::pair<double, PairedDifference>> differences;  ///< by ascending x
  std::vector<std::pair<double, PairedRatio>> ratios = {};       ///< likewise, or none: see add_ratios

  Standings standings() const;
};

/// First minus second, as one of `cells` that are judged together: by their measure. Losses above `exploded_above`
/// count as overflowed.
PairedDifference difference(const Cell& first, const Cell& second, std::size_t cells,
                            double exploded_above = exploded_loss);

/// The differences at all places are judged together. Losses above `exploded_above` count as overflowed.
Comparison compare(const Sweep& sweep, const Method& method, const Method& against, const std::string& measure,
                   double exploded_above = exploded_loss);

/// At the last step of learning curves.
Comparison compare_at_end(const LearningCurve& curve, const Method& method, const Method& against,
                          double exploded_above = exploded_loss);

/// The same places as ratios, method / against, if less of the measure is better: a reward can be 0 or less.
void add_ratios(const Sweep& sweep, Comparison& comparison, double exploded_above = exploded_loss);
void add_ratios(const LearningCurve& curve, Comparison& comparison, double exploded_above = exploded_loss);

}  // namespace ballast::experiments
