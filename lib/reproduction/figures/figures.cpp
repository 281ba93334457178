#include "reproduction/figures/figures.hpp"

#include <fmt/format.h>

#include "experiments/definition/plan_of.hpp"
#include "reproduction/claims/claims.hpp"
#include "reproduction/paper/environments.hpp"
#include "reproduction/paper/figure_files.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

const std::vector<Method> both_rules = {paper::standard, paper::implicit_alone};

constexpr const char* loss_text =
    " Each trial has an instance of its own. Loss: (omega - omega*)^2 + ||Pi_O (theta - theta*)||^2.";

/// A sentence for each model.
std::string setup_text(const Definition& definition) {
  std::string text;
  for (const PanelDefinition& panel : definition.panels) {
    if (panel.axis == Axis::time) { continue; }  // as the sweep before it
    text += (text.empty() ? "" : " ") + setup_of(panel);
  }
  return is_control(definition.panels.front().model.simulator) ? text : text + loss_text;
}

/// A figure from its file: what is run, and how it is called.
FigurePlan plan_of_file(const std::string& name, const Options& options,
                        std::vector<Claim> (*claims)(const Figure& figure)) {
  const Definition definition = paper::figure_definition(name, options);
  FigurePlan plan{name, definition.title, setup_text(definition), {}, claims};
  for (const PanelDefinition& panel : definition.panels) { plan.sweeps.push_back(plan_of(panel)); }
  return plan;
}

/// The other reading of the held step-size.
std::vector<SweepPlan> other_holds(const FigurePlan& figure, bool holds_beta_0) {
  std::vector<SweepPlan> result;
  for (SweepPlan plan : figure.sweeps) {
    Decay decay = plan.methods.front().decay;
    decay.holds_beta_0 = !holds_beta_0;
    plan.stem += holds_beta_0 ? "_first_value_hold" : "_raw_hold";
    plan.title += holds_beta_0 ? ", held at beta_0 / 400^0.99" : ", held at beta_0 itself";
    plan.methods = with_decay(both_rules, decay);
    result.push_back(plan);
  }
  return result;
}

/// The decay begins at once.
SweepPlan without_hold(SweepPlan plan) {
  Decay decay = plan.methods.front().decay;
  decay.hold = 0;
  plan.stem += "_without_hold";
  plan.title += ", not held";
  plan.methods = with_decay(both_rules, decay);
  return plan;
}

}  // namespace

std::vector<FigurePlan> figure_plans(const Options& options) {
  std::vector<FigurePlan> plans = {
      plan_of_file("1", options, sensitivity_claims),    plan_of_file("2", options, mrp_constant_claims),
      plan_of_file("3", options, boyan_decaying_claims), plan_of_file("4", options, control_claims),
      plan_of_file("5", options, mrp_decaying_claims),   plan_of_file("6", options, boyan_constant_claims),
      plan_of_file("7", options, ratio_claims)};
  FigurePlan& control = plans[3];
  control.other_readings = other_holds(control, options.holds_raw_step);
  control.extra_claims = extra_control_claims;
  FigurePlan& decaying = plans[4];
  decaying.other_readings = {without_hold(decaying.sweeps.front())};
  decaying.extra_claims = extra_decaying_claims;
  plans[6].setup += " Both panels have the same y axis.";
  return plans;
}

std::vector<std::string> figure_names() {
  return paper::figure_names();
}

std::vector<SweepPlan> other_scalar_plans(const std::vector<FigurePlan>& figures) {
  std::vector<SweepPlan> result;
  for (const FigurePlan& figure : figures) {
    for (SweepPlan plan : figure.sweeps) {
      if (plan.methods.size() == 1 || plan.axis == Axis::time) { continue; }  // figure 1 is a part of figure 2
      const bool is_long = plan.environment.name == paper::pendulum_name;
      plan.methods =
          with_decay(is_long ? std::vector<Method>{paper::implicit_alone} : both_rules, plan.methods.front().decay);
      result.push_back(plan);
    }
  }
  return result;
}

}  // namespace ballast::reproduction
