#pragma once
/// Control: SARSA with each rule, differential Q-learning and RVI Q-learning, each at its best step-size and ratio.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/statistics/estimate.hpp"
#include "experiments/statistics/paired.hpp"
#include "experiments/trials/instance_cache.hpp"
#include "experiments/trials/sweep_experiment.hpp"
#include "reproduction/theory/topic.hpp"

namespace ballast::reproduction {

/// Which settings are the first or last of the grid: there may be better ones beyond.
struct AtEdge {
  bool step_size;
  bool ratio;
};

/// One method on one task, with the step-size and ratio at which it earns most: chosen by one half of the runs,
/// measured by the other.
struct ControlBest {
  Method method;
  double step_size;  ///< beta_0 / 400, as in figure 4
  double ratio;      ///< c; NaN if the method has none
  AtEdge at_edge;
  Estimate reward;                       ///< of the last third of a run
  std::optional<Estimate> greedy_worth;  ///< of the final policy, exactly: access control only
  PairedDifference difference;           ///< of the reward, it minus implicit SARSA; 0 for implicit SARSA itself
};

struct ControlTask {
  std::string environment;  ///< "access_control", "pendulum"
  std::string title;
  std::vector<ControlBest> methods;  ///< one that overflows with all its settings is not there
};

/// SARSA standard, implicit, differential, implicit differential; differential Q-learning; RVI Q-learning.
const std::vector<Method>& control_methods();

/// From a sweep over step-sizes with a method for each of these and each ratio. Nothing if implicit SARSA overflows
/// with all settings, or if there is but one run.
std::optional<ControlTask> control_task(const Sweep& grid);

class ControlBaselines : public Topic {
 public:
  explicit ControlBaselines(const Options& options);

  std::string name() const override { return "control_baselines"; }
  std::vector<std::shared_ptr<Experiment>> experiments() const override;
  TopicResult result() const override;

  /// When all experiments are done.
  std::vector<ControlTask> tasks() const;

 private:
  InstanceCache cache_;
  std::vector<std::shared_ptr<SweepExperiment>> grids_;
};

}  // namespace ballast::reproduction
