#include <algorithm>
#include <cmath>
#include <optional>

#include "reproduction/claims/claims.hpp"
#include "reproduction/claims/curve_queries.hpp"
#include "reproduction/claims/paired_queries.hpp"
#include "reproduction/extra/halves.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

Claim small_ratios_cost_little(const Sweep& sweep) {
  const double at_1 = mean_at(sweep, paper::implicit, 1.0);
  Claim::Numbers numbers;
  std::vector<Part> parts;
  std::vector<std::string> texts;
  for (const double ratio : {0.01, 0.05, 0.1}) {
    const double loss = mean_at(sweep, paper::implicit, ratio);
    numbers.emplace_back(fmt::format("loss_at_{}", ratio), loss);
    parts.push_back({fmt::format("at most twice as much at {}", ratio), met_if(loss <= 2.0 * at_1)});
    texts.push_back(fmt::format("{} at {} ({:.1f} times)", text_of(loss), ratio, loss / at_1));
  }
  numbers.emplace_back("loss_at_1.0", at_1);
  return judged({"7",
                 fmt::format("fig7.{}.modest_increase_for_small_ratios", sweep.environment),
                 Source::paper,
                 "For c up to 0.1 the loss of implicit TD is modestly higher.",
                 "The ratios 0.01, 0.05 and 0.1 are parts: the mean final loss is at most twice that at c = 1.",
                 numbers,
                 {},
                 fmt::format("{}; {} at 1.", fmt::join(texts, ", "), text_of(at_1)),
                 parts});
}

/// The smallest and the largest loss from c = 0.125 on; infinite if a trial has overflowed.
struct Range {
  double low;
  double high;
};

Range range_beyond(const Sweep& sweep) {
  Range range{mean_at(sweep, paper::implicit, 1.0), 0.0};
  for (const Cell* cell : sweep.curve(paper::implicit)) {
    if (cell->x < 0.12) { continue; }
    const double loss = cell->estimate ? cell->estimate->mean : HUGE_VAL;
    range.low = std::min(range.low, loss);
    range.high = std::max(range.high, loss);
  }
  return range;
}

Claim flat_beyond(const Sweep& sweep) {
  const Range range = range_beyond(sweep);
  return judged({"7",
                 fmt::format("fig7.{}.flat_beyond", sweep.environment),
                 Source::paper,
                 "Above c = 0.1 implicit TD is stable over the whole range.",
                 "One part: from c = 0.125 to 1.5 no trial overflows, and the largest mean final loss is at most 1.25 "
                 "times the smallest.",
                 {{"smallest_loss", range.low}, {"largest_loss", range.high}},
                 {},
                 fmt::format("From {} to {}.", text_of(range.low), text_of(range.high)),
                 {{"at most 1.25 times the smallest, and no overflow",
                   met_if(std::isfinite(range.high) && range.high <= 1.25 * range.low)}}});
}

/// Ours: what the paper's figure shows beside the implicit rule.
Claim beside_standard(const Sweep& sweep) {
  const AlongAxis comparison = compare(sweep, paper::implicit, paper::standard);
  const auto id = [&](const char* name) { return fmt::format("fig7.{}.{}", sweep.environment, name); };
  return sweep.environment == "mrp"
             ? worse_at_most("7", id("implicit_worse_at_most_ratios"), "ratios c", comparison)
             : better_and_worse("7", id("implicit_better_here_worse_there"), "ratios c", comparison);
}

/// The cell of the lowest mean loss over one half of the trials; nothing if all overflow there.
const Cell* best_by(const Sweep& sweep, const Method& method) {
  const Cell* best = nullptr;
  double lowest = HUGE_VAL;
  for (const Cell* const cell : sweep.curve(method)) {
    const std::optional<double> loss = mean_of(choosing_half(cell->values));
    if (loss && *loss < lowest) {
      best = cell;
      lowest = *loss;
    }
  }
  return best;
}

/// Of a chosen cell: over the trials that chose it, over those that measure it, and over all.
struct Losses {
  double even;
  double odd;
  double all;
};

Losses losses_of(const Cell& cell) {
  const auto mean = [](const std::vector<double>& values) { return mean_of(values).value_or(HUGE_VAL); };
  return {mean(choosing_half(cell.values)), mean(measuring_half(cell.values)), mean(cell.values)};
}

std::string losses_text(const Losses& losses) {
  return fmt::format("{} over the odd trials ({} over the even ones, {} over all)", text_of(losses.odd),
                     text_of(losses.even), text_of(losses.all));
}

/// Ours. Of the figures only this one varies c, and the implicit rule does not depend on it much.
std::vector<Claim> tuned_ratio(const Sweep& sweep) {
  const Cell* const standard = best_by(sweep, paper::standard);
  const Cell* const implicit = best_by(sweep, paper::implicit);
  if (standard == nullptr || implicit == nullptr) { return {}; }
  const PairedDifference d =
      paired_difference(measuring_half(standard->values), measuring_half(implicit->values), Better::less, 1);
  const Losses at_standard = losses_of(*standard);
  const Losses at_implicit = losses_of(*implicit);
  return {judged({"7",
                  fmt::format("fig7.{}.standard_better_with_a_tuned_ratio", sweep.environment),
                  Source::ballast,
                  "At beta_0 = 1 standard TD at its best ratio c ends with less loss than implicit TD at its best.",
                  "One part: it is lower by the paired difference over the odd trials and its 95 % interval. Each "
                  "rule's c is chosen by the even trials, so that choosing flatters none.",
                  {{"ratio_standard", standard->x},
                   {"loss_standard", at_standard.all},
                   {"loss_standard_even_trials", at_standard.even},
                   {"loss_standard_odd_trials", at_standard.odd},
                   {"ratio_implicit", implicit->x},
                   {"loss_implicit", at_implicit.all},
                   {"loss_implicit_even_trials", at_implicit.even},
                   {"loss_implicit_odd_trials", at_implicit.odd},
                   {"difference", d.mean},
                   {"interval", d.ci95}},
                  {},
                  fmt::format("Standard at c = {}: {}. Implicit at c = {}: {}. Over the odd trials, {}.", standard->x,
                              losses_text(at_standard), implicit->x, losses_text(at_implicit), text_of(d)),
                  {{fmt::format("lower ({})", text_of(d)), state_of(d, Standing::better)}}})};
}

}  // namespace

std::vector<Claim> ratio_claims(const Figure& figure) {
  std::vector<Claim> claims;
  for (const Sweep& sweep : figure.sweeps) {
    claims.push_back(small_ratios_cost_little(sweep));
    claims.push_back(flat_beyond(sweep));
    claims.push_back(beside_standard(sweep));
    for (const Claim& claim : tuned_ratio(sweep)) { claims.push_back(claim); }
  }
  return claims;
}

}  // namespace ballast::reproduction
