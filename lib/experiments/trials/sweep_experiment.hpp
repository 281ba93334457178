#pragma once
/// The experiments behind the figures: every method at every place of an axis, trial by trial.

#include <memory>
#include <optional>
#include <vector>

#include "experiments/results/learning_curve.hpp"
#include "experiments/runner/experiment.hpp"
#include "experiments/trials/instance_cache.hpp"
#include "experiments/trials/sweep_plan.hpp"

namespace ballast::experiments {

/// What one run of access control has learned, and what that is worth.
struct LearnedPolicy {
  std::vector<std::uint32_t> actions;  ///< in state 4 k + c - 1
  double gain;
};

class SweepExperiment : public Experiment {
 public:
  virtual Sweep sweep() const = 0;

  /// Nothing, if the plan has none.
  virtual std::optional<LearningCurve> course() const { return std::nullopt; }

  /// Access control: by trial. Otherwise empty.
  virtual std::vector<LearnedPolicy> learned(const Method& /*method*/, double /*x*/) const { return {}; }
};

/// `cache` must outlive it.
std::shared_ptr<SweepExperiment> make_sweep_experiment(const SweepPlan& plan, Scalar scalar, InstanceCache& cache);

}  // namespace ballast::experiments
