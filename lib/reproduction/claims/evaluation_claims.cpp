#include <algorithm>
#include <cmath>

#include "experiments/results/useful_range.hpp"
#include "experiments/text/plural.hpp"
#include "reproduction/claims/claims.hpp"
#include "reproduction/claims/curve_queries.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

// --- figure 1 -------------------------------------------------------------------------------------------------------

Claim minimum_at_a_small_step(const Figure& figure) {
  const Best best = lowest(figure.sweeps.front(), paper::standard);
  const double at_smallest = mean_at(figure.sweeps.front(), paper::standard, 0.1);
  return {"1",
          "fig1.minimum_at_a_small_step",
          Source::paper,
          "Standard TD is best at a small step-size, and slow below it.",
          "Holds if the mean final loss is lowest at a step-size from 0.2 to 0.5; in part if that is below 1.",
          {{"best_step_size", best.x}, {"best_loss", best.mean}, {"loss_at_0.1", at_smallest}},
          verdict_of(best.x > 0.15 && best.x<0.55, best.x> 0.15 && best.x < 0.95),
          fmt::format("Lowest at {} with a loss of {}; {} at 0.1.", text_of(best.x), text_of(best.mean),
                      text_of(at_smallest))};
}

Claim rapid_growth(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const Best best = lowest(sweep, paper::standard);
  const double at_1_8 = mean_at(sweep, paper::standard, 1.8);
  const double at_2 = mean_at(sweep, paper::standard, 2.0);
  const bool grows = !(at_1_8 < 10.0 * best.mean);
  const bool explodes = !(at_2 < 1000.0 * best.mean);
  return {
      "1",
      "fig1.rapid_growth",
      Source::paper,
      "Above that step-size the loss of standard TD grows rapidly.",
      "Holds if it is at least 10 times the best at 1.8 and 1000 times at 2.0 (an overflow counts as more); in part "
      "if one of the two.",
      {{"best_loss", best.mean}, {"loss_at_1.8", at_1_8}, {"loss_at_2.0", at_2}},
      verdict_of(grows && explodes, grows || explodes),
      fmt::format("{} at best, {} at 1.8, {} at 2.0.", text_of(best.mean), text_of(at_1_8), text_of(at_2))};
}

Claim no_improvement(const Figure& figure) {
  const double start = start_of(figure.learning_curves.front(), paper::standard);
  const double end = end_of(figure.learning_curves.front(), paper::standard);
  return {
      "1",
      "fig1.no_improvement_at_1.8",
      Source::paper,
      "With step-size 1.8 standard TD shows no improvement over the whole run.",
      "Holds if the mean loss over the last tenth of the steps is at least 0.8 times that at the start (an overflow "
      "counts as more); in part if at least half.",
      {{"loss_at_start", start}, {"loss_at_end", end}},
      verdict_of(!(end < 0.8 * start), !(end < 0.5 * start)),
      fmt::format("It starts at {} and ends at {}.", text_of(start), text_of(end))};
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
  return {"1",
          "fig1.oscillates_at_1.8",
          Source::paper,
          "With step-size 1.8 standard TD oscillates.",
          "Holds if over the second half of the run the mean loss crosses its own average at least 100 times, and its "
          "range is at least a fifth of that average; in part if it crosses at least 10 times.",
          {{"crossings", swing.crossings}, {"span", swing.span}},
          verdict_of(swing.crossings >= 100 && swing.span >= 0.2, swing.crossings >= 10),
          fmt::format("It crosses its average {} {}, and its range is {:.0f} % of it.", swing.crossings,
                      plural(swing.crossings, "time"), 100.0 * swing.span)};
}

// --- figures 2, 3, 5, 6: both rules over step-sizes -----------------------------------------------------------------

