#include "experiments/trials/evaluation_trial.hpp"

#include <cmath>

#include "experiments/runner/seeds.hpp"
#include "experiments/trials/learner_of_length.hpp"
#include "experiments/trials/learners.hpp"
#include "experiments/trials/model_of.hpp"

namespace ballast::experiments {
namespace {

/// For features that are not those of the process. A copy of the trial's generator, so that its numbers stay its own.
ballast::Random generator_of(const FeatureSet& features, ballast::Random random) {
  const std::uint64_t seed = (std::uint64_t{random.word()} << 32U) | random.word();
  const std::uint64_t kind = static_cast<std::uint64_t>(features.kind) << 32U;
  return ballast::Random(scrambled(scrambled(seed) + kind + features.count));
}

}  // namespace

const char* name_of(EvaluationMeasure measure) {
  return measure == EvaluationMeasure::loss ? "loss" : "omega_error";
}

template <class T>
EvaluationTrial::Numbers<T> EvaluationTrial::numbers_of(const ProcessOfSize& process,
                                                        const std::vector<double>& start) {
  Numbers<T> numbers;
  numbers.dimension = process.dimension;
  for (std::size_t s = 0; s < process.states; ++s) {
    numbers.reward.push_back(static_cast<T>(process.reward[s]));
    for (std::size_t i = 0; i < process.dimension; ++i) { numbers.phi.push_back(static_cast<T>(process.phi[s][i])); }
  }
  for (const double weight : start) { numbers.start.push_back(static_cast<T>(weight)); }
  return numbers;
}

EvaluationTrial::Instance::Instance(ProcessOfSize of_process, double start_range, ballast::Random& random)
    : process(std::move(of_process)) {
  std::vector<double> start(process.dimension);
  for (double& weight : start) { weight = random.uniform(-start_range, start_range); }
  doubles = numbers_of<double>(process, start);
  floats = numbers_of<float>(process, start);
}

EvaluationTrial::EvaluationTrial(const ProcessOfSize& process, ballast::Random random, const EvaluationSetup& setup)
    : measures_(setup.measures) {
  const ballast::Random after_the_instance = random;
  const Instance own(process, setup.start_range,
                     random);  // also if it is not used: the trajectory does not depend on the features
  ProcessOfSize walked = process;
  walked.start(random);
  for (std::uint32_t t = 0; t < setup.steps; ++t) {
    path_.push_back(static_cast<std::uint32_t>(walked.state()));
    (void)walked.step(random);
  }
  path_.push_back(static_cast<std::uint32_t>(walked.state()));
  for (const FeatureSet& features : setup.features) {
    ballast::Random generator = generator_of(features, after_the_instance);
    const bool is_own = features.kind == FeatureSet::Kind::model;
    instances_.push_back(is_own ? own
                                : Instance(with_features(process, features, generator), setup.start_range, generator));
  }
}

const ExactSolution& EvaluationTrial::exact(std::size_t features, double lambda) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto key = std::make_pair(features, lambda);
  auto found = solutions_.find(key);
  if (found == solutions_.end()) {
    found = solutions_.emplace(key, solve_exactly(model_of(process(features)), lambda)).first;
  }
  return found->second;
}

Outcome EvaluationTrial::run(const Run& run) const {
  const Instance& instance = instances_.at(run.method.features);
  return run.scalar == Scalar::float64 ? run_in(instance.doubles, run) : run_in(instance.floats, run);
}

template <class T>
Outcome EvaluationTrial::run_in(const Numbers<T>& numbers, const Run& run) const {
  const ExactSolution& solution = exact(run.method.features, run.method.lambda);
  return with_method<T>(run.method, [&](auto rule, auto projection) {
    using Learner = LearnerOfLength<T, decltype(rule), decltype(projection), Schedule<T>>;
    const auto config = typename Learner::Config()
                            .lambda(static_cast<T>(run.method.lambda))
                            .ratio(static_cast<T>(run.method.ratio))
                            .schedule(make_schedule<T>(run.method.decay, run.method.step_size))
                            .projection(projection);
    Learner learner;
    Outcome outcome;
    if (run.records_every != 0) { outcome.over_time.resize(measures_.size()); }
    const auto record = [&](std::size_t t) {
      if (run.records_every == 0 || t % run.records_every != 0) { return; }
      const std::vector<double> now = measured(learner, solution);
      for (std::size_t i = 0; i < now.size(); ++i) { outcome.over_time[i].push_back(now[i]); }
    };
    require_started(learner.start(config, numbers.start));
    outcome.has_overflowed = !walk(learner, numbers, record);
    outcome.values = measured(learner, solution);
    for (const double value : outcome.values) {
      outcome.has_overflowed = outcome.has_overflowed || !std::isfinite(value);
    }
    outcome.projections = learner.projections();
    return outcome;
  });
}

/// False if an update was refused.
template <class Learner, class T, class Record>
bool EvaluationTrial::walk(Learner& learner, const Numbers<T>& numbers, Record record) const {
  record(0);
  for (std::size_t t = 0; t + 1 < path_.size(); ++t) {
    const std::size_t s = path_[t];
    const auto report = learner.update(numbers.features(s), numbers.reward[s], numbers.features(path_[t + 1]));
    if (report.status != ballast::Status::ok) { return false; }
    record(t + 1);
  }
  return true;
}

template <class Learner>
std::vector<double> EvaluationTrial::measured(const Learner& learner, const ExactSolution& exact) const {
  const auto omega = static_cast<double>(learner.average_reward());
  std::vector<double> values;
  for (const EvaluationMeasure measure : measures_) {
    if (measure == EvaluationMeasure::omega_error) {
      values.push_back(std::fabs(omega - exact.omega));
      continue;
    }
    const std::vector<double> theta(learner.weights().begin(), learner.weights().end());
    values.push_back(exact.loss(omega, theta.data()));
  }
  return values;
}

}  // namespace ballast::experiments
