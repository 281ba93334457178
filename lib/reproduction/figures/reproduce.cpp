#include "reproduction/figures/reproduce.hpp"

#include "experiments/runner/runner.hpp"
#include "experiments/trials/sweep_experiment.hpp"
#include "reproduction/figures/extra_experiments.hpp"
#include "reproduction/figures/figures.hpp"
#include "reproduction/figures/judge.hpp"
#include "reproduction/figures/run_info.hpp"
#include "reproduction/paper/environments.hpp"

namespace ballast::reproduction {
namespace {

/// A plan with the experiments that carry it out.
struct FigureWork {
  FigurePlan plan;
  std::vector<std::shared_ptr<SweepExperiment>> sweeps;

  FigureWork(const FigurePlan& given, Scalar scalar, InstanceCache& cache) : plan(given) {
    for (const SweepPlan& sweep : plan.sweeps) {
      sweeps.push_back(std::make_shared<SweepExperiment>(sweep, scalar, cache));
    }
  }

  Figure figure() const {
    Figure figure{plan.name, plan.title, plan.setup, {}, {}};
    for (const auto& experiment : sweeps) {
      figure.sweeps.push_back(experiment->sweep());
      if (const auto learning_curve = experiment->learning_curve()) {
        figure.learning_curves.push_back(*learning_curve);
      }
    }
    return figure;
  }
};

class Reproduction {
 public:
  Reproduction(const Options& options, const std::function<void(const Figure&)>& is_complete)
      : options_(options),
        plans_(figure_plans(options)),
        is_complete_(is_complete),
        cache_(options.seed),
        results_{run_info(options), {}, {}, {}} {}

  Results run() {
    for (const FigurePlan& plan : plans_) {
      if (options_.is_whole() || options_.figures.count(plan.name) != 0) { add(plan); }
    }
    if (options_.is_whole()) { add_beyond(); }
    run_stages(stages_, options_.jobs);
    results_.claims = claims_of(plans_, results_);
    return results_;
  }

 private:
  void add(const FigurePlan& plan) {
    const auto work = std::make_shared<FigureWork>(plan, options_.scalar, cache_);
    for (std::size_t i = 0; i < plan.sweeps.size(); ++i) {
      if (plan.sweeps[i].environment.name == paper::access_control_name) { access_control_ = work->sweeps[i]; }
    }
    stages_.push_back({"figure " + plan.name, {work->sweeps.begin(), work->sweeps.end()}, [this, work] {
                         results_.figures.push_back(work->figure());
                         is_complete_(results_.figures.back());
                       }});
  }

  void add_beyond() {
    const auto work = std::make_shared<ExtraExperiments>(options_, plans_, cache_);
    stages_.push_back({"beyond the paper", work->experiments(),
                       [this, work] { results_.extra = work->results(results_.figures, *access_control_); }});
  }

  const Options& options_;
  std::vector<FigurePlan> plans_;
  const std::function<void(const Figure&)>& is_complete_;
  InstanceCache cache_;
  Results results_;
  std::vector<Stage> stages_;
  std::shared_ptr<SweepExperiment> access_control_;
};

}  // namespace

Results reproduce(const Options& options, const std::function<void(const Figure&)>& is_complete) {
  return Reproduction(options, is_complete).run();
}

}  // namespace ballast::reproduction
