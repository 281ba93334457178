#include "experiments/trials/sweep_plan.hpp"

namespace ballast::experiments {

std::vector<double> grid(int count, double per_one) {
  std::vector<double> result;
  for (int i = 1; i <= count; ++i) { result.push_back(i / per_one); }
  return result;
}

Sweep make_sweep(const SweepPlan& plan) {
  const bool is_ratio = plan.axis == Axis::ratio;
  Sweep sweep{plan.stem,
              plan.environment,
              plan.title,
              is_ratio ? "ratio" : "step_size",
              is_ratio                       ? "ratio c"
              : is_control(plan.environment) ? "step-size beta_0 / 400"
                                             : "step-size beta_0",
              "",
              {},
              {}};
  if (is_control(plan.environment)) {
    sweep.y_label = "mean reward";
    sweep.measures = {"mean_all", "mean_last_5000", "final_omega"};
    if (plan.environment == Environment::access_control) { sweep.measures.push_back("greedy_gain"); }
  } else {
    sweep.y_label = "loss after the last step";
    sweep.measures = {"loss"};
  }
  return sweep;
}

}  // namespace ballast::experiments
