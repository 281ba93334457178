#include <algorithm>

#include "reproduction/claims/claims.hpp"
#include "reproduction/claims/curve_queries.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

Claim small_ratios_cost_little(const Sweep& sweep) {
  const double at_001 = mean_at(sweep, paper::implicit, 0.01);
  const double at_005 = mean_at(sweep, paper::implicit, 0.05);
  const double at_01 = mean_at(sweep, paper::implicit, 0.1);
  const double at_1 = mean_at(sweep, paper::implicit, 1.0);
  const bool is_modest_from_005 = at_005 <= 2.0 * at_1 && at_01 <= 2.0 * at_1;
  return {"7",
          fmt::format("fig7.{}.modest_increase_for_small_ratios", sweep.environment),
          Source::paper,
          "For c up to 0.1 the loss of implicit TD is modestly higher.",
          "Holds if at 0.01, 0.05 and 0.1 it is at most twice that at c = 1; in part if at 0.05 and 0.1.",
          {{"loss_at_0.01", at_001}, {"loss_at_0.05", at_005}, {"loss_at_0.1", at_01}, {"loss_at_1.0", at_1}},
          verdict_of(at_001 <= 2.0 * at_1 && is_modest_from_005, is_modest_from_005),
          fmt::format("{} at 0.01, {} at 0.05, {} at 0.1, {} at 1: {:.1f} times as much at 0.01.", text_of(at_001),
                      text_of(at_005), text_of(at_01), text_of(at_1), at_001 / at_1)};
}

Claim flat_beyond(const Sweep& sweep) {
  double low = mean_at(sweep, paper::implicit, 1.0);
  double high = low;
  for (const Cell* cell : sweep.curve(paper::implicit)) {
    if (cell->x < 0.12 || !cell->estimate) { continue; }
    low = std::min(low, cell->estimate->mean);
    high = std::max(high, cell->estimate->mean);
  }
  const bool has_overflowed = overflowed(sweep, paper::implicit) > 0;
  return {
      "7",
      fmt::format("fig7.{}.flat_beyond", sweep.environment),
      Source::paper,
      "Above c = 0.1 implicit TD is stable over the whole range.",
      "Holds if from 0.125 to 1.5 no trial overflows and the largest loss is at most 1.25 times the smallest; in part "
      "if at most twice.",
      {{"smallest_loss", low}, {"largest_loss", high}},
      verdict_of(!has_overflowed && high <= 1.25 * low, !has_overflowed && high <= 2.0 * low),
      fmt::format("From {} to {}.", text_of(low), text_of(high))};
}

}  // namespace

std::vector<Claim> ratio_claims(const Figure& figure) {
  std::vector<Claim> claims;
  for (const Sweep& sweep : figure.sweeps) {
    claims.push_back(small_ratios_cost_little(sweep));
    claims.push_back(flat_beyond(sweep));
  }
  return claims;
}

}  // namespace ballast::reproduction
