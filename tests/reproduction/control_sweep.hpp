#pragma once
/// Parts of figure 4, for tests that need no more of it.

#include <experiments/trials/sweep_experiment.hpp>
#include <reproduction/figures/figures.hpp>
#include <reproduction/figures/reproduce.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace ballast::reproduction {

/// A sweep of figure 4, run here and now.
inline Sweep control_sweep(const Options& options, const std::string& environment, const std::vector<Method>& methods,
                           const std::vector<double>& xs) {
  InstanceCache cache(options.seed);
  for (const FigurePlan& figure : figure_plans(options)) {
    for (SweepPlan plan : figure.sweeps) {
      if (plan.environment.name != environment) { continue; }
      plan.methods = with_decay(methods, plan.methods.front().decay);
      plan.xs = xs;
      SweepExperiment experiment(plan, options.scalar, cache);
      for (std::uint32_t trial = 0; trial < experiment.trials(); ++trial) { experiment.run(trial); }
      return experiment.sweep();
    }
  }
  return {};
}

}  // namespace ballast::reproduction
