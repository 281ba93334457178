#pragma once
/// Years of learning in the MRP: the weights drift along the constant direction, unless it is removed.

#include <vector>

#include "experiments/runner/experiment.hpp"
#include "reproduction/extra/drift_run.hpp"
#include "reproduction/paper/options.hpp"

namespace ballast::reproduction {

/// In double and in float, with and without the direction: each is a trial, and all walk the same way. Then other
/// instances, a tenth as far: how fast they drift.
class DriftExperiment : public Experiment {
 public:
  explicit DriftExperiment(const Options& options);

  std::string name() const override;
  std::uint32_t trials() const override { return static_cast<std::uint32_t>(runs_.size() + rates_.size()); }
  double seconds_per_trial() const override { return 3.75e-8 * options_.drift_steps; }
  void run(std::uint32_t trial) override;
  void save(std::uint32_t trial, OutcomeWriter& out) const override;
  void load(std::uint32_t trial, OutcomeReader& in) override;

  const std::vector<DriftRun>& runs() const { return runs_; }

  /// See ExtraResults::drift_rates.
  const std::vector<double>& rates() const { return rates_; }

 private:
  const Options& options_;
  std::vector<DriftRun> runs_;
  std::vector<double> rates_;
};

}  // namespace ballast::reproduction
