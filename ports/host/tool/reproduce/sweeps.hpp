#pragma once
/// The experiments behind the figures: every method at every place of an axis, trial by trial.

#include <memory>
#include <mutex>
#include <vector>

#include "control.hpp"
#include "evaluation.hpp"
#include "exact.hpp"
#include "experiment.hpp"
#include "plan.hpp"

namespace tool::reproduce {

/// The trials of one environment, made when they are first asked for and then shared by all figures.
class EvaluationTrials {
 public:
  EvaluationTrials(Environment environment, const Options& options);
  const EvaluationTrial& get(std::uint32_t trial);

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<EvaluationTrial> trial;
  };

  Environment environment_;
  const Options& options_;
  std::vector<Slot> slots_;
};

/// What all experiments share. Must outlive them.
struct Laboratory {
  explicit Laboratory(const Options& given);

  const Options& options;
  EvaluationTrials mrp;
  EvaluationTrials boyan;
  QueueModel queue;
};

class EvaluationSweep : public Experiment {
 public:
  EvaluationSweep(SweepPlan plan, Scalar scalar, Laboratory& laboratory);

  std::uint32_t trials() const override { return static_cast<std::uint32_t>(outcomes_.size()); }
  double seconds_per_trial() const override;
  void run(std::uint32_t trial) override;

  const SweepPlan& plan() const { return plan_; }
  Sweep sweep() const;
  Course course() const;  ///< only if the plan has one

 private:
  struct TrialOutcome {
    std::vector<EvaluationOutcome> cells;    // method by method, then by x
    std::vector<EvaluationOutcome> courses;  // method by method
  };

  EvaluationRun cell_run(Method method, double x) const;

  SweepPlan plan_;
  Scalar scalar_;
  Laboratory& laboratory_;
  std::vector<TrialOutcome> outcomes_;
};

class ControlSweep : public Experiment {
 public:
  ControlSweep(SweepPlan plan, Scalar scalar, Laboratory& laboratory);

  std::uint32_t trials() const override { return static_cast<std::uint32_t>(outcomes_.size()); }
  double seconds_per_trial() const override;
  void run(std::uint32_t trial) override;

  const SweepPlan& plan() const { return plan_; }
  Sweep sweep() const;

  /// Access control: what each run has learned, and what that is worth.
  struct Learned {
    std::vector<std::uint32_t> policy;
    double gain;
  };
  std::vector<Learned> learned(Method method, double x) const;

 private:
  struct Result {
    ControlOutcome outcome;
    double greedy_gain;
  };

  double value(const Result& result, const std::string& measure) const;

  SweepPlan plan_;
  Scalar scalar_;
  Laboratory& laboratory_;
  std::vector<std::vector<Result>> outcomes_;  // by trial; then method by method, then by x
};

}  // namespace tool::reproduce
