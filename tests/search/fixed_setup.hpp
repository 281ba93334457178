#pragma once
/// Learners in fixed point as the search takes them: formats are types, so each combination is compiled in, with the
/// numbers that its tolerances are derived from.

#include <memory>
#include <vector>

#include "any_learner.hpp"

namespace search {

/// What the formats of a learner are, and what it is prepared for. Units are the values of the last place.
struct Formats {
  double lambda;  // the largest
  double radius;  // the largest
  bool has_unit_features;
  double weight_unit;
  double value_unit;       // of rewards, average reward and TD error
  double trace_unit;       // of the 16 bits that are used
  double wide_trace_unit;  // of what is stored; the same if no more than 16 bits are
  double trace_norm_unit;
  double square_unit;  // of a squared norm of weights, in squares of half_unit
  double half_unit;    // of the upper half of a weight, which norms are computed from

  bool has_wide_trace() const { return wide_trace_unit < trace_unit; }
  /// By which a step can get a trace wrong, in trace_unit: see fixed_step.hpp. Of a wide one the upper bits are used.
  double trace_error() const { return has_wide_trace() ? 2.0 : 3.5; }
};

/// All of one variant. All in fixed point have the same bits.
struct FixedLineup {
  std::unique_ptr<AnyLearner> dense;         // fed with features as they are
  std::unique_ptr<AnyLearner> dense_array;   // fed with all features; null where no more than a few are allowed
  std::unique_ptr<AnyLearner> sparse;        // null where there is none
  std::unique_ptr<AnyLearner> dense_double;  // the same numbers, in double
};

struct FixedSetup {
  Variant variant;
  Shape shape;
  Formats formats;
  FixedLineup (*make)();
};

const std::vector<FixedSetup>& all_fixed_setups();

}  // namespace search
