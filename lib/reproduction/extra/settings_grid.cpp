#include "reproduction/extra/settings_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduction/extra/halves.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

/// The standard rule is best near 0.18: there the steps are factors of the square root of 2.
constexpr double ratios[] = {0.015625, 0.03125, 0.0625, 0.125, 0.1767766952966369, 0.25, 0.5, 1.0, 2.0};

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

GridEnds ends_of(const Sweep& grid) {
  GridEnds ends{HUGE_VAL, 0.0, HUGE_VAL, 0.0};
  for (const Cell& cell : grid.cells) {
    ends.smallest_step = std::min(ends.smallest_step, cell.x);
    ends.largest_step = std::max(ends.largest_step, cell.x);
    ends.smallest_ratio = std::min(ends.smallest_ratio, cell.method.ratio);
    ends.largest_ratio = std::max(ends.largest_ratio, cell.method.ratio);
  }
  return ends;
}

bool is_at_edge(const Cell& cell, const GridEnds& ends) {
  const double ratio = cell.method.ratio;
  return cell.x <= ends.smallest_step || cell.x >= ends.largest_step || ratio <= ends.smallest_ratio ||
         ratio >= ends.largest_ratio;
}

BestSetting setting_of(const Cell& cell, const GridEnds& ends) {
  Method method = cell.method.rule == Rule::standard ? paper::standard : paper::implicit_alone;
  return {method, cell.x, cell.method.ratio, estimate(measuring_half(cell.values)), is_at_edge(cell, ends)};
}

}  // namespace

SweepPlan settings_grid(const SweepPlan& sweep) {
  SweepPlan plan = sweep;
  plan.stem += "_best";
  plan.xs = step_sizes();
  plan.methods.clear();
  for (const Method& rule : {paper::standard, paper::implicit_alone}) {
    for (const double ratio : ratios) {
      Method method = with_setting(rule, Axis::ratio, ratio);
      method.decay = sweep.methods.front().decay;
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
  const GridEnds ends = ends_of(grid);
  return BestSettings{
      grid.environment,
      grid.title,
      setting_of(*standard, ends),
      setting_of(*implicit, ends),
      paired_difference(measuring_half(implicit->values), measuring_half(standard->values), Better::less, 1),
      ends};
}

}  // namespace ballast::reproduction
