#pragma once
/// The experiment of a figure: every method at every place of an axis, trial by trial.

#include <optional>
#include <vector>

#include "experiments/results/learning_curve.hpp"
#include "experiments/runner/experiment.hpp"
#include "experiments/trials/instance_cache.hpp"
#include "experiments/trials/sweep_plan.hpp"

namespace ballast::experiments {

class SweepExperiment : public Experiment {
 public:
  /// `cache` must outlive it.
  SweepExperiment(const SweepPlan& plan, Scalar scalar, InstanceCache& cache);

  std::uint32_t trials() const override { return static_cast<std::uint32_t>(results_.size()); }
  double seconds_per_trial() const override;
  void run(std::uint32_t trial) override;

  Sweep sweep() const;

  /// Nothing, if the plan has none.
  std::optional<LearningCurve> learning_curve() const;

  /// Of one cell, by trial.
  std::vector<Outcome> outcomes(const Method& method, double x) const;

 private:
  struct Result {
    std::vector<Outcome> cells;   // method by method, then by x
    std::vector<Outcome> curves;  // method by method
  };

  Run cell_run(const Method& method, double x) const;
  Cell cell_of(std::size_t method, std::size_t x, std::size_t measure) const;
  const Outcome& outcome(const Result& result, std::size_t method, std::size_t x) const;

  SweepPlan plan_;
  Scalar scalar_;
  Trials& trials_;
  std::vector<Result> results_;
};

}  // namespace ballast::experiments