/// How far the mean falls between neighbours from x on, at worst, in units of the larger mean.
double largest_fall(const Sweep& sweep, const Method& method, double x) {
  double fall = 0.0;
  double last = 0.0;
  for (const Cell* cell : sweep.curve(method)) {
    if (!cell->estimate) { break; }
    if (cell->x > x + 0.05) { fall = std::max(fall, (last - cell->estimate->mean) / last); }
    last = cell->estimate->mean;
  }
  return fall;
}

std::string after_the_best(double fall) {
  return fall <= 0.0 ? "it grows from there on" : fmt::format("then falls again by up to {:.0f} %", 100.0 * fall);
}

Claim growth_from_0_3(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const Best standard = lowest(sweep, paper::standard);
  const Best implicit = lowest(sweep, paper::implicit);
  const double fall =
      std::max(largest_fall(sweep, paper::standard, standard.x), largest_fall(sweep, paper::implicit, implicit.x));
  const bool is_near = standard.x < 0.45 && implicit.x < 0.45;
  const bool is_below_1 = standard.x < 0.95 && implicit.x < 0.95;
  return {"2",
          "fig2.loss_grows_from_0.3",
          Source::paper,
          "From a step-size of about 0.3 on, the loss of all methods grows.",
          "Holds if the best step-size of both rules is at most 0.4 and the loss never falls at larger ones; in part "
          "if it is below 1 and the loss never falls at larger ones.",
          {{"best_step_size_standard", standard.x}, {"best_step_size_implicit", implicit.x}, {"largest_fall", fall}},
          verdict_of(is_near && fall <= 0.0, is_below_1 && fall <= 0.0),
          fmt::format("Lowest at {} (standard) and {} (implicit); {}.", text_of(standard.x), text_of(implicit.x),
                      after_the_best(fall))};
}

Claim standard_explodes_at_2(const Figure& figure, const std::string& name, const std::string& statement,
                             double factor) {
  const Sweep& sweep = figure.sweeps.front();
  const Best best = lowest(sweep, paper::standard);
  const double at_2 = mean_at(sweep, paper::standard, 2.0);
  const double at_2_1 = mean_at(sweep, paper::standard, 2.1);
  const std::uint32_t lost = overflowed(sweep, paper::standard);
  const bool is_all = explodes_above(sweep, paper::standard, 2.05, factor * best.mean);
  return {
      figure.name,
      fmt::format("fig{}.{}", figure.name, name),
      Source::paper,
      statement,
      fmt::format("Holds if at every step-size above 2.0 a trial overflows or the mean is at least {:.0e} times the "
                  "best; in part if only at 3.0.",
                  factor),
      {{"best_loss", best.mean}, {"loss_at_2.0", at_2}, {"loss_at_2.1", at_2_1}, {"overflowed_trials", lost}},
      verdict_of(is_all, explodes_above(sweep, paper::standard, 2.95, factor * best.mean)),
      fmt::format("{} at best, {} at 2.0, {} at 2.1; in all, {} {} overflowed.", text_of(best.mean), text_of(at_2),
                  text_of(at_2_1), lost, plural(lost, "trial"))};
}

Claim implicit_grows_modestly(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const Best best = lowest(sweep, paper::implicit);
  double largest = 0.0;
  for (const Method& method : paper::implicit_methods) { largest = std::max(largest, worst(sweep, method)); }
  const double at_3 = mean_at(sweep, paper::implicit, 3.0);
  return {
      "2",
      "fig2.implicit_grows_modestly",
      Source::paper,
      "Implicit TD stays stable up to a step-size of 3.0, with a loss that grows modestly.",
      "Holds if no trial of any implicit method overflows and the loss at 3.0 is at most 4 times the best; in part "
      "if at most 10 times.",
      {{"best_loss", best.mean}, {"loss_at_3.0", at_3}, {"largest_loss", largest}},
      verdict_of(std::isfinite(largest) && at_3 <= 4.0 * best.mean, std::isfinite(largest) && at_3 <= 10.0 * best.mean),
      fmt::format("{} at best ({}), {} at 3.0.", text_of(best.mean), text_of(best.x), text_of(at_3))};
}

