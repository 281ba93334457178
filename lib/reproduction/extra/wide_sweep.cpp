#include "reproduction/extra/wide_sweep.hpp"

#include <algorithm>
#include <cmath>

#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {

using namespace experiments;

SweepPlan wide_sweep(const SweepPlan& sweep) {
  SweepPlan plan = sweep;
  plan.stem += "_wide";
  plan.methods = with_decay({paper::standard, paper::implicit_alone}, sweep.methods.front().decay);
  plan.xs.clear();
  for (int quarter = -20; quarter <= 12; ++quarter) { plan.xs.push_back(std::exp2(quarter / 4.0)); }
  return plan;
}

double useful_limit(const Sweep& wide) {
  double lowest = HUGE_VAL;
  for (const Cell* const cell : wide.curve(paper::standard)) {
    if (cell->estimate) { lowest = std::min(lowest, cell->estimate->mean); }
  }
  return 2.0 * lowest;
}

std::vector<UsefulRange> useful_ranges(const Sweep& wide) {
  std::vector<UsefulRange> ranges;
  for (const Method& method : {paper::standard, paper::implicit_alone}) {
    if (const auto range = useful_range(wide, method, useful_limit(wide))) { ranges.push_back(*range); }
  }
  return ranges;
}

}  // namespace ballast::reproduction
