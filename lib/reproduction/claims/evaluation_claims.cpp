#include <algorithm>
#include <cmath>

#include "experiments/text/plural.hpp"
#include "reproduction/claims/claims.hpp"
#include "reproduction/claims/curve_queries.hpp"
#include "reproduction/claims/paired_queries.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

std::string id_of(const Figure& figure, const std::string& name) {
  return fmt::format("fig{}.{}", figure.name, name);
}

// --- over step-sizes ------------------------------------------------------------------------------------------------

/// A part for each step-size: whether the loss is higher than at the one before.
void add_growth(Claim& claim, const Sweep& sweep, const Method& method, double low) {
  const AlongAxis comparison = compare_neighbours(sweep, method, low);
  for (std::size_t i = 0; i < comparison.xs.size(); ++i) {
    const PairedDifference& d = comparison.differences[i];
    claim.parts.push_back({fmt::format("{}: higher at {} than before ({})", method.name, comparison.xs[i], text_of(d)),
                           state_of(d, Standing::worse)});
  }
  const Standings standings = comparison.standings();
  claim.numbers.emplace_back(fmt::format("best_step_size_{}", method.name), lowest(sweep, method).x);
  claim.numbers.emplace_back(fmt::format("steps_{}", method.name), standings.cells());
  claim.numbers.emplace_back(fmt::format("grows_{}", method.name), standings.worse.size());
  claim.numbers.emplace_back(fmt::format("falls_{}", method.name), standings.better.size());
  claim.rule += fmt::format(" {} for {} TD", standings.cells(), method.name);
  claim.measured += fmt::format(
      " With {} TD the loss is lowest at {}; of {} steps from one step-size to the next it grows at {} and "
      "falls at {}, and no difference is found at {}.",
      method.name, text_of(lowest(sweep, method).x), standings.cells(), standings.worse.size(), standings.better.size(),
      standings.undecided.size());
}

/// From one step-size to the next, from `low` on, the loss of both rules grows.
Claim loss_grows(const Figure& figure, const std::string& name, const std::string& statement, double low) {
  Claim claim{figure.name,
              id_of(figure, name),
              Source::paper,
              statement,
              fmt::format("Each step-size above {} is a part, for each rule: the final loss is higher than at "
                          "the step-size before, by the paired difference, corrected (Bonferroni) for the cells of the "
                          "rule; where both overflow, there is none. Cells:",
                          low),
              {},
              {},
              fmt::format("From {} on.", low)};
  add_growth(claim, figure.sweeps.front(), paper::standard, low);
  claim.rule += ",";
  add_growth(claim, figure.sweeps.front(), paper::implicit, low);
  claim.rule += ".";
  return judged(claim);
}

Claim standard_explodes_at_2(const Figure& figure, const std::string& name, const std::string& statement) {
  constexpr double factor = 1e6;
  const Sweep& sweep = figure.sweeps.front();
  const Best best = lowest(sweep, paper::standard);
  const double at_2 = mean_at(sweep, paper::standard, 2.0);
  const double at_2_1 = mean_at(sweep, paper::standard, 2.1);
  const std::uint32_t lost = overflowed(sweep, paper::standard);
  std::vector<Part> parts;
  for (const Cell* const cell : sweep.curve(paper::standard)) {
    if (cell->x < 2.05) { continue; }
    parts.push_back({fmt::format("explodes at {}", cell->x), met_if(is_exploded(*cell, factor * best.mean))});
  }
  return judged(
      {figure.name,
       id_of(figure, name),
       Source::paper,
       statement,
       "Each step-size above 2.0 is a part: a trial overflows, or the mean final loss is at least 1e6 times the best.",
       {{"best_loss", best.mean}, {"loss_at_2.0", at_2}, {"loss_at_2.1", at_2_1}, {"overflowed_trials", lost}},
       {},
       fmt::format("{} at best, {} at 2.0, {} at 2.1; in all, {} {} overflowed.", text_of(best.mean), text_of(at_2),
                   text_of(at_2_1), lost, plural(lost, "trial")),
       parts});
}

