#pragma once
/// One instance of an environment with its random numbers, the same for all methods.

#include <cstdint>
#include <vector>

#include "experiments/results/method.hpp"
#include "experiments/trials/decay.hpp"
#include "experiments/trials/scalar.hpp"

namespace ballast::experiments {

/// One run of a learner or an agent.
struct Run {
  Method method;
  double step_size;
  double ratio;  ///< c
  Decay decay;
  Scalar scalar;
  bool records_curve;
};

struct Outcome {
  bool has_overflowed = false;  ///< an update was refused, or a measured value is not finite
  std::vector<double> values;   ///< one for each measure of the environment
  std::uint32_t projections = 0;
  std::vector<double>
      learning_curve;  ///< the loss after 0, 1, ..., T updates, as far as it came; empty if not asked for
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
