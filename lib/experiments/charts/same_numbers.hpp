#pragma once
/// Methods that have the very same numbers, as a rule has with a projection that never acts: one line in a chart, one
/// column in a table.

#include <string>
#include <vector>

#include "experiments/results/learning_curve.hpp"
#include "experiments/results/sweep.hpp"

namespace ballast::experiments {

struct Line {
  std::string label;  ///< "standard", or "implicit, with or without R = 1000, 5000"
  Method method;      ///< whose numbers are shown: the one without a projection
  LineStyle style;
};

/// In the order of the methods. A method with a projection has no line of its own if its rule without one has the same
/// numbers everywhere.
std::vector<Line> lines_of(const Sweep& sweep);
std::vector<Line> lines_of(const LearningCurve& learning_curve);

}  // namespace ballast::experiments
