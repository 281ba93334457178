#pragma once
/// Where the implicit rule alone diverges, and what a projection does there.

#include <vector>

#include "experiments/runner/experiment.hpp"
#include "reproduction/extra/divergence_run.hpp"
#include "reproduction/paper/options.hpp"

namespace ballast::reproduction {

/// Two chains, a few step-sizes, and the rules with and without a ball. Each run is a trial.
class DivergenceExperiment : public Experiment {
 public:
  explicit DivergenceExperiment(const Options& options);

  std::string name() const override;
  std::uint32_t trials() const override { return static_cast<std::uint32_t>(runs_.size()); }
  double seconds_per_trial() const override { return 0.01; }
  void run(std::uint32_t trial) override;
  void save(std::uint32_t trial, OutcomeWriter& out) const override;
  void load(std::uint32_t trial, OutcomeReader& in) override;

  const std::vector<DivergenceRun>& runs() const { return runs_; }

 private:
  const Options& options_;
  std::vector<DivergenceRun> runs_;
};

}  // namespace ballast::reproduction