/// Decaying step-sizes: implicit never ends above where it began.
Claim implicit_stays_controlled(const Figure& figure, const std::string& statement) {
  const Sweep& sweep = figure.sweeps.front();
  const double start = start_of(figure.learning_curves.front(), paper::implicit);
  double largest = 0.0;
  for (const Method& method : paper::implicit_methods) { largest = std::max(largest, worst(sweep, method)); }
  const double at_3 = mean_at(sweep, paper::implicit, 3.0);
  return {
      figure.name,
      fmt::format("fig{}.implicit_stays_controlled", figure.name),
      Source::paper,
      statement,
      "Holds if no trial of any implicit method overflows and at no step-size the mean final loss is above the loss "
      "at the start; in part if it is at most 10 times that.",
      {{"loss_at_start", start}, {"largest_loss", largest}, {"loss_at_3.0", at_3}},
      verdict_of(largest <= start, largest <= 10.0 * start),
      fmt::format("It starts at {} and ends at {} at most; at {} with step-size 3.0.", text_of(start), text_of(largest),
                  text_of(at_3))};
}

/// How many step-sizes of a sweep are useful, and which.
struct Breadth {
  std::uint32_t step_sizes;
  std::string text;
};

Breadth breadth_of(const Sweep& sweep, const Method& method) {
  const std::optional<UsefulRange> range = useful_range(sweep, method);
  if (!range) { return {0, "overflow"}; }
  std::uint32_t count = 0;
  for (const Cell* cell : sweep.curve(method)) { count += cell->x >= range->low && cell->x <= range->high ? 1U : 0U; }
  return {count, fmt::format("{} to {}", text_of(range->low), text_of(range->high))};
}

/// What the abstract promises.
Claim broader_range(const Figure& figure) {
  const Breadth standard = breadth_of(figure.sweeps.front(), paper::standard);
  const Breadth implicit = breadth_of(figure.sweeps.front(), paper::implicit);
  return {
      figure.name,
      fmt::format("fig{}.broader_range", figure.name),
      Source::paper,
      "Implicit TD works over a much broader range of step-sizes.",
      "Holds if it stays within twice its best loss at no fewer than twice as many step-sizes of the sweep as standard "
      "TD does; in part if at more.",
      {{"step_sizes_standard", standard.step_sizes}, {"step_sizes_implicit", implicit.step_sizes}},
      verdict_of(implicit.step_sizes > 0 && implicit.step_sizes >= 2 * standard.step_sizes,
                 implicit.step_sizes > standard.step_sizes),
      fmt::format("At {} of them, {} (standard), and at {}, {} (implicit).", standard.step_sizes, standard.text,
                  implicit.step_sizes, implicit.text)};
}

// --- learning curves
// ---------------------------------------------------------------------------------------------------

std::string steps_text(const Comparison& c) {
  return c.last_below == 0.0 ? "every step"
                             : fmt::format("{:.0f} % of the steps, the last exception being step {:.0f}",
                                           100.0 * c.share_above, c.last_below);
}

