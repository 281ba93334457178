#include "engine.hpp"

#include "claims.hpp"
#include "run_info.hpp"
#include "stages.hpp"
#include "sweeps.hpp"

namespace tool::reproduce {
namespace {

/// The experiments of one figure, and the figure that comes of them.
struct FigureWork {
  FigurePlan plan;
  std::vector<std::shared_ptr<EvaluationSweep>> evaluations;
  std::vector<std::shared_ptr<ControlSweep>> controls;

  FigureWork(FigurePlan given, Scalar scalar, Laboratory& laboratory) : plan(std::move(given)) {
    for (const SweepPlan& sweep : plan.sweeps) {
      if (is_control(sweep.environment)) {
        controls.push_back(std::make_shared<ControlSweep>(sweep, scalar, laboratory));
      } else {
        evaluations.push_back(std::make_shared<EvaluationSweep>(sweep, scalar, laboratory));
      }
    }
  }

  std::vector<std::shared_ptr<Experiment>> experiments() const {
    std::vector<std::shared_ptr<Experiment>> result(evaluations.begin(), evaluations.end());
    result.insert(result.end(), controls.begin(), controls.end());
    return result;
  }

  Figure figure() const {
    Figure figure{plan.number, plan.title, plan.setup, {}, {}};
    for (const auto& evaluation : evaluations) {
      figure.sweeps.push_back(evaluation->sweep());
      if (evaluation->plan().course_at) { figure.courses.push_back(evaluation->course()); }
    }
    for (const auto& control : controls) { figure.sweeps.push_back(control->sweep()); }
    return figure;
  }
};

}  // namespace

Results reproduce(const Options& options, const std::function<void(const Figure&)>& is_complete) {
  Laboratory laboratory(options);
  Results results{run_info(options), {}, {}, {}};
  std::vector<Stage> stages;
  for (FigurePlan& plan : figure_plans(options)) {
    if (options.figures.count(plan.number) == 0) { continue; }
    const auto work = std::make_shared<FigureWork>(std::move(plan), options.scalar, laboratory);
    stages.push_back(
        {"figure " + std::to_string(work->plan.number), work->experiments(), [work, &results, &is_complete] {
           results.figures.push_back(work->figure());
           is_complete(results.figures.back());
         }});
  }
  run_stages(stages, options.jobs);
  results.claims = claims_of(results);
  return results;
}

}  // namespace tool::reproduce
