#pragma once
/// Queries used by the rules of claims.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "experiments/results/learning_curve.hpp"
#include "experiments/results/sweep.hpp"
#include "reproduction/claims/claim.hpp"

namespace ballast::reproduction {

using namespace experiments;

/// The mean of a cell; NaN if a trial has overflowed.
double mean_at(const Sweep& sweep, const Method& method, double x);
double mean_at(const Sweep& sweep, const Method& method, double x, const std::string& measure);

/// Where a curve is lowest.
struct Best {
  double x;
  double mean;
};
Best lowest(const Sweep& sweep, const Method& method);

/// Whether a trial has overflowed or the mean is at least `limit`.
bool is_exploded(const Cell& cell, double limit);

std::uint32_t overflowed(const Sweep& sweep, const Method& method);

/// The largest mean of a curve; infinite if a trial has overflowed.
double worst(const Sweep& sweep, const Method& method);

/// The first place of a curve, from `low` on, at which it has exploded; NaN if none.
double first_exploded(const Sweep& sweep, const Method& method, double limit, double low);

/// Two methods of a learning curve, step by step: after which steps `a` is above `b`.
struct Comparison {
  double share_above;  ///< of the steps 1, ..., T
  double steps_below;  ///< at how many steps `a` is not above
  double last_below;   ///< the last step at which `a` is not above; 0 if there is none
  double final_a;      ///< the final mean of `a`
  double final_b;      ///< the final mean of `b`
};
Comparison compare(const LearningCurve& learning_curve, const Method& a, const Method& b);

/// The mean loss at the start, and over the last tenth of the steps.
double start_of(const LearningCurve& learning_curve, const Method& method);
double end_of(const LearningCurve& learning_curve, const Method& method);

/// A number for a sentence; "overflow" if it is not finite.
std::string text_of(double number);

}  // namespace ballast::reproduction