/// The implicit rule against the standard one, step by step.
Claim implicit_lower(const Figure& figure, const std::string& statement, double share_that_holds, double factor) {
  const LearningCurve& learning_curve = figure.learning_curves.front();
  const Comparison c = compare(learning_curve, paper::standard, paper::implicit);
  const double ratio = c.final_a / c.final_b;
  const bool is_lower_at_end =
      !std::isnan(c.final_b) && (std::isnan(c.final_a) || (ratio >= factor && c.final_a - c.final_b > c.final_ci95));
  const bool is_lower_throughout = c.share_above >= share_that_holds;
  const std::string at_factor = factor > 1.0 ? fmt::format(" and by a factor of at least {}", factor) : "";
  const std::string throughout = share_that_holds > 0.0
                                     ? fmt::format(
                                           ", and implicit was lower after {:.0f} % of the steps or more; in part if "
                                           "only at the end",
                                           100.0 * share_that_holds)
                                     : "";
  return {figure.name,
          fmt::format("fig{}.implicit_lower_at_{}", figure.name, learning_curve.step_size),
          Source::paper,
          statement,
          fmt::format("Holds if the final loss of implicit TD is lower by more than the 95 % interval of the "
                      "difference{}{}.",
                      at_factor, throughout),
          {{"final_standard", c.final_a},
           {"final_implicit", c.final_b},
           {"interval", c.final_ci95},
           {"share_of_steps_lower", c.share_above},
           {"last_step_not_lower", c.last_below}},
          verdict_of(is_lower_at_end && is_lower_throughout, is_lower_at_end),
          fmt::format("{} (standard) against {} (implicit) at the end; implicit is lower after {}.", text_of(c.final_a),
                      text_of(c.final_b), steps_text(c))};
}

Claim standard_better_early(const Figure& figure) {
  const LearningCurve& learning_curve = figure.learning_curves.front();
  const Comparison c = compare(learning_curve, paper::standard, paper::implicit);
  return {
      figure.name,
      fmt::format("fig{}.standard_better_early", figure.name),
      Source::ballast,
      fmt::format("With step-size {} standard TD is better for the first few hundred steps.", learning_curve.step_size),
      "Holds if its mean loss is lower after at least 100 of the steps; in part if after at least 10.",
      {{"steps_standard_lower", c.steps_below}, {"last_step_standard_lower", c.last_below}},
      verdict_of(c.steps_below >= 100.0, c.steps_below >= 10.0),
      fmt::format("Its mean loss is lower after {:.0f} of the steps, the last of them step {:.0f}.", c.steps_below,
                  c.last_below)};
}

// --- what each figure adds ------------------------------------------------------------------------------------------

Claim standard_grows_towards_1_5(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const Best best = lowest(sweep, paper::standard);
  const double at_1_5 = mean_at(sweep, paper::standard, 1.5);
  const double tenfold = first_exploded(sweep, paper::standard, 10.0 * best.mean);
  const std::string from = std::isnan(tenfold) ? "nowhere" : fmt::format("from {} on", text_of(tenfold));
  return {"3",
          "fig3.standard_grows_towards_1.5",
          Source::paper,
          "The loss of standard TD grows rapidly as the step-size approaches 1.5.",
          "Holds if it is 10 times the best at 1.5 or before; in part if it is at least 1.5 times the best at 1.5 and "
          "10 times the best at some larger step-size.",
          {{"best_step_size", best.x}, {"best_loss", best.mean}, {"loss_at_1.5", at_1_5}, {"tenfold_from", tenfold}},
          verdict_of(tenfold < 1.55, at_1_5 >= 1.5 * best.mean && tenfold > 1.55),
          fmt::format("{} at best ({}), {} at 1.5, ten times the best {}.", text_of(best.mean), text_of(best.x),
                      text_of(at_1_5), from)};
}

Claim standard_better_at_small_steps(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  double last = 0.0;
  for (const Cell* cell : sweep.curve(paper::standard)) {
    if (!(mean_at(sweep, paper::standard, cell->x) < mean_at(sweep, paper::implicit, cell->x))) { break; }
    last = cell->x;
  }
  return {figure.name,
          fmt::format("fig{}.standard_better_at_small_steps", figure.name),
          Source::ballast,
          "At small step-sizes, up to about 1, standard TD is better: shrinking costs speed where it is not needed.",
          "Holds if its mean final loss is lower at every step-size up to 0.8 or more; in part if up to 0.3.",
          {{"lower_up_to", last}},
          verdict_of(last > 0.75, last > 0.25),
          fmt::format("Its mean final loss is lower at every step-size up to {}.", text_of(last))};
}

