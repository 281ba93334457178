#include "reproduction/extra/settings_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/charts/palette.hpp"
#include "reproduction/extra/halves.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

/// The standard rule is best near 0.18: there the steps are factors of the square root of 2.
const std::vector<double> ratios = {0.015625, 0.03125, 0.0625, 0.125, 0.1767766952966369, 0.25, 0.5, 1.0, 2.0};

/// Of the differential rules: fewer, because each costs a second of every reproduction.
const std::vector<double> differential_ratios = {0.03125, 0.0625, 0.125, 0.25, 1.0};

/// None for a rule without a ratio.
std::vector<double> ratios_of(Rule rule) {
  if (!has_ratio(rule)) { return {}; }
  return rule == Rule::standard || rule == Rule::implicit ? ratios : differential_ratios;
}

/// Factors of the square root of 2 where the standard rule is best, then of 2: a coarse grid would favour the rule
/// whose loss depends less on the step-size.
std::vector<double> step_sizes() {
  std::vector<double> xs;
  for (int half = -7; half <= 4; ++half) { xs.push_back(std::exp2(half / 2.0)); }
  for (int whole = 3; whole <= 10; ++whole) { xs.push_back(std::exp2(whole)); }
  return xs;
}

/// The cell with the lowest mean over the choosing half; nothing if a trial of each overflows there.
const Cell* chosen(const Sweep& grid, Rule rule) {
  const Cell* best = nullptr;
  double lowest = HUGE_VAL;
  for (const Cell& cell : grid.cells) {
    if (cell.method.rule != rule) { continue; }
    const std::optional<double> loss = mean_of(choosing_half(cell.values));
    if (loss && *loss < lowest) {
      best = &cell;
      lowest = *loss;
    }
  }
  return best;
}

/// Of one rule.
GridEnds ends_of(const Sweep& grid, Rule rule) {
  GridEnds ends{HUGE_VAL, 0.0, HUGE_VAL, 0.0};
  for (const Cell& cell : grid.cells) {
    if (cell.method.rule != rule) { continue; }
    ends.smallest_step = std::min(ends.smallest_step, cell.x);
    ends.largest_step = std::max(ends.largest_step, cell.x);
    ends.smallest_ratio = std::min(ends.smallest_ratio, cell.method.ratio);
    ends.largest_ratio = std::max(ends.largest_ratio, cell.method.ratio);
  }
  return ends;
}

bool is_at_edge(const Cell& cell, const GridEnds& ends) {
  if (!has_step_size(cell.method.rule)) { return false; }
  const double ratio = cell.method.ratio;
  return cell.x <= ends.smallest_step || cell.x >= ends.largest_step || ratio <= ends.smallest_ratio ||
         ratio >= ends.largest_ratio;
}

/// Without the ratio in its name.
const Method& method_of(Rule rule) {
  const std::vector<Method>& all = rules_and_baselines();
  return *std::find_if(all.begin(), all.end(), [&](const Method& method) { return method.rule == rule; });
}

BestSetting best_of(const Sweep& grid, const Cell& cell) {
  const bool has_settings = has_step_size(cell.method.rule);
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  return {method_of(cell.method.rule), has_settings ? cell.x : none, has_settings ? cell.method.ratio : none,
          estimate(measuring_half(cell.values)), is_at_edge(cell, ends_of(grid, cell.method.rule))};
}

PairedDifference difference_of(const Cell& cell, const Cell& against) {
  return paired_difference(measuring_half(cell.values), measuring_half(against.values), Better::less, 1);
}

}  // namespace

const std::vector<Method>& paper_rules() {
  static const std::vector<Method> rules = {paper::standard, paper::implicit_alone};
  return rules;
}

const std::vector<Method>& rules_and_baselines() {
  static const std::vector<Method> all = {
      paper::standard,
      paper::implicit_alone,
      {"differential", "differential", Rule::differential, std::nullopt, purple},
      {"implicit-differential", "implicit differential", Rule::implicit_differential, std::nullopt, green},
      {"lstd", "LSTD", Rule::lstd, std::nullopt, black_dots}};
  return all;
}

SweepPlan settings_grid(const SweepPlan& sweep, const std::vector<Method>& methods) {
  SweepPlan plan = sweep;
  plan.stem += "_best";
  plan.xs = step_sizes();
  plan.methods.clear();
  for (const Method& rule : methods) {
    Method method = rule;
    method.decay = sweep.methods.front().decay;
    if (!has_ratio(rule.rule)) { plan.methods.push_back(method); }
    for (const double ratio : ratios_of(rule.rule)) {
      method.ratio = ratio;
      method.name = fmt::format("{}_c{:.4g}", rule.name, ratio);
      plan.methods.push_back(method);
    }
  }
  return plan;
}

std::optional<BestSettings> best_settings(const Sweep& grid) {
  const Cell* const standard = chosen(grid, Rule::standard);
  const Cell* const implicit = chosen(grid, Rule::implicit);
  if (standard == nullptr || implicit == nullptr || measuring_half(standard->values).empty()) { return std::nullopt; }
  const GridEnds ends = ends_of(grid, Rule::implicit);
  BestSettings best{grid.environment,
                    grid.title,
                    best_of(grid, *standard),
                    best_of(grid, *implicit),
                    difference_of(*implicit, *standard),
                    ends};
  for (const Method& method : rules_and_baselines()) {
    const bool is_other = method.rule != Rule::standard && method.rule != Rule::implicit;
    const Cell* const cell = is_other ? chosen(grid, method.rule) : nullptr;
    if (cell != nullptr) { best.others.push_back({best_of(grid, *cell), difference_of(*cell, *implicit)}); }
  }
  return best;
}

}  // namespace ballast::reproduction
