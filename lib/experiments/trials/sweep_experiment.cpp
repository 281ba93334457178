#include "experiments/trials/sweep_experiment.hpp"

#include <cmath>

#include "experiments/runner/interrupt.hpp"
#include "experiments/statistics/estimate.hpp"
#include "experiments/trials/control.hpp"

namespace ballast::experiments {
namespace {

// About how long things take, for the progress bar.
constexpr double seconds_per_instance = 0.05;  // the MRP's exact solution; made once, counted with each figure / 4
constexpr double seconds_per_evaluation_step = 1e-7;
constexpr double seconds_per_queue_step = 6e-7;
constexpr double seconds_per_pendulum_step = 9e-6;

/// A cell from what the trials say of it, in their order.
template <class Outcomes>
Cell reduced(const Method& method, double x, const std::string& measure, const Outcomes& outcomes) {
  Cell cell{method, x, measure, std::nullopt, 0, 0, 0};
  std::vector<double> values;
  for (const auto& [value, has_overflowed, projections] : outcomes) {
    ++cell.trials;
    cell.overflowed += has_overflowed ? 1U : 0U;
    cell.projections += projections;
    values.push_back(value);
  }
  if (cell.overflowed == 0) { cell.estimate = estimate(values); }
  return cell;
}

struct CellOutcome {
  double value;
  bool has_overflowed;
  std::uint32_t projections;
};

// --- evaluation -----------------------------------------------------------------------------------------------------

class EvaluationSweep : public SweepExperiment {
 public:
  EvaluationSweep(const SweepPlan& plan, Scalar scalar, InstanceCache& cache)
      : plan_(plan), scalar_(scalar), cache_(cache), outcomes_(cache.settings.evaluation_trials) {}

  std::uint32_t trials() const override { return static_cast<std::uint32_t>(outcomes_.size()); }
  double seconds_per_trial() const override;
  void run(std::uint32_t trial) override;
  Sweep sweep() const override;
  std::optional<LearningCurve> course() const override;

 private:
  struct TrialOutcome {
    std::vector<EvaluationOutcome> cells;    // method by method, then by x
    std::vector<EvaluationOutcome> courses;  // method by method
  };

  EvaluationRun cell_run(const Method& method, double x) const;

  SweepPlan plan_;
  Scalar scalar_;
  InstanceCache& cache_;
  std::vector<TrialOutcome> outcomes_;
};

double EvaluationSweep::seconds_per_trial() const {
  const double runs = static_cast<double>(plan_.methods.size() * plan_.xs.size());
  const double instance = plan_.environment == Environment::mrp ? seconds_per_instance / 4.0 : 0.0;
  return runs * cache_.settings.evaluation_steps * seconds_per_evaluation_step + instance;
}

EvaluationRun EvaluationSweep::cell_run(const Method& method, double x) const {
  const bool is_ratio = plan_.axis == Axis::ratio;
  return {method, is_ratio ? 1.0 : x, is_ratio ? x : 1.0, plan_.decay, scalar_, false};
}

void EvaluationSweep::run(std::uint32_t trial) {
  const bool is_mrp = plan_.environment == Environment::mrp;
  const EvaluationTrial& instance = (is_mrp ? cache_.mrp : cache_.boyan).get(trial);
  TrialOutcome& outcome = outcomes_[trial];
  for (const Method& method : plan_.methods) {
    for (const double x : plan_.xs) {
      if (is_interrupted()) { return; }
      outcome.cells.push_back(instance.run(cell_run(method, x)));
    }
    if (plan_.course_at) {
      outcome.courses.push_back(instance.run({method, *plan_.course_at, 1.0, plan_.decay, scalar_, true}));
    }
  }
}

Sweep EvaluationSweep::sweep() const {
  Sweep sweep = make_sweep(plan_);
  std::size_t cell = 0;
  for (const Method& method : plan_.methods) {
    for (const double x : plan_.xs) {
      std::vector<CellOutcome> outcomes;
      for (const TrialOutcome& trial : outcomes_) {
        const EvaluationOutcome& outcome = trial.cells[cell];
        outcomes.push_back({outcome.loss, outcome.has_overflowed, outcome.projections});
      }
      sweep.cells.push_back(reduced(method, x, "loss", outcomes));
      ++cell;
    }
  }
  return sweep;
}

std::optional<LearningCurve> EvaluationSweep::course() const {
  if (!plan_.course_at) { return std::nullopt; }
  LearningCurve course{plan_.course_stem, plan_.environment, plan_.title, *plan_.course_at, {}};
  for (std::size_t m = 0; m < plan_.methods.size(); ++m) {
    for (std::uint32_t t = 0; t <= cache_.settings.evaluation_steps; ++t) {
      std::vector<double> losses;
      for (const TrialOutcome& trial : outcomes_) {
        const std::vector<double>& own = trial.courses[m].course;
        if (t < own.size() && std::isfinite(own[t])) { losses.push_back(own[t]); }
      }
      Point point{plan_.methods[m], t, std::nullopt};
      if (losses.size() == outcomes_.size()) { point.estimate = estimate(losses); }
      course.points.push_back(point);
    }
  }
  return course;
}

// --- control --------------------------------------------------------------------------------------------------------

class ControlSweep : public SweepExperiment {
 public:
  ControlSweep(const SweepPlan& plan, Scalar scalar, InstanceCache& cache)
      : plan_(plan), scalar_(scalar), cache_(cache), outcomes_(cache.settings.control_trials) {}

