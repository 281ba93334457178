#include "experiments/trials/sweep_plan.hpp"

#include "experiments/results/measures.hpp"

namespace ballast::experiments {

const char* name_of(Axis axis) {
  switch (axis) {
    case Axis::step_size: return "step_size";
    case Axis::ratio: return "ratio";
    case Axis::lambda: return "lambda";
    case Axis::power: return "power";
    case Axis::offset: return "offset";
    case Axis::hold: return "hold";
    case Axis::radius: return "radius";
    case Axis::time: return "time";
  }
  return "";
}

std::optional<double> setting_of(const Method& method, Axis axis) {
  const auto if_it = [](bool has, double value) { return has ? std::optional<double>(value) : std::nullopt; };
  const bool decays = has_step_size(method.rule) && !method.decay.is_constant;
  switch (axis) {
    case Axis::step_size: return if_it(has_step_size(method.rule), method.step_size);
    case Axis::ratio: return if_it(has_ratio(method.rule), method.ratio);
    case Axis::lambda: return if_it(has_lambda(method.rule), method.lambda);
    case Axis::power: return if_it(decays, method.decay.power);
    case Axis::offset: return if_it(decays, method.decay.offset);
    case Axis::hold: return if_it(decays, method.decay.hold);
    case Axis::radius: return if_it(method.radii.has_value(), method.radii ? method.radii->theta : 0.0);
    case Axis::time: break;
  }
  return std::nullopt;
}

Method with_setting(const Method& method, Axis axis, double x) {
  Method result = method;
  if (!setting_of(method, axis)) { return result; }
  switch (axis) {
    case Axis::step_size: result.step_size = x; break;
    case Axis::ratio: result.ratio = x; break;
    case Axis::lambda: result.lambda = x; break;
    case Axis::power: result.decay.power = x; break;
    case Axis::offset: result.decay.offset = static_cast<std::uint32_t>(x); break;
    case Axis::hold: result.decay.hold = static_cast<std::uint32_t>(x); break;
    case Axis::radius: result.radii->theta = x; break;
    case Axis::time: break;
  }
  return result;
}

std::vector<double> grid(int count, double per_one) {
  std::vector<double> result;
  for (int i = 1; i <= count; ++i) { result.push_back(i / per_one); }
  return result;
}

std::vector<Method> with_decay(std::vector<Method> methods, const Decay& decay) {
  for (Method& method : methods) { method.decay = decay; }
  return methods;
}

std::vector<Method> at_step_size(std::vector<Method> methods, double step_size) {
  for (Method& method : methods) { method.step_size = step_size; }
  return methods;
}

static std::string x_label_of(const SweepPlan& plan) {
  switch (plan.axis) {
    case Axis::step_size: return plan.environment.step_size_label;
    case Axis::ratio: return "ratio c";
    case Axis::lambda: return "lambda";
    case Axis::power: return "power of the decay";
    case Axis::offset: return "offset of the decay";
    case Axis::hold: return "steps held";
    case Axis::radius: return "radius R";
    case Axis::time: return "updates";
  }
  return "";
}

/// The first measure has the environment's words, which say more than its name.
static std::string y_label_of(const SweepPlan& plan, const std::vector<std::string>& measures) {
  const bool is_first = measures.front() == plan.environment.measures.front();
  return is_first ? plan.environment.y_label : label_of_measure(measures.front());
}

Sweep make_sweep(const SweepPlan& plan) {
  const std::vector<std::string>& measures = plan.measures.empty() ? plan.environment.measures : plan.measures;
  return {plan.stem,        plan.environment.name,      plan.title, name_of(plan.axis),
          x_label_of(plan), y_label_of(plan, measures), measures,   {}};
}

}  // namespace ballast::experiments
