#pragma once
/// The figures in the other scalar.

#include <string>

#include "experiments/results/sweep.hpp"

namespace ballast::reproduction {

using namespace experiments;

/// A cell in double and in float: the same instances, start weights and (in evaluation) trajectories.
struct FloatBesideDouble {
  std::string sweep;  ///< its stem
  Method method;
  double x;
  std::string measure;
  Cell in_double;
  Cell in_float;
};

}  // namespace ballast::reproduction
