#include "experiments/trials/evaluation_trial.hpp"

#include <cmath>
#include <memory>
#include <type_traits>

#include "experiments/files/error.hpp"
#include "experiments/runner/seeds.hpp"
#include "experiments/trials/lstd.hpp"
#include "experiments/trials/model_of.hpp"
#include "experiments/trials/trial_learner.hpp"

namespace ballast::experiments {
namespace {

/// For features that are not those of the process. A copy of the trial's generator, so that its numbers stay its own.
ballast::Random generator_of(const FeatureSet& features, ballast::Random random) {
  const std::uint64_t seed = (std::uint64_t{random.word()} << 32U) | random.word();
  const std::uint64_t kind = static_cast<std::uint64_t>(features.kind) << 32U;
  return ballast::Random(scrambled(scrambled(seed) + kind + features.count));
}

/// LSTD as a learner: it refuses nothing, and does not begin anywhere.
class LstdLearner {
 public:
  LstdLearner(std::size_t dimension, double lambda) : lstd_(dimension, lambda) {}

  template <class T>
  ballast::Report<T> update(const T* phi, T reward, const T* next) {
    lstd_.update(phi, reward, next);
    ballast::Report<T> report{};
    report.status = ballast::Status::ok;
    return report;
  }
  double average_reward() const { return lstd_.average_reward(); }
  std::vector<double> weights() const { return lstd_.weights(); }

 private:
  Lstd lstd_;
};

/// theta_e, if the method removes it.
template <class T>
std::vector<T> constant_direction(const Method& method, const ExactSolution& exact) {
  if (!method.is_without_constant) { return {}; }
  if (exact.theta_e.empty()) { throw InputError("no weights give every state the same value: nothing to remove"); }
  return {exact.theta_e.begin(), exact.theta_e.end()};
}

template <class T>
std::unique_ptr<TrialLearner<T>> learner_for(const Run& run, const ExactSolution& exact,
                                             [[maybe_unused]] std::size_t dimension) {
  if constexpr (std::is_same_v<T, double>) {
    if (run.scalar == Scalar::fixed) { return make_fixed_learner(run.method, dimension); }
  }
  return make_learner<T>(run.method, constant_direction<T>(run.method, exact));
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
  return run.scalar == Scalar::float32 ? run_in(instance.floats, run) : run_in(instance.doubles, run);
}

template <class T>
Outcome EvaluationTrial::run_in(const Numbers<T>& numbers, const Run& run) const {
  const ExactSolution& solution = exact(run.method.features, run.method.lambda);
  if (run.method.rule == Rule::lstd) {
    LstdLearner learner(numbers.dimension, run.method.lambda);
    return outcome_of(learner, numbers, run, solution);
  }
  const auto learner = learner_for<T>(run, solution, numbers.dimension);
  require_started(learner->start(numbers.start));
  Outcome outcome = outcome_of(*learner, numbers, run, solution);
  outcome.projections = learner->projections();
  return outcome;
}

template <class Learner, class T>
Outcome EvaluationTrial::outcome_of(Learner& learner, const Numbers<T>& numbers, const Run& run,
                                    const ExactSolution& solution) const {
  Outcome outcome;
  if (run.records_every != 0) { outcome.over_time.resize(measures_.size()); }
  const auto record = [&](std::size_t t) {
    if (run.records_every == 0 || t % run.records_every != 0) { return; }
    const std::vector<double> now = measured(learner, solution);
    for (std::size_t i = 0; i < now.size(); ++i) { outcome.over_time[i].push_back(now[i]); }
  };
  outcome.has_overflowed = !walk(learner, numbers, record);
  outcome.values = measured(learner, solution);
  for (const double value : outcome.values) {
    outcome.has_overflowed = outcome.has_overflowed || !std::isfinite(value);
  }
  return outcome;
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
    const auto& weights = learner.weights();
    const std::vector<double> theta(weights.begin(), weights.end());
    values.push_back(exact.loss(omega, theta.data()));
  }
  return values;
}

}  // namespace ballast::experiments
