#include "experiments/trials/sweep_experiment.hpp"

#include <cmath>

#include "experiments/runner/interrupt.hpp"
#include "experiments/statistics/estimate.hpp"

namespace ballast::experiments {

SweepExperiment::SweepExperiment(const SweepPlan& plan, Scalar scalar, InstanceCache& cache)
    : plan_(plan), scalar_(scalar), trials_(cache.of(plan.environment)), results_(plan.environment.trials) {}

double SweepExperiment::seconds_per_trial() const {
  const Environment& environment = plan_.environment;
  const double runs = static_cast<double>(plan_.methods.size() * plan_.xs.size());
  return runs * environment.steps * environment.seconds_per_step + environment.seconds_per_instance;
}

Run SweepExperiment::cell_run(const Method& method, double x) const {
  const bool is_ratio = plan_.axis == Axis::ratio;
  return {method, is_ratio ? 1.0 : x, is_ratio ? x : 1.0, plan_.decay, scalar_, false};
}

void SweepExperiment::run(std::uint32_t trial) {
  const Trial& instance = trials_.get(trial);
  Result& result = results_[trial];
  for (const Method& method : plan_.methods) {
    for (const double x : plan_.xs) {
      if (is_interrupted()) { return; }
      result.cells.push_back(instance.run(cell_run(method, x)));
    }
    if (plan_.curve_at) {
      result.curves.push_back(instance.run({method, *plan_.curve_at, 1.0, plan_.decay, scalar_, true}));
    }
  }
}

const Outcome& SweepExperiment::outcome(const Result& result, std::size_t method, std::size_t x) const {
  return result.cells[method * plan_.xs.size() + x];
}

/// A cell from the outcomes of its trials, in order.
Cell SweepExperiment::cell_of(std::size_t method, std::size_t x, std::size_t measure) const {
  Cell cell{plan_.methods[method], plan_.xs[x], plan_.environment.measures[measure], std::nullopt, 0, 0, 0};
  std::vector<double> values;
  for (const Result& result : results_) {
    const Outcome& own = outcome(result, method, x);
    ++cell.trials;
    cell.overflowed += own.has_overflowed ? 1U : 0U;
    cell.projections += own.projections;
    values.push_back(own.values[measure]);
  }
  if (cell.overflowed == 0) { cell.estimate = estimate(values); }
  return cell;
}

Sweep SweepExperiment::sweep() const {
  Sweep sweep = make_sweep(plan_);
  for (std::size_t method = 0; method < plan_.methods.size(); ++method) {
    for (std::size_t measure = 0; measure < sweep.measures.size(); ++measure) {
      for (std::size_t x = 0; x < plan_.xs.size(); ++x) { sweep.cells.push_back(cell_of(method, x, measure)); }
    }
  }
  return sweep;
}

std::optional<LearningCurve> SweepExperiment::learning_curve() const {
  if (!plan_.curve_at) { return std::nullopt; }
  LearningCurve learning_curve{plan_.curve_stem, plan_.environment.name, plan_.title, *plan_.curve_at, {}};
  for (std::size_t m = 0; m < plan_.methods.size(); ++m) {
    for (std::uint32_t t = 0; t <= plan_.environment.steps; ++t) {
      std::vector<double> losses;
      for (const Result& result : results_) {
        const std::vector<double>& own = result.curves[m].learning_curve;
        if (t < own.size() && std::isfinite(own[t])) { losses.push_back(own[t]); }
      }
      Point point{plan_.methods[m], t, std::nullopt};
      if (losses.size() == results_.size()) { point.estimate = estimate(losses); }
      learning_curve.points.push_back(point);
    }
  }
  return learning_curve;
}

std::vector<Outcome> SweepExperiment::outcomes(const Method& method, double x) const {
  std::vector<Outcome> found;
  for (const Result& result : results_) {
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
      if (plan_.methods[i / plan_.xs.size()] == method && plan_.xs[i % plan_.xs.size()] == x) {
        found.push_back(result.cells[i]);
      }
    }
  }
  return found;
}

}  // namespace ballast::experiments