/// The largest mean of any implicit method; infinite if a trial has overflowed.
double worst_implicit(const Sweep& sweep) {
  double largest = 0.0;
  for (const Method& method : paper::implicit_methods) { largest = std::max(largest, worst(sweep, method)); }
  return largest;
}

Claim implicit_grows_modestly(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const Best best = lowest(sweep, paper::implicit);
  const double largest = worst_implicit(sweep);
  const double at_3 = mean_at(sweep, paper::implicit, 3.0);
  return judged(
      {figure.name,
       id_of(figure, "implicit_grows_modestly"),
       Source::paper,
       "Implicit TD stays stable up to a step-size of 3.0, with a loss that grows modestly.",
       "One part: its mean final loss at 3.0 is at most 4 times the best, and no trial of any implicit method "
       "overflows at any step-size.",
       {{"best_loss", best.mean}, {"loss_at_3.0", at_3}, {"largest_loss", largest}},
       {},
       fmt::format("{} at best ({}), {} at 3.0.", text_of(best.mean), text_of(best.x), text_of(at_3)),
       {{"at 3.0 at most 4 times the best, and no overflow",
         met_if(std::isfinite(largest) && at_3 <= 4.0 * best.mean)}}});
}

/// Decaying step-sizes: implicit never ends above where it began.
Claim implicit_stays_controlled(const Figure& figure, const std::string& statement) {
  const Sweep& sweep = figure.sweeps.front();
  const double start = start_of(figure.learning_curves.front(), paper::implicit);
  const double largest = worst_implicit(sweep);
  const double at_3 = mean_at(sweep, paper::implicit, 3.0);
  return judged({figure.name,
                 id_of(figure, "implicit_stays_controlled"),
                 Source::paper,
                 statement,
                 "One part: at no step-size is the mean final loss of an implicit method above the loss at the start, "
                 "and no trial overflows.",
                 {{"loss_at_start", start}, {"largest_loss", largest}, {"loss_at_3.0", at_3}},
                 {},
                 fmt::format("It starts at {} and ends at {} at most; at {} with step-size 3.0.", text_of(start),
                             text_of(largest), text_of(at_3)),
                 {{"never above the start, and no overflow", met_if(std::isfinite(largest) && largest <= start)}}});
}

Claim standard_grows_towards_1_5(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const Best best = lowest(sweep, paper::standard);
  const double at_1_5 = mean_at(sweep, paper::standard, 1.5);
  const double tenfold = first_exploded(sweep, paper::standard, 10.0 * best.mean, best.x);
  const std::string from = std::isnan(tenfold) ? "nowhere" : fmt::format("from {} on", text_of(tenfold));
  const std::size_t others = sweep.curve(paper::standard).size() - 1;
  const Cell& cell = *sweep.find(paper::standard, 1.5);
  const Cell& best_cell = *sweep.find(paper::standard, best.x);
  const PairedDifference d = difference(cell, best_cell, others);
  return judged(
      {figure.name,
       id_of(figure, "standard_grows_towards_1.5"),
       Source::paper,
       "The loss of standard TD grows rapidly as the step-size approaches 1.5.",
       fmt::format("Parts: at 1.5 it is higher than at its best step-size, {}; between the two it is 10 times "
                   "the best.",
                   how_paired(others)),
       {{"best_step_size", best.x},
        {"best_loss", best.mean},
        {"loss_at_1.5", at_1_5},
        {"difference", d.mean},
        {"interval", d.ci95},
        {"corrected", d.corrected},
        {"tenfold_from", tenfold}},
       {},
       fmt::format("{} at best ({}), {} at 1.5, ten times the best {}.", text_of(best.mean), text_of(best.x),
                   text_of(at_1_5), from),
       {{fmt::format("higher at 1.5 ({})", text_of(d)), worse_than_best(cell, best_cell, d)},
        {"10 times the best at 1.5 or before", met_if(tenfold < 1.55)}}});
}

