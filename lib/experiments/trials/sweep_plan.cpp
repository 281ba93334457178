#include "experiments/trials/sweep_plan.hpp"

namespace ballast::experiments {

std::vector<double> grid(int count, double per_one) {
  std::vector<double> result;
  for (int i = 1; i <= count; ++i) { result.push_back(i / per_one); }
  return result;
}

Sweep make_sweep(const SweepPlan& plan) {
  const bool is_ratio = plan.axis == Axis::ratio;
  const Environment& environment = plan.environment;
  return {plan.stem,
          environment.name,
          plan.title,
          is_ratio ? "ratio" : "step_size",
          is_ratio ? "ratio c" : environment.step_size_label,
          environment.y_label,
          environment.measures,
          {}};
}

}  // namespace ballast::experiments
