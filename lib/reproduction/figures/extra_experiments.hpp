#pragma once
/// Experiments that are not in the paper: other readings, the other scalar, more settings, divergence,
/// drift, policies.

#include <memory>
#include <vector>

#include "experiments/trials/sweep_experiment.hpp"
#include "reproduction/extra/divergence.hpp"
#include "reproduction/extra/drift.hpp"
#include "reproduction/extra/extra_results.hpp"
#include "reproduction/figures/figures.hpp"

namespace ballast::reproduction {

/// All of them, or only those that claims need.
enum class ExtraScope : std::uint8_t { all, claims };

class ExtraExperiments {
 public:
  /// Options and cache must outlive it.
  ExtraExperiments(const Options& options, const std::vector<FigurePlan>& figures, InstanceCache& cache,
                   ExtraScope scope = ExtraScope::all);

  std::vector<std::shared_ptr<Experiment>> experiments() const;

  /// When all experiments are done, and all figures. `access_control` is that of figure 4.
  ExtraResults results(const std::vector<Figure>& figures, const SweepExperiment& access_control) const;

 private:
  std::vector<FloatBesideDouble> float_beside_double(const std::vector<Figure>& figures) const;

  const Options& options_;
  ExtraScope scope_;
  std::vector<std::shared_ptr<SweepExperiment>> in_other_scalar_;
  std::vector<std::shared_ptr<SweepExperiment>> other_readings_;
  std::vector<std::shared_ptr<SweepExperiment>> wide_sweeps_;
  std::vector<std::shared_ptr<SweepExperiment>> grids_;
  std::shared_ptr<DivergenceExperiment> divergence_;
  std::shared_ptr<DriftExperiment> drift_;
};

}  // namespace ballast::reproduction
