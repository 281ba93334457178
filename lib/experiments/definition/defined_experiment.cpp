#include "experiments/definition/defined_experiment.hpp"

#include <utility>

#include "experiments/definition/lines.hpp"
#include "experiments/definition/plan_of.hpp"
#include "experiments/trials/sweep_experiment.hpp"

namespace ballast::experiments {
namespace {

/// An estimate of omega is neither better nor worse for being larger.
bool can_be_compared(const std::string& measure) {
  return measure != "omega";
}

/// One method in two arithmetics is to have the same loss: how much it differs is a ratio.
template <class Results>
void add(PanelOutcome& outcome, const Results& results, Comparison comparison) {
  if (differ_in_scalar_only(comparison.method, comparison.against)) {
    add_ratios(results, comparison, outcome.definition.exploded_above);
  }
  outcome.comparisons.push_back(std::move(comparison));
}

void compare_sweep(PanelOutcome& outcome, const std::vector<Method>& lines, const Pair& pair) {
  const Sweep& sweep = outcome.sweep.front();
  for (const std::string& measure : sweep.measures) {
    if (!can_be_compared(measure)) { continue; }
    add(outcome, sweep,
        compare(sweep, lines[pair.line], lines[pair.against], measure, outcome.definition.exploded_above));
  }
}

void compare_curves(PanelOutcome& outcome, const std::vector<Method>& lines, const Pair& pair) {
  for (const LearningCurve& curve : outcome.learning_curves) {
    if (!can_be_compared(curve.measure)) { continue; }
    add(outcome, curve,
        compare_at_end(curve, lines[pair.line], lines[pair.against], outcome.definition.exploded_above));
  }
}

PanelOutcome outcome_of(const PanelDefinition& panel, const SweepExperiment& experiment) {
  PanelOutcome outcome{panel, {}, experiment.learning_curves(), {}};
  if (panel.axis != Axis::time) { outcome.sweep.push_back(experiment.sweep()); }
  const std::vector<Method> lines = lines_of(panel);
  for (const Pair& pair : pairs_of(panel, lines)) {
    outcome.sweep.empty() ? compare_curves(outcome, lines, pair) : compare_sweep(outcome, lines, pair);
  }
  return outcome;
}

}  // namespace

DefinedExperiment::DefinedExperiment(const Definition& definition, std::uint64_t seed, Scalar scalar)
    : definition_(definition), scalar_(scalar), cache_(seed) {}

std::vector<Stage> DefinedExperiment::stages(const std::function<void(const PanelOutcome&)>& is_complete) {
  std::vector<Stage> stages;
  for (const PanelDefinition& panel : definition_.panels) {
    const auto experiment = std::make_shared<SweepExperiment>(plan_of(panel), scalar_, cache_);
    stages.push_back(
        {panel.name, {experiment}, [panel, experiment, is_complete] { is_complete(outcome_of(panel, *experiment)); }});
  }
  return stages;
}

}  // namespace ballast::experiments
