#include <algorithm>

#include "experiments/text/plural.hpp"
#include "reproduction/claims/claims.hpp"
#include "reproduction/claims/curve_queries.hpp"
#include "reproduction/claims/paired_queries.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

Claim minimum_at_a_small_step(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const Best best = lowest(sweep, paper::standard);
  const double at_smallest = mean_at(sweep, paper::standard, 0.1);
  // The best cell is chosen among all, so its difference from one of them is judged as one of so many.
  const std::size_t others = sweep.curve(paper::standard).size() - 1;
  const Cell& smallest = *sweep.find(paper::standard, 0.1);
  const Cell& best_cell = *sweep.find(paper::standard, best.x);
  const PairedDifference d = difference(smallest, best_cell, others);
  return judged(
      {"1",
       "fig1.minimum_at_a_small_step",
       Source::paper,
       "Standard TD is best at a small step-size, and slow below it.",
       fmt::format("Parts: the mean final loss is lowest at 0.5 or below; at 0.1 it is higher than there, {}.",
                   how_paired(others)),
       {{"best_step_size", best.x},
        {"best_loss", best.mean},
        {"loss_at_0.1", at_smallest},
        {"difference", d.mean},
        {"interval", d.ci95},
        {"corrected", d.corrected}},
       {},
       fmt::format("Lowest at {} with a loss of {}; {} at 0.1.", text_of(best.x), text_of(best.mean),
                   text_of(at_smallest)),
       {{"lowest at 0.5 or below", met_if(best.x < 0.55)},
        {fmt::format("higher at 0.1 ({})", text_of(d)), worse_than_best(smallest, best_cell, d)}}});
}

Claim rapid_growth(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const Best best = lowest(sweep, paper::standard);
  const double at_1_8 = mean_at(sweep, paper::standard, 1.8);
  const double at_2 = mean_at(sweep, paper::standard, 2.0);
  return judged(
      {"1",
       "fig1.rapid_growth",
       Source::paper,
       "Above that step-size the loss of standard TD grows rapidly.",
       "Parts: it is at least 10 times the best at 1.8; at least 1000 times at 2.0 (an overflow counts as more).",
       {{"best_loss", best.mean}, {"loss_at_1.8", at_1_8}, {"loss_at_2.0", at_2}},
       {},
       fmt::format("{} at best, {} at 1.8, {} at 2.0.", text_of(best.mean), text_of(at_1_8), text_of(at_2)),
       {{"10 times the best at 1.8", met_if(!(at_1_8 < 10.0 * best.mean))},
        {"1000 times the best at 2.0", met_if(!(at_2 < 1000.0 * best.mean))}}});
}

Claim no_improvement(const Figure& figure) {
  const double start = start_of(figure.learning_curves.front(), paper::standard);
  const double end = end_of(figure.learning_curves.front(), paper::standard);
  return judged({"1",
                 "fig1.no_improvement_at_1.8",
                 Source::paper,
                 "With step-size 1.8 standard TD shows no improvement over the whole run.",
                 "One part: the mean loss over the last tenth of the steps is at least 0.8 times that at the start (an "
                 "overflow counts as more).",
                 {{"loss_at_start", start}, {"loss_at_end", end}},
                 {},
                 fmt::format("It starts at {} and ends at {}.", text_of(start), text_of(end)),
                 {{"at least 0.8 of the start", met_if(!(end < 0.8 * start))}}});
}

/// How the mean loss moves over the second half of the run.
struct Swing {
  double span;              ///< from the lowest to the highest, in units of the average
  std::uint32_t crossings;  ///< of the average
};

Swing swing_of(const LearningCurve& learning_curve, const Method& method) {
  std::vector<double> losses;
  double average = 0.0;
  const std::vector<const Point*> curve = learning_curve.curve(method);
  for (std::size_t t = curve.size() / 2; t < curve.size(); ++t) {
    if (!curve[t]->estimate) { break; }
    losses.push_back(curve[t]->estimate->mean);
    average += (losses.back() - average) / static_cast<double>(losses.size());
  }
  if (losses.empty()) { return {0.0, 0}; }
  const auto [low, high] = std::minmax_element(losses.begin(), losses.end());
  Swing swing{(*high - *low) / average, 0};
  for (std::size_t i = 1; i < losses.size(); ++i) {
    swing.crossings += (losses[i - 1] < average) != (losses[i] < average) ? 1U : 0U;
  }
  return swing;
}

Claim oscillation(const Figure& figure) {
  const Swing swing = swing_of(figure.learning_curves.front(), paper::standard);
  return judged({"1",
                 "fig1.oscillates_at_1.8",
                 Source::paper,
                 "With step-size 1.8 standard TD oscillates.",
                 "Parts: over the second half of the run the mean loss crosses its own average at least 100 times; its "
                 "range is at least a fifth of that average.",
                 {{"crossings", swing.crossings}, {"span", swing.span}},
                 {},
                 fmt::format("It crosses its average {} {}, and its range is {:.0f} % of it.", swing.crossings,
                             plural(swing.crossings, "time"), 100.0 * swing.span),
                 {{"crosses at least 100 times", met_if(swing.crossings >= 100)},
                  {"a range of at least a fifth", met_if(swing.span >= 0.2)}}});
}

}  // namespace

std::vector<Claim> sensitivity_claims(const Figure& figure) {
  return {minimum_at_a_small_step(figure), rapid_growth(figure), no_improvement(figure), oscillation(figure)};
}

}  // namespace ballast::reproduction