Claim growth_is_reduced(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const double standard = mean_at(sweep, paper::standard, 1.8) / lowest(sweep, paper::standard).mean;
  const double implicit = mean_at(sweep, paper::implicit, 1.8) / lowest(sweep, paper::implicit).mean;
  const bool is_less = std::isfinite(implicit) && !(standard <= implicit);
  return judged(
      {figure.name,
       id_of(figure, "implicit_grows_less"),
       Source::paper,
       "The growth is much smaller for implicit TD.",
       "Parts: from the best step-size to 1.8 the loss of standard TD grows by a larger factor than that of implicit "
       "TD; by at least 3 times that factor (an overflow counts as more).",
       {{"growth_standard", standard}, {"growth_implicit", implicit}},
       {},
       fmt::format("By a factor of {} (standard) and {} (implicit).", text_of(standard), text_of(implicit)),
       {{"a larger factor", met_if(is_less)},
        {"at least 3 times the factor", met_if(is_less && !(standard < 3.0 * implicit))}}});
}

// --- both rules, paired ---------------------------------------------------------------------------------------------

/// Ours: the paper looks for step-sizes at which the implicit rule is better, and not for others.
Claim better_here_worse_there(const Figure& figure) {
  const AlongAxis comparison = compare(figure.sweeps.front(), paper::implicit, paper::standard);
  return better_and_worse(figure.name, id_of(figure, "implicit_better_here_worse_there"), "step-sizes", comparison);
}

Claim standard_better_at_small_steps(const Figure& figure) {
  const AlongAxis comparison = compare(figure.sweeps.front(), paper::standard, paper::implicit, 0.0, 0.85);
  return judged({figure.name,
                 id_of(figure, "standard_better_at_small_steps"),
                 Source::ballast,
                 "At small step-sizes, up to 0.8, standard TD is better: shrinking costs speed where it is not needed.",
                 fmt::format("Each step-size up to 0.8 is a part: standard TD is better, {}.", how_paired(comparison)),
                 numbers_of(comparison),
                 {},
                 fmt::format("Standard TD is {}.", text_of(comparison.standings())),
                 parts_of(comparison, Standing::better)});
}

// --- learning curves ------------------------------------------------------------------------------------------------

std::string steps_text(const Comparison& c) {
  return c.last_below == 0.0 ? "every step"
                             : fmt::format("{:.0f} % of the steps, the last exception being step {:.0f}",
                                           100.0 * c.share_above, c.last_below);
}

/// What a claim about a learning curve says beside "lower at the end".
struct Lower {
  double share;   ///< of the steps after which implicit must be lower; 0: none
  double factor;  ///< by which it must be lower at the end; 1: any
};

std::vector<Part> parts_of(const Comparison& c, const PairedDifference& d, const Lower& lower) {
  const PartState is_lower = state_of(d, Standing::better);
  std::vector<Part> parts = {{fmt::format("lower at the end ({})", text_of(d)), is_lower}};
  if (lower.factor > 1.0) {
    const bool is_by_factor = !(c.final_a < lower.factor * c.final_b);
    parts.push_back(
        {fmt::format("lower, and by a factor of at least {}", lower.factor), both(is_lower, met_if(is_by_factor))});
  }
  if (lower.share > 0.0) {
    parts.push_back(
        {fmt::format("lower after {:.0f} % of the steps", 100.0 * lower.share), met_if(c.share_above >= lower.share)});
  }
  return parts;
}

std::string rule_of(const Lower& lower) {
  std::string rule = "Parts: the final loss of implicit TD is lower, by the paired difference and its 95 % interval";
  if (lower.factor > 1.0) {
    rule += fmt::format("; it is lower by that, and its mean by a factor of at least {}", lower.factor);
  }
  if (lower.share > 0.0) {
    rule += fmt::format("; its mean was lower after {:.0f} % of the steps or more", 100.0 * lower.share);
  }
  return rule + ".";
}

/// The implicit rule against the standard one, step by step.
Claim implicit_lower(const Figure& figure, const std::string& statement, const Lower& lower) {
  const LearningCurve& learning_curve = figure.learning_curves.front();
  const Comparison c = compare(learning_curve, paper::standard, paper::implicit);
  const PairedDifference d = final_difference(learning_curve, paper::implicit, paper::standard);
  return judged({figure.name,
                 id_of(figure, fmt::format("implicit_lower_at_{}", learning_curve.step_size)),
                 Source::paper,
                 statement,
                 rule_of(lower),
                 {{"final_standard", c.final_a},
                  {"final_implicit", c.final_b},
                  {"difference", d.mean},
                  {"interval", d.ci95},
                  {"share_of_steps_lower", c.share_above},
                  {"last_step_not_lower", c.last_below}},
                 {},
                 fmt::format("{} (standard) against {} (implicit) at the end; implicit is lower after {}.",
                             text_of(c.final_a), text_of(c.final_b), steps_text(c)),
                 parts_of(c, d, lower)});
}

