#include "experiments/results/comparison.hpp"

#include <limits>

#include "experiments/results/measures.hpp"

namespace ballast::experiments {

Standings Comparison::standings() const {
  Standings standings;
  for (const auto& [x, difference] : differences) { standings.add(x, difference.standing); }
  return standings;
}

static PairedDifference difference_in(const std::string& measure, const std::vector<double>& first,
                                      const std::vector<double>& second, std::size_t cells, double exploded_above) {
  return measure == "loss" ? paired_losses(first, second, cells, exploded_above)
                           : paired_difference(first, second, better_of(measure), cells);
}

PairedDifference difference(const Cell& first, const Cell& second, std::size_t cells, double exploded_above) {
  return difference_in(first.measure, first.values, second.values, cells, exploded_above);
}

Comparison compare(const Sweep& sweep, const Method& method, const Method& against, const std::string& measure,
                   double exploded_above) {
  Comparison comparison{sweep.stem, measure, sweep.x_name, method, against, {}};
  const std::vector<const Cell*> cells = sweep.curve(method, measure);
  for (const Cell* const cell : cells) {
    const Cell* const other = sweep.find(against, cell->x, measure);
    comparison.differences.emplace_back(cell->x, difference(*cell, *other, cells.size(), exploded_above));
  }
  return comparison;
}

Comparison compare_at_end(const LearningCurve& curve, const Method& method, const Method& against,
                          double exploded_above) {
  const Point& end = *curve.curve(method).back();
  const Point& other = *curve.curve(against).back();
  return {curve.stem, curve.measure,
          "t",        method,
          against,    {{end.t, difference_in(curve.measure, end.values, other.values, 1, exploded_above)}}};
}

/// Only a loss can explode.
static void add_ratio(Comparison& comparison, double x, const std::vector<double>& first,
                      const std::vector<double>& second, double exploded_above) {
  const double largest = comparison.measure == "loss" ? exploded_above : std::numeric_limits<double>::max();
  comparison.ratios.emplace_back(x, paired_ratio(first, second, largest));
}

void add_ratios(const Sweep& sweep, Comparison& comparison, double exploded_above) {
  if (better_of(comparison.measure) != Better::less) { return; }
  for (const Cell* const cell : sweep.curve(comparison.method, comparison.measure)) {
    const Cell* const other = sweep.find(comparison.against, cell->x, comparison.measure);
    add_ratio(comparison, cell->x, cell->values, other->values, exploded_above);
  }
}

void add_ratios(const LearningCurve& curve, Comparison& comparison, double exploded_above) {
  if (better_of(comparison.measure) != Better::less) { return; }
  const Point& end = *curve.curve(comparison.method).back();
  const Point& other = *curve.curve(comparison.against).back();
  add_ratio(comparison, end.t, end.values, other.values, exploded_above);
}

}  // namespace ballast::experiments
