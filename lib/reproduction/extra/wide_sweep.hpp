#pragma once
/// More step-sizes than a figure has: its own grid ends before the useful range does, or has few points in it.

#include <vector>

#include "experiments/results/useful_range.hpp"
#include "experiments/trials/sweep_plan.hpp"

namespace ballast::reproduction {

/// Both rules of a sweep over step-sizes, from 1/32 to 8 in steps of a quarter of a doubling.
experiments::SweepPlan wide_sweep(const experiments::SweepPlan& sweep);

/// The largest loss with which a step-size is useful: twice the lowest mean of standard TD in such a sweep. One limit
/// for both rules: with twice its own best, a rule that is better at larger step-sizes would have the narrower range
/// for that. Infinite if standard TD overflows everywhere.
double useful_limit(const experiments::Sweep& wide);

/// Of both rules in such a sweep; a rule that is nowhere useful has none.
std::vector<experiments::UsefulRange> useful_ranges(const experiments::Sweep& wide);

}  // namespace ballast::reproduction
