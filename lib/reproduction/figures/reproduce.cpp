#include "reproduction/figures/reproduce.hpp"

#include <fmt/format.h>

#include <memory>

#include "experiments/trials/sweep_experiment.hpp"
#include "reproduction/claims/pooled.hpp"
#include "reproduction/claims/stability.hpp"
#include "reproduction/figures/extra_experiments.hpp"
#include "reproduction/figures/figures.hpp"
#include "reproduction/figures/judge.hpp"
#include "reproduction/paper/environments.hpp"
#include "reproduction/paper/run_info.hpp"
#include "reproduction/theory/topic.hpp"

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
      const std::vector<LearningCurve> curves = experiment->learning_curves();
      if (curves.empty()) { figure.sweeps.push_back(experiment->sweep()); }
      figure.learning_curves.insert(figure.learning_curves.end(), curves.begin(), curves.end());
    }
    return figure;
  }
};

/// All that is run for one seed. Its stages own it: it is released, instances and outcomes too, after the last of them.
class SeedWork : public std::enable_shared_from_this<SeedWork> {
 public:
  SeedWork(const Options& options, std::string prefix, ExtraScope scope)
      : options_(options),
        prefix_(std::move(prefix)),
        scope_(scope),
        plans_(figure_plans(options_)),
        cache_(options.seed),
        results_{run_info(options), {}, {}, {}} {}

  void add_stages(std::vector<Stage>& stages, const std::function<void(const Figure&)>& is_complete) {
    for (const FigurePlan& plan : plans_) {
      if (options_.is_whole() || options_.figures.count(plan.name) != 0) { add(plan, stages, is_complete); }
    }
    if (options_.is_whole()) { add_beyond(stages); }
    if (options_.has_theory) { add_theory(stages); }
  }

  /// When all stages are finished.
  Results results() {
    results_.claims = claims_of(plans_, results_);
    return std::move(results_);
  }

 private:
  void add(const FigurePlan& plan, std::vector<Stage>& stages, const std::function<void(const Figure&)>& is_complete) {
    const auto work = std::make_shared<FigureWork>(plan, options_.scalar, cache_);
    for (std::size_t i = 0; i < plan.sweeps.size(); ++i) {
      if (plan.sweeps[i].environment.name == paper::access_control_name) { access_control_ = work->sweeps[i]; }
    }
    stages.push_back({prefix_ + "figure " + plan.name,
                      {work->sweeps.begin(), work->sweeps.end()},
                      [self = shared_from_this(), work, is_complete] {
                        self->results_.figures.push_back(work->figure());
                        is_complete(self->results_.figures.back());
                      }});
  }

  void add_beyond(std::vector<Stage>& stages) {
    const auto work = std::make_shared<ExtraExperiments>(options_, plans_, cache_, scope_);
    stages.push_back({prefix_ + "beyond the paper", work->experiments(), [self = shared_from_this(), work] {
                        self->results_.extra = work->results(self->results_.figures, *self->access_control_);
                      }});
  }

  void add_theory(std::vector<Stage>& stages) {
    for (const std::shared_ptr<Topic>& topic : theory_topics(options_)) {
      stages.push_back({prefix_ + "theory, " + topic->name(), topic->experiments(),
                        [self = shared_from_this(), topic] { self->results_.theory.push_back(topic->result()); }});
    }
  }

  const Options options_;
  std::string prefix_;  // of the names of stages
  ExtraScope scope_;
  std::vector<FigurePlan> plans_;
  InstanceCache cache_;
  Results results_;
  std::shared_ptr<SweepExperiment> access_control_;
};

Options with_seed(Options options, std::uint64_t seed) {
  options.seed = seed;
  return options;
}

/// Calls `then` after the stage.
void finish_with(Stage& stage, const std::function<void()>& then) {
  stage.finish = [finish = stage.finish, then] {
    finish();
    then();
  };
}

/// The results of the first seed, and of all seeds what verdicts over them need.
struct OverSeeds {
  std::optional<Results> first;
  std::vector<std::vector<Claim>> claims;
  PooledDifferences pooled;

  void add(Results results) {
    claims.push_back(results.claims);
    for (const Figure& figure : results.figures) { pooled.add(figure); }
    if (!first) { first = std::move(results); }
  }

  /// A run with one seed has nothing to compare.
  Results results() const {
    Results results = *first;
    if (claims.size() == 1) { return results; }
    set_over_seeds(results.claims, count_verdicts(claims));
    results.pooled = pooled.differences();
    results.claims_by_seed = claims;
    return results;
  }
};

/// The stages of all seeds, one after the other; of those after the first only what claims need.
std::vector<Stage> stages_of(const Options& options, const std::function<void(const Figure&)>& is_complete,
                             const std::shared_ptr<OverSeeds>& over_seeds) {
  std::vector<Stage> stages;
  for (std::uint64_t seed = options.seed; seed - options.seed < options.seeds; ++seed) {
    const bool is_first = seed == options.seed;
    const std::string prefix = options.seeds > 1 ? fmt::format("seed {}, ", seed) : "";
    const auto work =
        std::make_shared<SeedWork>(with_seed(options, seed), prefix, is_first ? ExtraScope::all : ExtraScope::claims);
    work->add_stages(
        stages, is_first ? is_complete : [](const Figure&) {});
    finish_with(stages.back(), [work, over_seeds] { over_seeds->add(work->results()); });
  }
  return stages;
}

/// Of which nothing is made.
std::vector<Stage> silent_stages(const Options& options) {
  return stages_of(
      options, [](const Figure&) {}, std::make_shared<OverSeeds>());
}

}  // namespace

Results reproduce(const Options& options, const std::function<void(const Figure&)>& is_complete, TrialStore* store) {
  const auto over_seeds = std::make_shared<OverSeeds>();
  run_stages(stages_of(options, is_complete, over_seeds), options.jobs, store);
  return over_seeds->results();
}

TrialCounts run_shard(const Options& options, TrialStore& store, const Shard& shard) {
  return run_stages(silent_stages(options), options.jobs, &store, shard);
}

void require_all_trials(const Options& options, const TrialStore& store) {
  experiments::require_all_trials(silent_stages(options), store);
}

RunIdentity identity_of(const Options& options) {
  const RunInfo info = run_info(options);
  return {"reproduce", info.version, arguments_of(options), info.command};
}

}  // namespace ballast::reproduction
