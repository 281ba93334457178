#pragma once
/// The experiment of a panel: every method at every place of an axis, or over time, trial by trial.

#include <vector>

#include "experiments/results/learning_curve.hpp"
#include "experiments/runner/experiment.hpp"
#include "experiments/trials/instance_cache.hpp"
#include "experiments/trials/sweep_plan.hpp"

namespace ballast::experiments {

class SweepExperiment : public Experiment {
 public:
  /// `scalar` is that of methods without one of their own. `cache` must outlive it.
  SweepExperiment(const SweepPlan& plan, Scalar scalar, InstanceCache& cache);

  std::string name() const override;
  std::uint32_t trials() const override { return static_cast<std::uint32_t>(results_.size()); }
  double seconds_per_trial() const override;
  void run(std::uint32_t trial) override;
  void save(std::uint32_t trial, OutcomeWriter& out) const override;
  void load(std::uint32_t trial, OutcomeReader& in) override;

  Sweep sweep() const;

  /// Along time: one for each measure that has a meaning before the end. None for a sweep.
  std::vector<LearningCurve> learning_curves() const;

  /// Of one cell, by trial.
  std::vector<Outcome> outcomes(const Method& method, double x) const;

 private:
  using Result = std::vector<Outcome>;  // method by method, then by x; along time one for each method

  bool is_along_time() const { return plan_.axis == Axis::time; }
  std::vector<Run> runs() const;
  bool is_same_as_last(std::size_t index) const;
  Outcome search(const Trial& instance, const Run& run) const;
  const std::vector<std::string>& measures() const;
  std::size_t index_of(const std::string& measure) const;
  TrialList trial_list() const;
  Cell cell_of(std::size_t method, std::size_t x, std::size_t measure) const;
  LearningCurve learning_curve(std::size_t measure) const;
  Point point_of(std::size_t method, std::size_t measure, std::size_t record) const;
  const Outcome& outcome(const Result& result, std::size_t method, std::size_t x) const;

  SweepPlan plan_;
  Scalar scalar_;
  Trials& trials_;
  std::vector<Result> results_;
};

}  // namespace ballast::experiments
