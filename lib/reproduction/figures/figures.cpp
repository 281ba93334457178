#include "reproduction/figures/figures.hpp"

#include <fmt/format.h>

#include "experiments/text/plural.hpp"
#include "reproduction/claims/claims.hpp"
#include "reproduction/paper/environments.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

const std::vector<Method> both_rules = {paper::standard, paper::implicit_alone};

/// 0.01, 0.05, 0.1, then 0.125 to 1.5 in steps of 0.125.
std::vector<double> ratios() {
  std::vector<double> result = {0.01, 0.05, 0.1};
  for (const double ratio : grid(12, 8.0)) { result.push_back(ratio); }
  return result;
}

SweepPlan evaluation_sweep(const char* figure, const Environment& environment, Decay decay, int steps,
                           double curve_at) {
  return {fmt::format("fig{}_left", figure),
          environment,
          fmt::format("{}, {} step-size", environment.title, decay == Decay::none ? "constant" : "decaying"),
          decay,
          Axis::step_size,
          grid(steps, 10.0),
          paper::methods,
          curve_at,
          fmt::format("fig{}_right", figure)};
}

SweepPlan ratio_sweep(const Environment& environment) {
  return {fmt::format("fig7_{}", environment.name),
          environment,
          fmt::format("{}, decaying step-size", environment.title),
          Decay::polynomial,
          Axis::ratio,
          ratios(),
          paper::methods,
          std::nullopt,
          ""};
}

SweepPlan control_sweep(const Environment& environment, const Options& options) {
  return {fmt::format("fig4_{}", environment.name),
          environment,
          environment.title,
          options.holds_raw_step ? Decay::raw_hold : Decay::polynomial,
          Axis::step_size,
          grid(6, 4.0),
          paper::methods,
          std::nullopt,
          ""};
}

std::string evaluation_setup(const char* what, const char* schedule, const Options& options) {
  return fmt::format(
      "{}; beta_t = {}, lambda = 0.25, c = 1; {} steps from omega_0 = 0 and theta_0 ~ U[-1, 1]; {} {}, each with "
      "an instance of its own. Loss: (omega - omega*)^2 + ||Pi_O (theta - theta*)||^2.",
      what, schedule, options.evaluation_steps, options.evaluation_trials, plural(options.evaluation_trials, "trial"));
}

std::string control_setup(const Options& options) {
  const std::string steps = options.access_control_steps == options.pendulum_steps
                                ? fmt::format("{}", options.pendulum_steps)
                                : fmt::format("{} and {}", options.access_control_steps, options.pendulum_steps);
  return fmt::format(
      "SARSA with random Fourier features (d = 40 and d = 1500); beta_t = beta_0 / (t + 400)^0.99, held for 150 steps "
      "at {}, with beta_0 = 400 x 0.25, ..., 400 x 1.5, lambda = 0.25, c = 1; epsilon 0.25, then 0.125, then 0, a "
      "third "
      "of the run each; {} steps from theta_0 ~ U[-0.5, 0.5]; {} {}.",
      options.holds_raw_step ? "beta_0 itself" : "its first value", steps, options.control_trials,
      plural(options.control_trials, "run"));
}

constexpr const char* mrp_text = "Random MRP, 100 states, 20 features";
constexpr const char* boyan_text = "Boyan chain under a random policy, 13 states, 6 features";
constexpr const char* decaying = "beta_0 / (t + 1)^0.99, held for 150 steps";

/// The other reading of the held step-size.
std::vector<SweepPlan> other_holds(const Options& options) {
  std::vector<SweepPlan> result;
  for (const Environment& environment : {paper::access_control(options), paper::pendulum(options)}) {
    SweepPlan plan = control_sweep(environment, options);
    plan.decay = options.holds_raw_step ? Decay::polynomial : Decay::raw_hold;
    plan.stem += options.holds_raw_step ? "_first_value_hold" : "_raw_hold";
    plan.title += options.holds_raw_step ? ", held at beta_0 / 400^0.99" : ", held at beta_0 itself";
    plan.methods = both_rules;
    result.push_back(plan);
  }
  return result;
}

/// The decay begins at once.
SweepPlan without_hold(const Options& options) {
  SweepPlan plan = evaluation_sweep("5", paper::mrp(options), Decay::without_hold, 30, 1.8);
  plan.stem += "_without_hold";
  plan.title += ", not held";
  plan.methods = both_rules;
  plan.curve_at.reset();
  return plan;
}

}  // namespace

std::vector<FigurePlan> figure_plans(const Options& options) {
  SweepPlan standard_alone = evaluation_sweep("1", paper::mrp(options), Decay::none, 20, 1.8);
  standard_alone.methods = {paper::standard};
  return {
      {"1",
       "How sensitive standard TD is to its step-size",
       evaluation_setup(mrp_text, "beta_0", options),
       {standard_alone},
       sensitivity_claims},
      {"2",
       "MRP with a constant step-size",
       evaluation_setup(mrp_text, "beta_0", options),
       {evaluation_sweep("2", paper::mrp(options), Decay::none, 30, 1.0)},
       mrp_constant_claims},
      {"3",
       "Boyan chain with a decaying step-size",
       evaluation_setup(boyan_text, decaying, options),
       {evaluation_sweep("3", paper::boyan(options), Decay::polynomial, 30, 1.5)},
       boyan_decaying_claims},
      {"4",
       "Control: access control and pendulum",
       control_setup(options),
       {control_sweep(paper::access_control(options), options), control_sweep(paper::pendulum(options), options)},
       control_claims,
       other_holds(options),
       extra_control_claims},
      {"5",
       "MRP with a decaying step-size",
       evaluation_setup(mrp_text, decaying, options),
       {evaluation_sweep("5", paper::mrp(options), Decay::polynomial, 30, 1.8)},
       mrp_decaying_claims,
       {without_hold(options)},
       extra_decaying_claims},
      {"6",
       "Boyan chain with a constant step-size",
       evaluation_setup(boyan_text, "beta_0", options),
       {evaluation_sweep("6", paper::boyan(options), Decay::none, 30, 0.5)},
       boyan_constant_claims},
      {"7",
       "Effect of the ratio c",
       evaluation_setup("MRP and Boyan chain as above, with c from 0.01 to 1.5", "1 / (t + 1)^0.99, held for 150 steps",
                        options),
       {ratio_sweep(paper::mrp(options)), ratio_sweep(paper::boyan(options))},
       ratio_claims},
  };
}

std::vector<std::string> figure_names() {
  std::vector<std::string> names;
  for (const FigurePlan& plan : figure_plans({})) { names.push_back(plan.name); }
  return names;
}

std::vector<SweepPlan> other_scalar_plans(const std::vector<FigurePlan>& figures) {
  std::vector<SweepPlan> result;
  for (const FigurePlan& figure : figures) {
    for (SweepPlan plan : figure.sweeps) {
      if (plan.methods.size() == 1) { continue; }  // figure 1, a part of figure 2
      plan.methods =
          plan.environment.name == paper::pendulum_name ? std::vector<Method>{paper::implicit_alone} : both_rules;
      plan.curve_at.reset();
      result.push_back(plan);
    }
  }
  return result;
}

}  // namespace ballast::reproduction
