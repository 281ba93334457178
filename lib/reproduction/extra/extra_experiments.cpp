#include "reproduction/extra/extra_experiments.hpp"

#include "experiments/statistics/useful_range.hpp"
#include "reproduction/extra/queue_policies.hpp"

namespace tool::reproduce {
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

}  // namespace

BeyondWork::BeyondWork(Laboratory& laboratory)
    : laboratory_(laboratory),
      divergence_(std::make_shared<DivergenceExperiment>(laboratory.options)),
      drift_(std::make_shared<DriftExperiment>(laboratory.options)) {
  const Options& options = laboratory.options;
  for (const SweepPlan& plan : other_scalar_plans(options)) {
    in_other_scalar_.push_back(make_sweep_experiment(plan, other(options.scalar), laboratory));
  }
  for (const SweepPlan& plan : other_reading_plans(options)) {
    other_readings_.push_back(make_sweep_experiment(plan, options.scalar, laboratory));
  }
}

/// The long ones first, so that no core is left alone with one of them.
std::vector<std::shared_ptr<Experiment>> BeyondWork::experiments() const {
  std::vector<std::shared_ptr<Experiment>> result = {drift_};
  result.insert(result.end(), other_readings_.begin(), other_readings_.end());
  result.insert(result.end(), in_other_scalar_.begin(), in_other_scalar_.end());
  result.push_back(divergence_);
  return result;
}

std::vector<FloatBesideDouble> BeyondWork::float_beside_double(const std::vector<Figure>& figures) const {
  const bool is_double = laboratory_.options.scalar == Scalar::float64;
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

Beyond BeyondWork::beyond(const std::vector<Figure>& figures, const SweepExperiment& access_control) const {
  Beyond beyond{float_beside_double(figures),
                useful_ranges(figures),
                divergence_->runs(),
                drift_->runs(),
                drift_->rates(),
                admission_policies(laboratory_.queue, access_control),
                {}};
  for (const auto& experiment : other_readings_) { beyond.other_readings.push_back(experiment->sweep()); }
  return beyond;
}

}  // namespace tool::reproduce
