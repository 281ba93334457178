#pragma once
/// Useful step-sizes: those at which a method is about as good as it can be.

#include <optional>
#include <string>

#include "experiments/results/sweep.hpp"

namespace ballast::experiments {

/// The step-sizes at which a method stays below a limit, on the grid of its sweep: the stretch around its best one.
struct UsefulRange {
  std::string sweep;  ///< its stem
  Method method;
  double best_x;
  double best_loss;
  double low;            ///< the slow end: the smallest step-size of the stretch around best_x
  double high;           ///< the fast end
  bool low_is_at_edge;   ///< the sweep begins there: the range may continue
  bool high_is_at_edge;  ///< the sweep ends there
};

/// Within twice its own best loss. Nothing if every cell has overflowed.
std::optional<UsefulRange> useful_range(const Sweep& sweep, const Method& method);

/// With a loss of at most `limit`. Nothing if there is no such step-size.
std::optional<UsefulRange> useful_range(const Sweep& sweep, const Method& method, double limit);

}  // namespace ballast::experiments