Claim standard_better_early(const Figure& figure) {
  const LearningCurve& learning_curve = figure.learning_curves.front();
  const Comparison c = compare(learning_curve, paper::standard, paper::implicit);
  constexpr std::size_t checkpoints[] = {50, 100, 200};
  Claim claim{figure.name,
              id_of(figure, "standard_better_early"),
              Source::ballast,
              fmt::format("With step-size {} standard TD is better for the first 200 steps.", learning_curve.step_size),
              fmt::format("Parts: after 50, 100 and 200 steps its loss is lower, {}.", how_paired(3)),
              {{"steps_standard_lower", c.steps_below}, {"last_step_standard_lower", c.last_below}},
              {},
              fmt::format("Its mean loss is lower after {:.0f} of the steps, the last of them step {:.0f}.",
                          c.steps_below, c.last_below)};
  for (const std::size_t steps : checkpoints) {
    const PairedDifference d = difference_after(learning_curve, steps, paper::standard, paper::implicit, 3);
    claim.numbers.emplace_back(fmt::format("difference_after_{}", steps), d.mean);
    claim.numbers.emplace_back(fmt::format("corrected_after_{}", steps), d.corrected);
    claim.parts.push_back({fmt::format("lower after {} ({})", steps, text_of(d)), state_of(d, Standing::better)});
  }
  return judged(claim);
}

}  // namespace

std::vector<Claim> mrp_constant_claims(const Figure& figure) {
  return {loss_grows(figure, "loss_grows_from_0.3", "From a step-size of about 0.3 on, the loss of all methods grows.",
                     0.3),
          standard_explodes_at_2(figure, "standard_explodes_towards_2",
                                 "Towards a step-size of 2 standard TD becomes unstable and its loss explodes."),
          implicit_grows_modestly(figure),
          implicit_lower(figure,
                         "With step-size 1.0 the error of implicit TD is low throughout the run, that of standard TD "
                         "substantially larger.",
                         {0.95, 2.0}),
          standard_better_early(figure),
          better_here_worse_there(figure)};
}

std::vector<Claim> boyan_decaying_claims(const Figure& figure) {
  return {implicit_stays_controlled(figure, "Implicit TD remains stable for step-sizes from 0.1 to 3.0."),
          standard_grows_towards_1_5(figure),
          implicit_lower(figure, "With step-size 1.5 the loss of standard TD consistently exceeds that of implicit TD.",
                         {0.95, 1.0}),
          better_here_worse_there(figure)};
}

std::vector<Claim> mrp_decaying_claims(const Figure& figure) {
  return {
      implicit_stays_controlled(figure, "Implicit TD keeps its loss under control as the step-size grows."),
      standard_explodes_at_2(figure, "standard_diverges_above_2", "Standard TD diverges for step-sizes above 2.0."),
      implicit_lower(figure, "With step-size 1.8 standard TD remains markedly worse over the whole run.", {0.95, 2.0}),
      standard_better_at_small_steps(figure), better_here_worse_there(figure)};
}

std::vector<Claim> boyan_constant_claims(const Figure& figure) {
  return {loss_grows(figure, "loss_grows_with_the_step",
                     "The loss of all methods grows with the step-size, from the smallest on.", 0.1),
          growth_is_reduced(figure),
          standard_explodes_at_2(figure, "standard_diverges", "Standard TD diverges at the larger step-sizes."),
          implicit_lower(figure, "With step-size 0.5 the loss of standard TD exceeds that of implicit TD.", {0.0, 1.0}),
          standard_better_early(figure),
          better_here_worse_there(figure)};
}

}  // namespace ballast::reproduction