  std::uint32_t trials() const override { return static_cast<std::uint32_t>(outcomes_.size()); }
  double seconds_per_trial() const override;
  void run(std::uint32_t trial) override;
  Sweep sweep() const override;
  std::vector<LearnedPolicy> learned(const Method& method, double x) const override;

 private:
  struct Result {
    ControlOutcome outcome;
    double greedy_gain;
  };

  static double value(const Result& result, const std::string& measure);

  SweepPlan plan_;
  Scalar scalar_;
  InstanceCache& cache_;
  std::vector<std::vector<Result>> outcomes_;  // by trial; then method by method, then by x
};

double ControlSweep::seconds_per_trial() const {
  const double runs = static_cast<double>(plan_.methods.size() * plan_.xs.size());
  return plan_.environment == Environment::pendulum
             ? runs * cache_.settings.pendulum_steps * seconds_per_pendulum_step
             : runs * cache_.settings.access_control_steps * seconds_per_queue_step;
}

void ControlSweep::run(std::uint32_t trial) {
  const auto instance = make_control_trial(plan_.environment, cache_.settings, trial);
  for (const Method& method : plan_.methods) {
    for (const double x : plan_.xs) {
      if (is_interrupted()) { return; }
      Result result{instance->run({method, x, plan_.decay, scalar_}), 0.0};
      const auto& policy = result.outcome.policy;
      if (!policy.empty()) { result.greedy_gain = cache_.queue.gain({policy.begin(), policy.end()}); }
      outcomes_[trial].push_back(result);
    }
  }
}

double ControlSweep::value(const Result& result, const std::string& measure) {
  if (measure == "mean_all") { return result.outcome.mean_all; }
  if (measure == "mean_last_5000") { return result.outcome.mean_last; }
  return measure == "final_omega" ? result.outcome.final_omega : result.greedy_gain;
}

Sweep ControlSweep::sweep() const {
  Sweep sweep = make_sweep(plan_);
  for (std::size_t m = 0; m < plan_.methods.size(); ++m) {
    for (const std::string& measure : sweep.measures) {
      for (std::size_t i = 0; i < plan_.xs.size(); ++i) {
        std::vector<CellOutcome> outcomes;
        for (const std::vector<Result>& trial : outcomes_) {
          const Result& result = trial[m * plan_.xs.size() + i];
          outcomes.push_back({value(result, measure), result.outcome.has_overflowed, result.outcome.projections});
        }
        sweep.cells.push_back(reduced(plan_.methods[m], plan_.xs[i], measure, outcomes));
      }
    }
  }
  return sweep;
}

std::vector<LearnedPolicy> ControlSweep::learned(const Method& method, double x) const {
  std::vector<LearnedPolicy> result;
  for (const std::vector<Result>& trial : outcomes_) {
    for (std::size_t i = 0; i < trial.size(); ++i) {
      if (plan_.methods[i / plan_.xs.size()] == method && plan_.xs[i % plan_.xs.size()] == x) {
        result.push_back({trial[i].outcome.policy, trial[i].greedy_gain});
      }
    }
  }
  return result;
}

}  // namespace

std::shared_ptr<SweepExperiment> make_sweep_experiment(const SweepPlan& plan, Scalar scalar, InstanceCache& cache) {
  if (is_control(plan.environment)) { return std::make_shared<ControlSweep>(plan, scalar, cache); }
  return std::make_shared<EvaluationSweep>(plan, scalar, cache);
}

}  // namespace ballast::experiments
