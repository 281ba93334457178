#pragma once
/// What goes beyond the paper's figures: other readings, the other scalar, divergence, drift, policies.

#include <memory>
#include <vector>

#include "experiments/trials/sweep_experiment.hpp"
#include "reproduction/extra/divergence.hpp"
#include "reproduction/extra/drift.hpp"

namespace tool::reproduce {

class BeyondWork {
 public:
  explicit BeyondWork(Laboratory& laboratory);

  std::vector<std::shared_ptr<Experiment>> experiments() const;

  /// When all experiments are done, and all figures. `access_control` is that of figure 4.
  Beyond beyond(const std::vector<Figure>& figures, const SweepExperiment& access_control) const;

 private:
  std::vector<FloatBesideDouble> float_beside_double(const std::vector<Figure>& figures) const;

  Laboratory& laboratory_;
  std::vector<std::shared_ptr<SweepExperiment>> in_other_scalar_;
  std::vector<std::shared_ptr<SweepExperiment>> other_readings_;
  std::shared_ptr<DivergenceExperiment> divergence_;
  std::shared_ptr<DriftExperiment> drift_;
};

}  // namespace tool::reproduce
