#include "experiments/definition/plan_of.hpp"

#include <fmt/format.h>

#include "experiments/definition/lines.hpp"
#include "experiments/text/plural.hpp"

namespace ballast::experiments {
namespace {

std::string text_of(const ModelDefinition& model) {
  switch (model.simulator) {
    case Simulator::mrp: return fmt::format("Random MRP, {} states, {} features", model.states, model.features);
    case Simulator::boyan: return "Boyan chain under a random policy, 13 states, 6 features";
    case Simulator::access_control:
      return fmt::format("Access-control queue, {} servers, {} classes", model.servers, model.classes);
    case Simulator::pendulum: return "Pendulum";
    case Simulator::given:
      return fmt::format("{}, {} states, {} features", model.file, model.given->states(), model.given->dimension());
  }
  return "";
}

/// `first` is what its numerator is called.
std::string text_of(const Decay& decay, const char* rate, const std::string& first) {
  if (decay.is_constant) { return fmt::format("{} = {}", rate, first); }
  const std::string hold = decay.hold == 0
                               ? ""
                               : fmt::format(", held for {} {} at {}", decay.hold, plural(decay.hold, "step"),
                                             decay.holds_beta_0 ? first + " itself" : "its first value");
  return fmt::format("{} = {} / (t + {})^{}{}", rate, first, decay.offset, decay.power, hold);
}

/// What has one value, and does not lie along x.
void add(std::vector<std::string>& parts, const PanelDefinition& panel, Axis axis, const char* name,
         const std::vector<double>& values) {
  if (values.size() == 1 && panel.axis != axis) { parts.push_back(fmt::format("{} = {}", name, values.front())); }
}

std::string start_text(const PanelDefinition& panel) {
  return panel.start == 0.0 ? "omega_0 = 0 and theta_0 = 0"
                            : fmt::format("omega_0 = 0 and theta_0 ~ U[-{}, {}]", panel.start, panel.start);
}

/// A name that was given tells panels of the same model apart.
std::string title_of(const std::string& model, const std::string& panel) {
  return panel.rfind("panel_", 0) == 0 ? model : fmt::format("{}, {}", model, panel);
}

}  // namespace

SweepPlan plan_of(const PanelDefinition& panel) {
  SweepPlan plan{panel.name, environment_of(panel), panel.title, panel.axis, xs_of(panel), lines_of(panel)};
  if (plan.title.empty()) { plan.title = title_of(plan.environment.title, panel.name); }
  plan.every = panel.every;
  plan.measures = panel.measures;
  plan.features.clear();
  for (const FeatureDefinition& features : panel.features) { plan.features.push_back(experiments::text_of(features)); }
  if (panel.overflow_search) {
    plan.overflow_search = StepSizeGrid{panel.overflow_search->lowest, panel.overflow_search->highest};
  }
  return plan;
}

std::string setup_of(const PanelDefinition& panel) {
  std::vector<std::string> parts;
  const bool has_one_decay = panel.decays.size() == 1;
  if (has_one_decay) { parts.push_back(text_of(panel.decays.front(), "beta_t", "beta_0")); }
  const std::optional<Decay>& own = panel.average_reward_decays.front();
  if (panel.average_reward_decays.size() == 1 && own) {
    parts.push_back(text_of(*own, "alpha_t", own->factor == 1.0 ? "c" : fmt::format("{} c", own->factor)));
  }
  const double factor = panel.decays.front().factor;
  if (has_one_decay && factor != 1.0) { parts.push_back(fmt::format("beta_0 = {} x step-size", factor)); }
  add(parts, panel, Axis::lambda, "lambda", panel.lambdas);
  add(parts, panel, Axis::ratio, "c", panel.ratios);
  if (!panel.overflow_search) { add(parts, panel, Axis::step_size, "step-size", panel.step_sizes); }
  if (panel.features.size() == 1 && is_control(panel.model.simulator)) {
    parts.push_back("features " + experiments::text_of(panel.features.front()));
  }
  if (!panel.epsilons.empty()) { parts.push_back(fmt::format("epsilon {}", fmt::join(panel.epsilons, ", then "))); }
  const std::string search =
      panel.overflow_search ? fmt::format(
                                  " Step-sizes 2^(k/8) from {} to {} are tried; a run that does not overflow at {} "
                                  "counts as {}.",
                                  panel.overflow_search->lowest, panel.overflow_search->highest,
                                  panel.overflow_search->highest, panel.overflow_search->highest)
                            : "";
  return fmt::format("{}; {}; {} {} from {}; {} {}.{}", text_of(panel.model), fmt::join(parts, ", "), panel.steps,
                     plural(panel.steps, "step"), start_text(panel), panel.trials, plural(panel.trials, "trial"),
                     search);
}

}  // namespace ballast::experiments
