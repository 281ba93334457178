#include "reproduction/figures/extra_experiments.hpp"

#include "experiments/results/useful_range.hpp"
#include "reproduction/extra/queue_policies.hpp"
#include "reproduction/extra/settings_grid.hpp"
#include "reproduction/extra/wide_sweep.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

Scalar other(Scalar scalar) {
  return scalar == Scalar::float64 ? Scalar::float32 : Scalar::float64;
}

const Sweep* find_sweep(const std::vector<Figure>& figures, const std::string& stem) {
  for (const Figure& figure : figures) {
    for (const Sweep& sweep : figure.sweeps) {
      if (sweep.stem == stem) { return &sweep; }
    }
  }
  return nullptr;
}

/// Whether the rules are compared by their loss over step-sizes.
bool compares_step_sizes(const SweepPlan& plan) {
  return plan.environment.measures.front() == "loss" && plan.axis == Axis::step_size && plan.methods.size() > 1;
}

}  // namespace

ExtraExperiments::ExtraExperiments(const Options& options, const std::vector<FigurePlan>& figures, InstanceCache& cache,
                                   ExtraScope scope)
    : options_(options),
      scope_(scope),
      divergence_(std::make_shared<DivergenceExperiment>(options)),
      drift_(std::make_shared<DriftExperiment>(options)) {
  for (const SweepPlan& plan : other_scalar_plans(figures)) {
    if (scope == ExtraScope::claims) { break; }
    in_other_scalar_.push_back(std::make_shared<SweepExperiment>(plan, other(options.scalar), cache));
  }
  for (const FigurePlan& figure : figures) {
    for (const SweepPlan& plan : figure.other_readings) {
      other_readings_.push_back(std::make_shared<SweepExperiment>(plan, options.scalar, cache));
    }
    const SweepPlan& first = figure.sweeps.front();
    if (!compares_step_sizes(first)) { continue; }
    wide_sweeps_.push_back(std::make_shared<SweepExperiment>(wide_sweep(first), options.scalar, cache));
    const std::vector<Method>& methods = scope == ExtraScope::all ? rules_and_baselines() : paper_rules();
    grids_.push_back(std::make_shared<SweepExperiment>(settings_grid(first, methods), options.scalar, cache));
  }
}

/// The long ones first, so that they do not finish last on a single core.
std::vector<std::shared_ptr<Experiment>> ExtraExperiments::experiments() const {
  std::vector<std::shared_ptr<Experiment>> result;
  if (scope_ == ExtraScope::all) { result.push_back(drift_); }
  result.insert(result.end(), other_readings_.begin(), other_readings_.end());
  result.insert(result.end(), in_other_scalar_.begin(), in_other_scalar_.end());
  result.insert(result.end(), grids_.begin(), grids_.end());
  result.insert(result.end(), wide_sweeps_.begin(), wide_sweeps_.end());
  if (scope_ == ExtraScope::all) { result.push_back(divergence_); }
  return result;
}

std::vector<FloatBesideDouble> ExtraExperiments::float_beside_double(const std::vector<Figure>& figures) const {
  const bool is_double = options_.scalar == Scalar::float64;
  std::vector<FloatBesideDouble> result;
  for (const auto& experiment : in_other_scalar_) {
    const Sweep others = experiment->sweep();
    const Sweep* const own = find_sweep(figures, others.stem);
    for (const Cell& cell : others.cells) {
      const Cell* const beside = own->find(cell.method, cell.x, cell.measure);
      result.push_back(
          {others.stem, cell.method, cell.x, cell.measure, is_double ? *beside : cell, is_double ? cell : *beside});
    }
  }
  return result;
}

ExtraResults ExtraExperiments::results(const std::vector<Figure>& figures,
                                       const SweepExperiment& access_control) const {
  ExtraResults extra{float_beside_double(figures),   {}, divergence_->runs(), drift_->runs(), drift_->rates(),
                     queue_policies(access_control), {}};
  for (const auto& experiment : other_readings_) { extra.other_readings.push_back(experiment->sweep()); }
  for (const auto& experiment : wide_sweeps_) {
    extra.wide_sweeps.push_back(experiment->sweep());
    const std::vector<UsefulRange> ranges = useful_ranges(extra.wide_sweeps.back());
    extra.useful_ranges.insert(extra.useful_ranges.end(), ranges.begin(), ranges.end());
  }
  for (const auto& experiment : grids_) {
    extra.settings_sweeps.push_back(experiment->sweep());
    if (const auto best = best_settings(extra.settings_sweeps.back())) { extra.best_settings.push_back(*best); }
  }
  return extra;
}

}  // namespace ballast::reproduction
