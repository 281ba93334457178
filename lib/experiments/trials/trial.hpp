#pragma once
/// One instance of an environment with its random numbers, the same for all methods.

#include <cstdint>
#include <vector>

#include "experiments/results/method.hpp"
#include "experiments/results/scalar.hpp"

namespace ballast::experiments {

/// One run of a learner or an agent.
struct Run {
  Method method;  ///< with all its settings
  Scalar scalar;
  std::uint32_t records_every = 0;  ///< what is measured over time: after 0, n, 2 n, ... steps. 0: nothing
};

struct Outcome {
  bool has_overflowed = false;  ///< an update was refused, or a measured value is not finite
  std::vector<double> values;   ///< one for each measure of the environment
  std::uint32_t projections = 0;

  /// For each measure of the environment what was recorded over time, as far as it came; empty for a measure that has
  /// no meaning before the end, and if not asked for.
  std::vector<std::vector<double>> over_time;
  std::vector<std::uint32_t> policy;  ///< the greedy action in each state; empty if not needed
};

/// All runs of a trial share its random numbers. Safe to use from several threads.
class Trial {
 public:
  Trial() = default;
  virtual ~Trial() = default;
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  virtual Outcome run(const Run& run) const = 0;
};

}  // namespace ballast::experiments
