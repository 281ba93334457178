#include "reproduction/claims/claims.hpp"
#include "reproduction/claims/curve_queries.hpp"
#include "reproduction/claims/paired_queries.hpp"
#include "reproduction/paper/environments.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

constexpr double smallest_step = 0.25;
constexpr double largest_step = 1.5;

/// For rules: the level when a claim compares two cells that were not chosen by their results.
constexpr const char* by_one_difference = "by the paired difference and its 95 % interval";

std::string id_of(const Sweep& sweep, const char* name) {
  return fmt::format("fig4.{}.{}", sweep.environment, name);
}

/// The cell in which a method earns most; the first one if all have overflowed.
const Cell& richest(const Sweep& sweep, const Method& method) {
  const Cell* best = sweep.curve(method).front();
  for (const Cell* cell : sweep.curve(method)) {
    if (cell->estimate && (!best->estimate || cell->estimate->mean > best->estimate->mean)) { best = cell; }
  }
  return *best;
}

/// The largest step-size against the smallest.
PairedDifference large_minus_small(const Sweep& sweep, const Method& method) {
  return difference(*sweep.find(method, largest_step), *sweep.find(method, smallest_step), 1);
}

std::string ends_text(const Sweep& sweep, const Method& method) {
  return fmt::format("{} at 0.25, {} at 1.5", text_of(mean_at(sweep, method, smallest_step)),
                     text_of(mean_at(sweep, method, largest_step)));
}

Claim::Numbers ends(const Sweep& sweep, const Method& method, const PairedDifference& d) {
  return {{"mean_at_0.25", mean_at(sweep, method, smallest_step)},
          {"mean_at_1.5", mean_at(sweep, method, largest_step)},
          {"difference", d.mean},
          {"interval", d.ci95}};
}

Claim implicit_better_everywhere(const Sweep& sweep) {
  const AlongAxis comparison = compare(sweep, paper::implicit, paper::standard);
  return judged({"4",
                 id_of(sweep, "implicit_better_at_every_step"),
                 Source::paper,
                 "Implicit SARSA earns more than standard SARSA at every step-size.",
                 fmt::format("Each step-size is a part: implicit SARSA earns more, {}.", how_paired(comparison)),
                 numbers_of(comparison),
                 {},
                 fmt::format("Implicit SARSA is {}.", text_of(comparison.standings())),
                 parts_of(comparison, Standing::better)});
}

Claim implicit_gains_with_the_step(const Sweep& sweep) {
  const PairedDifference d = large_minus_small(sweep, paper::implicit);
  return judged({"4",
                 id_of(sweep, "implicit_gains_with_the_step"),
                 Source::paper,
                 "With larger step-sizes implicit SARSA earns more, and stays stable.",
                 fmt::format("One part: it earns more at 1.5 than at 0.25, {}, and no run overflows at any step-size.",
                             by_one_difference),
                 ends(sweep, paper::implicit, d),
                 {},
                 ends_text(sweep, paper::implicit) + ".",
                 {{fmt::format("more at 1.5 ({}), and no overflow", text_of(d)),
                   both(state_of(d, Standing::better), met_if(overflowed(sweep, paper::implicit) == 0))}}});
}

Claim standard_does_not_gain(const Sweep& sweep) {
  const AlongAxis comparison = compare_with(sweep, paper::standard, smallest_step);
  const Cell& best = richest(sweep, paper::standard);
  return judged({"4",
                 id_of(sweep, "standard_does_not_gain"),
                 Source::paper,
                 "Standard SARSA does not gain from larger step-sizes.",
                 fmt::format("Each step-size above 0.25 is a part: met if standard SARSA earns less than at 0.25, "
                             "missed if it earns more, {}.",
                             how_paired(comparison)),
                 numbers_of(comparison),
                 {},
                 fmt::format("{}, {} at best ({}). Against 0.25 it is {}.", ends_text(sweep, paper::standard),
                             text_of(mean_at(sweep, paper::standard, best.x)), best.x, text_of(comparison.standings())),
                 parts_of(comparison, Standing::worse)});
}

Claim standard_deteriorates(const Sweep& sweep) {
  const PairedDifference d = large_minus_small(sweep, paper::standard);
  const Cell& best = richest(sweep, paper::standard);
  const Cell& large = *sweep.find(paper::standard, largest_step);
  const std::size_t others = sweep.curve(paper::standard).size() - 1;
  const PairedDifference below_best = difference(large, best, others);
  return judged(
      {"4",
       id_of(sweep, "standard_deteriorates"),
       Source::paper,
       "Standard SARSA deteriorates with larger step-sizes.",
       fmt::format("Parts: at 1.5 it earns less than at 0.25, {}; it earns less than at its best step-size, {}.",
                   by_one_difference, how_paired(others)),
       ends(sweep, paper::standard, d),
       {},
       fmt::format("{}, {} at best ({}).", ends_text(sweep, paper::standard),
                   text_of(mean_at(sweep, paper::standard, best.x)), best.x),
       {{fmt::format("less at 1.5 than at 0.25 ({})", text_of(d)), state_of(d, Standing::worse)},
        {fmt::format("less at 1.5 than at {} ({})", best.x, text_of(below_best)),
         worse_than_best(large, best, below_best)}}});
}

}  // namespace

std::vector<Claim> control_claims(const Figure& figure) {
  std::vector<Claim> claims;
  for (const Sweep& sweep : figure.sweeps) {
    claims.push_back(implicit_better_everywhere(sweep));
    claims.push_back(implicit_gains_with_the_step(sweep));
    claims.push_back(standard_does_not_gain(sweep));
    // Of the pendulum the paper says no more than that standard SARSA does not improve.
    if (sweep.environment == paper::access_control_name) { claims.push_back(standard_deteriorates(sweep)); }
  }
  return claims;
}

}  // namespace ballast::reproduction
