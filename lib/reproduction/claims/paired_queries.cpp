#include "reproduction/claims/paired_queries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/text/plural.hpp"

namespace ballast::reproduction {
namespace {

constexpr double everywhere = std::numeric_limits<double>::infinity();

/// Whether a trial has overflowed, or counts as such.
bool is_lost(const Cell& cell) {
  return std::any_of(cell.values.begin(), cell.values.end(), [](double value) { return !(value <= exploded_loss); });
}

/// Of a part that says that there are such places.
PartState is_somewhere(const std::vector<double>& xs, const Standings& standings) {
  if (!xs.empty()) { return PartState::met; }
  return standings.undecided.empty() ? PartState::missed : PartState::undecided;
}

/// Pairs of cells with the place that they stand for.
struct Pairs {
  std::vector<double> xs;
  std::vector<std::pair<const Cell*, const Cell*>> cells;
};

AlongAxis judged_together(const Pairs& pairs) {
  AlongAxis result{pairs.xs, {}};
  for (const auto& [first, second] : pairs.cells) {
    result.differences.push_back(difference(*first, *second, pairs.cells.size()));
  }
  return result;
}

}  // namespace

std::string how_paired(std::size_t cells) {
  return fmt::format("by the paired difference, corrected for {} {} (Bonferroni)", cells, plural(cells, "cell"));
}

std::string how_paired(const AlongAxis& comparison) {
  return how_paired(comparison.xs.size());
}

PairedDifference difference_after(const LearningCurve& curve, std::size_t steps, const Method& first,
                                  const Method& second, std::size_t cells) {
  return paired_losses(curve.curve(first).at(steps)->values, curve.curve(second).at(steps)->values, cells);
}

PairedDifference final_difference(const LearningCurve& curve, const Method& first, const Method& second) {
  return difference_after(curve, curve.curve(first).size() - 1, first, second, 1);
}

Standings AlongAxis::standings() const {
  Standings standings;
  for (std::size_t i = 0; i < xs.size(); ++i) { standings.add(xs[i], differences[i].standing); }
  return standings;
}

AlongAxis compare(const Sweep& sweep, const Method& first, const Method& second, double low, double high) {
  Pairs pairs;
  for (const Cell* const cell : sweep.curve(first)) {
    const Cell* const other = sweep.find(second, cell->x);
    if (other == nullptr || cell->x < low || cell->x > high) { continue; }
    pairs.xs.push_back(cell->x);
    pairs.cells.emplace_back(cell, other);
  }
  return judged_together(pairs);
}

AlongAxis compare(const Sweep& sweep, const Method& first, const Method& second) {
  return compare(sweep, first, second, -everywhere, everywhere);
}

AlongAxis compare_with(const Sweep& sweep, const Method& method, double x) {
  const Cell* const base = sweep.find(method, x);
  Pairs pairs;
  for (const Cell* const cell : sweep.curve(method)) {
    if (base == nullptr || cell == base) { continue; }
    pairs.xs.push_back(cell->x);
    pairs.cells.emplace_back(cell, base);
  }
  return judged_together(pairs);
}

AlongAxis compare_neighbours(const Sweep& sweep, const Method& method, double low) {
  const std::vector<const Cell*> curve = sweep.curve(method);
  Pairs pairs;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    if (curve[i - 1]->x < low - 1e-9 || (is_lost(*curve[i - 1]) && is_lost(*curve[i]))) { continue; }
    pairs.xs.push_back(curve[i]->x);
    pairs.cells.emplace_back(curve[i], curve[i - 1]);
  }
  return judged_together(pairs);
}

Claim::Numbers numbers_of(const AlongAxis& comparison) {
  Claim::Numbers numbers;
  for (std::size_t i = 0; i < comparison.xs.size(); ++i) {
    const PairedDifference& d = comparison.differences[i];
    numbers.emplace_back(fmt::format("difference_at_{}", comparison.xs[i]), d.mean);
    numbers.emplace_back(fmt::format("interval_at_{}", comparison.xs[i]), d.ci95);
    numbers.emplace_back(fmt::format("corrected_at_{}", comparison.xs[i]), d.corrected);
  }
  return numbers;
}

PartState state_of(const PairedDifference& d, Standing wanted) {
  return d.standing == Standing::undecided ? PartState::undecided : met_if(d.standing == wanted);
}

PartState worse_than_best(const Cell& cell, const Cell& best, const PairedDifference& d) {
  return &cell == &best ? PartState::missed : state_of(d, Standing::worse);
}

std::vector<Part> parts_of(const AlongAxis& comparison, Standing standing) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < comparison.xs.size(); ++i) {
    const PairedDifference& d = comparison.differences[i];
    parts.push_back(
        {fmt::format("{} at {} ({})", name_of(standing), comparison.xs[i], text_of(d)), state_of(d, standing)});
  }
  return parts;
}

Claim better_and_worse(const std::string& figure, const std::string& id, const std::string& places,
                       const AlongAxis& comparison) {
  const Standings standings = comparison.standings();
  return judged(
      {figure,
       id,
       Source::ballast,
       fmt::format("Implicit TD is better than standard TD at some {}, and worse at others.", places),
       fmt::format("One part: its final loss is lower at one of them at least, and higher at one at least, {}.",
                   how_paired(comparison)),
       numbers_of(comparison),
       {},
       fmt::format("Implicit TD is {}.", text_of(standings)),
       {{"better somewhere, and worse somewhere",
         both(is_somewhere(standings.better, standings), is_somewhere(standings.worse, standings))}}});
}

Claim worse_at_most(const std::string& figure, const std::string& id, const std::string& places,
                    const AlongAxis& comparison) {
  const Standings standings = comparison.standings();
  const bool can_be_most = 2 * (standings.worse.size() + standings.undecided.size()) > standings.cells();
  const bool is_most = 2 * standings.worse.size() > standings.cells();
  return judged(
      {figure,
       id,
       Source::ballast,
       fmt::format("Implicit TD is worse than standard TD at most {}.", places),
       fmt::format("One part: its final loss is higher at more than half of them, {}.", how_paired(comparison)),
       numbers_of(comparison),
       {},
       fmt::format("Implicit TD is {}.", text_of(standings)),
       {{"worse at more than half", can_be_most && !is_most ? PartState::undecided : met_if(is_most)}}});
}

std::string text_of(const PairedDifference& d) {
  if (std::isnan(d.mean)) { return "both overflow"; }
  if (std::isinf(d.mean)) { return "only one overflows"; }
  return fmt::format("difference {:.2g}, interval {:.2g}", d.mean, d.corrected);
}

}  // namespace ballast::reproduction
