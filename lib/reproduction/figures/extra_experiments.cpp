#include "reproduction/figures/extra_experiments.hpp"

#include "experiments/results/useful_range.hpp"
#include "reproduction/extra/queue_policies.hpp"
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
bool compares_step_sizes(const Sweep& sweep) {
  return sweep.measures.front() == "loss" && sweep.x_name == "step_size" && !sweep.curve(paper::implicit).empty();
}

std::vector<UsefulRange> useful_ranges(const std::vector<Figure>& figures) {
  std::vector<UsefulRange> result;
  for (const Figure& figure : figures) {
    if (!compares_step_sizes(figure.sweeps.front())) { continue; }
    for (const Method& method : paper::methods) {
      const std::optional<UsefulRange> range = useful_range(figure.sweeps.front(), method);
      if (range) { result.push_back(*range); }
    }
  }
  return result;
}

}  // namespace

ExtraExperiments::ExtraExperiments(const Options& options, const std::vector<FigurePlan>& figures, InstanceCache& cache)
    : options_(options),
      divergence_(std::make_shared<DivergenceExperiment>(options)),
      drift_(std::make_shared<DriftExperiment>(options)) {
  for (const SweepPlan& plan : other_scalar_plans(figures)) {
    in_other_scalar_.push_back(std::make_shared<SweepExperiment>(plan, other(options.scalar), cache));
  }
  for (const FigurePlan& figure : figures) {
    for (const SweepPlan& plan : figure.other_readings) {
      other_readings_.push_back(std::make_shared<SweepExperiment>(plan, options.scalar, cache));
    }
  }
}

/// The long ones first, so that they do not finish last on a single core.
std::vector<std::shared_ptr<Experiment>> ExtraExperiments::experiments() const {
  std::vector<std::shared_ptr<Experiment>> result = {drift_};
  result.insert(result.end(), other_readings_.begin(), other_readings_.end());
  result.insert(result.end(), in_other_scalar_.begin(), in_other_scalar_.end());
  result.push_back(divergence_);
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
  ExtraResults extra{float_beside_double(figures),
                     useful_ranges(figures),
                     divergence_->runs(),
                     drift_->runs(),
                     drift_->rates(),
                     queue_policies(access_control),
                     {}};
  for (const auto& experiment : other_readings_) { extra.other_readings.push_back(experiment->sweep()); }
  return extra;
}

}  // namespace ballast::reproduction
