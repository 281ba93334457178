#include "experiments/results/measures.hpp"

namespace ballast::experiments {

std::string label_of_measure(const std::string& measure) {
  if (measure == "omega_error") { return "error of \u03c9"; }
  if (measure == "overflow_step_size") { return "step-size at which it overflows"; }
  if (measure == "reward") { return "mean reward, all steps"; }
  if (measure == "reward_last_third") { return "mean reward, last third"; }
  if (measure == "omega") { return "estimate \u03c9"; }
  if (measure == "greedy_worth") { return "worth of the final policy"; }
  return measure;
}

Better better_of(const std::string& measure) {
  return measure == "loss" || measure == "omega_error" ? Better::less : Better::more;
}

}  // namespace ballast::experiments
