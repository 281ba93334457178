#pragma once
/// Every method at every place of an axis: a chart with a step-size or ratio along x, and a CSV file.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/results/method.hpp"
#include "experiments/results/trial_list.hpp"
#include "experiments/statistics/estimate.hpp"

namespace ballast::experiments {

/// One method at one place of an axis.
struct Cell {
  Method method;        ///< with x among its settings
  double x;             ///< what the axis of its sweep says: the step-size (control: beta_0 / 400) or the ratio c
  std::string measure;  ///< "loss" in evaluation; in control "reward", "reward_last_third", "omega", "greedy_worth"

  /// None if any trial overflowed: such a cell shows `overflowed` and no number.
  std::optional<Estimate> estimate;
  std::uint32_t trials;
  std::uint32_t overflowed;   ///< trials that ended in a refused update
  std::uint64_t projections;  ///< how often the projection acted, over all trials

  /// By trial; NaN for one that overflowed. Cells of one sweep have the same trials: differences are paired.
  std::vector<double> values = {};
};

struct Sweep {
  std::string stem;                   ///< of its files: "fig2_left", "fig4_pendulum", "fig7_boyan"
  std::string environment;            ///< its name: "mrp"
  std::string title;                  ///< "MRP, constant step-size"
  std::string x_name;                 ///< the column: "step_size" or "ratio"
  std::string x_label;                ///< for the axis
  std::string y_label;                ///< for the axis, of the first measure
  std::vector<std::string> measures;  ///< one ("loss") in evaluation, and the CSV then has no such column
  std::vector<Cell> cells;            ///< method by method, then by measure, then by ascending x
  TrialList trial_list = {};

  /// Nothing, if there is no such cell.
  const Cell* find(const Method& method, double x, const std::string& measure) const;
  const Cell* find(const Method& method, double x) const { return find(method, x, measures.front()); }

  /// The cells of one curve, by ascending x.
  std::vector<const Cell*> curve(const Method& method, const std::string& measure) const;
  std::vector<const Cell*> curve(const Method& method) const { return curve(method, measures.front()); }
};

}  // namespace ballast::experiments
