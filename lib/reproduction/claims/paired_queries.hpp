#pragma once
/// Paired comparisons used by the rules of claims: of two methods, or of one method at two places of an axis.

#include <string>
#include <utility>
#include <vector>

#include "experiments/results/comparison.hpp"
#include "experiments/results/learning_curve.hpp"
#include "experiments/results/sweep.hpp"
#include "experiments/statistics/paired.hpp"
#include "reproduction/claims/claim.hpp"

namespace ballast::reproduction {

using namespace experiments;

/// How so many cells are compared, for rules: "by the paired difference, corrected for 30 cells (Bonferroni)".
std::string how_paired(std::size_t cells);

/// First minus second, as one of `cells` that are judged together, after so many steps of a learning curve, which has
/// losses: one at which the values of trials are kept.
PairedDifference difference_after(const LearningCurve& curve, std::size_t steps, const Method& first,
                                  const Method& second, std::size_t cells);
/// At its last step.
PairedDifference final_difference(const LearningCurve& curve, const Method& first, const Method& second);

/// Two methods at every place of an axis, judged together.
struct AlongAxis {
  std::vector<double> xs;
  std::vector<PairedDifference> differences;

  Standings standings() const;
};
std::string how_paired(const AlongAxis& comparison);

AlongAxis compare(const Sweep& sweep, const Method& first, const Method& second);
/// Only places from `low` to `high`.
AlongAxis compare(const Sweep& sweep, const Method& first, const Method& second, double low, double high);
/// One method at the other places against one of them.
AlongAxis compare_with(const Sweep& sweep, const Method& method, double x);

/// One method from `low` on, at each place against the one before. Pairs that both overflow are left out.
AlongAxis compare_neighbours(const Sweep& sweep, const Method& method, double low);

/// difference_at_x, interval_at_x and corrected_at_x for each place.
Claim::Numbers numbers_of(const AlongAxis& comparison);

/// The state of a part that says that the first is `wanted`.
PartState state_of(const PairedDifference& difference, Standing wanted);

/// That of a part that says that a cell is worse than the best one: missed if it is the best one itself.
PartState worse_than_best(const Cell& cell, const Cell& best, const PairedDifference& difference);

/// A part for each place: "better at 1.25 (by 0.012, interval 0.004)".
std::vector<Part> parts_of(const AlongAxis& comparison, Standing standing);

/// A claim of ours: implicit TD is better at some places of the axis ("step-sizes") and worse at others.
Claim better_and_worse(const std::string& figure, const std::string& id, const std::string& places,
                       const AlongAxis& comparison);
/// Or it is worse at most of them.
Claim worse_at_most(const std::string& figure, const std::string& id, const std::string& places,
                    const AlongAxis& comparison);

/// "difference 2.1, interval 0.31" (the corrected one), "only one overflows", "both overflow"
std::string text_of(const PairedDifference& difference);

}  // namespace ballast::reproduction