Claim loss_grows_with_the_step(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const Best standard = lowest(sweep, paper::standard);
  const Best implicit = lowest(sweep, paper::implicit);
  const double best = std::max(standard.x, implicit.x);
  const double fall = std::max(largest_fall(sweep, paper::standard, best), largest_fall(sweep, paper::implicit, best));
  return {"6",
          "fig6.loss_grows_with_the_step",
          Source::paper,
          "The loss of all methods grows with the step-size, from the smallest on.",
          "Holds if it never falls from a step-size to the next one; in part if it falls only up to 0.3.",
          {{"best_step_size_standard", standard.x}, {"best_step_size_implicit", implicit.x}, {"largest_fall", fall}},
          verdict_of(best < 0.15 && fall <= 0.0, best < 0.35 && fall <= 0.0),
          fmt::format("Lowest at {} (standard) and {} (implicit); {}.", text_of(standard.x), text_of(implicit.x),
                      after_the_best(fall))};
}

Claim growth_is_reduced(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const double standard = mean_at(sweep, paper::standard, 1.8) / lowest(sweep, paper::standard).mean;
  const double implicit = mean_at(sweep, paper::implicit, 1.8) / lowest(sweep, paper::implicit).mean;
  return {
      "6",
      "fig6.implicit_grows_less",
      Source::paper,
      "The growth is much smaller for implicit TD.",
      "Holds if from the best step-size to 1.8 the loss of standard TD grows by at least 3 times the factor by which "
      "that of implicit TD does (an overflow counts as more); in part if by any larger factor.",
      {{"growth_standard", standard}, {"growth_implicit", implicit}},
      verdict_of(std::isfinite(implicit) && !(standard < 3.0 * implicit), standard > implicit),
      fmt::format("By a factor of {} (standard) and {} (implicit).", text_of(standard), text_of(implicit))};
}

}  // namespace

std::vector<Claim> sensitivity_claims(const Figure& figure) {
  return {minimum_at_a_small_step(figure), rapid_growth(figure), no_improvement(figure), oscillation(figure)};
}

std::vector<Claim> mrp_constant_claims(const Figure& figure) {
  return {growth_from_0_3(figure),
          standard_explodes_at_2(figure, "standard_explodes_towards_2",
                                 "Towards a step-size of 2 standard TD becomes unstable and its loss explodes.", 1e6),
          implicit_grows_modestly(figure),
          implicit_lower(figure,
                         "With step-size 1.0 the error of implicit TD is low throughout the run, that of standard TD "
                         "substantially larger.",
                         0.95, 2.0),
          broader_range(figure),
          standard_better_early(figure)};
}

std::vector<Claim> boyan_decaying_claims(const Figure& figure) {
  return {implicit_stays_controlled(figure, "Implicit TD remains stable for step-sizes from 0.1 to 3.0."),
          standard_grows_towards_1_5(figure),
          implicit_lower(figure, "With step-size 1.5 the loss of standard TD consistently exceeds that of implicit TD.",
                         0.95, 1.0),
          broader_range(figure)};
}

std::vector<Claim> mrp_decaying_claims(const Figure& figure) {
  return {
      implicit_stays_controlled(figure, "Implicit TD keeps its loss under control as the step-size grows."),
      standard_explodes_at_2(figure, "standard_diverges_above_2", "Standard TD diverges for step-sizes above 2.0.",
                             1e6),
      implicit_lower(figure, "With step-size 1.8 standard TD remains markedly worse over the whole run.", 0.95, 2.0),
      broader_range(figure), standard_better_at_small_steps(figure)};
}

std::vector<Claim> boyan_constant_claims(const Figure& figure) {
  return {loss_grows_with_the_step(figure),
          growth_is_reduced(figure),
          standard_explodes_at_2(figure, "standard_diverges", "Standard TD diverges at the larger step-sizes.", 1e6),
          implicit_lower(figure, "With step-size 0.5 the loss of standard TD exceeds that of implicit TD.", 0.0, 1.0),
          broader_range(figure),
          standard_better_early(figure)};
}

}  // namespace ballast::reproduction
