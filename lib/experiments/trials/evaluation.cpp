#include "experiments/trials/evaluation.hpp"

#include <ballast/sim/boyan_chain.hpp>
#include <ballast/sim/random_mrp.hpp>

#include <array>
#include <cmath>

#include "experiments/runner/seeds.hpp"
#include "experiments/trials/exact_solution.hpp"
#include "experiments/trials/learners.hpp"
#include "experiments/trials/model_of.hpp"

namespace ballast::experiments {
namespace {

using ballast::Random;
using ballast::Status;
namespace sim = ballast::sim;

/// The numbers of an instance as one kind of learner wants them.
template <class T, std::size_t States, std::size_t Dimension>
struct Numbers {
  std::array<etl::array<T, Dimension>, States> phi;
  std::array<T, States> reward;
  etl::array<T, Dimension> start;  // theta_0
};

template <class To, class From, std::size_t States, std::size_t Dimension>
Numbers<To, States, Dimension> converted(const Numbers<From, States, Dimension>& from) {
  Numbers<To, States, Dimension> to{};
  for (std::size_t s = 0; s < States; ++s) {
    to.reward[s] = static_cast<To>(from.reward[s]);
    for (std::size_t i = 0; i < Dimension; ++i) { to.phi[s][i] = static_cast<To>(from.phi[s][i]); }
  }
  for (std::size_t i = 0; i < Dimension; ++i) { to.start[i] = static_cast<To>(from.start[i]); }
  return to;
}

template <class Process>
class Trial : public EvaluationTrial {
 public:
  static constexpr std::size_t states = Process::states;
  static constexpr std::size_t dimension = Process::dimension;

  /// Walks the process from here: its generator goes on where the instance left it.
  Trial(Process& process, Random& random, std::uint32_t steps) : exact_(solve_exactly(model_of(process), lambda)) {
    for (std::size_t s = 0; s < states; ++s) {
      doubles_.phi[s] = process.phi[s];
      doubles_.reward[s] = process.reward[s];
    }
    for (double& weight : doubles_.start) { weight = random.uniform(-1.0, 1.0); }
    floats_ = converted<float>(doubles_);
    process.start(random);
    for (std::uint32_t t = 0; t < steps; ++t) {
      path_.push_back(static_cast<std::uint8_t>(process.state()));
      (void)process.step(random);
    }
    path_.push_back(static_cast<std::uint8_t>(process.state()));
  }

  EvaluationOutcome run(const EvaluationRun& run) const override {
    return run.scalar == Scalar::float64 ? run_in<ballast::Float64>(doubles_, run)
                                         : run_in<ballast::Float32>(floats_, run);
  }

 private:
  template <class Arithmetic, class N>
  EvaluationOutcome run_in(const N& numbers, const EvaluationRun& run) const {
    return with_method<Arithmetic>(run.method, [&](auto rule, auto projection) {
      ballast::Learner<Arithmetic, dimension, decltype(rule), decltype(projection), Schedule<Arithmetic>> learner;
      using Value = typename Arithmetic::Value;
      const Status status = learner.start({static_cast<Value>(lambda), static_cast<Value>(run.ratio),
                                           make_schedule<Arithmetic>(run.decay, run.beta_0, 1), projection},
                                          numbers.start);
      EvaluationOutcome outcome;
      outcome.has_overflowed = status != Status::ok || !walk(learner, numbers, run.records_course, outcome.course);
      outcome.loss = loss_of(learner);
      outcome.has_overflowed = outcome.has_overflowed || !std::isfinite(outcome.loss);
      outcome.projections = learner.projections();
      return outcome;
    });
  }

  /// False if an update was refused.
  template <class Learner, class N>
  bool walk(Learner& learner, const N& numbers, bool records, std::vector<double>& course) const {
    if (records) { course.push_back(loss_of(learner)); }
    for (std::size_t t = 0; t + 1 < path_.size(); ++t) {
      const std::size_t s = path_[t];
      const auto report = learner.update(numbers.phi[s], numbers.reward[s], numbers.phi[path_[t + 1]]);
      if (report.status != Status::ok) { return false; }
      if (records) { course.push_back(loss_of(learner)); }
    }
    return true;
  }

  template <class Learner>
  double loss_of(const Learner& learner) const {
    std::array<double, dimension> theta;
    for (std::size_t i = 0; i < dimension; ++i) { theta[i] = static_cast<double>(learner.weights()[i]); }
    return exact_.loss(static_cast<double>(learner.average_reward()), theta.data());
  }

  ExactSolution exact_;
  Numbers<double, states, dimension> doubles_;
  Numbers<float, states, dimension> floats_;
  std::vector<std::uint8_t> path_;  // S_0, ..., S_T
};

sim::Scaling scaling_of(const TrialSettings& settings) {
  return settings.scales_each_row ? sim::Scaling::per_row : sim::Scaling::whole_matrix;
}

}  // namespace

std::unique_ptr<EvaluationTrial> make_evaluation_trial(Environment environment, const TrialSettings& settings,
                                                       std::uint32_t trial) {
  Random random(trial_seed(settings.seed, environment, trial));
  if (environment == Environment::mrp) {
    const auto process = std::make_unique<sim::RandomMrp<double>>();
    sim::draw_random_mrp(*process, random, scaling_of(settings));
    return std::make_unique<Trial<sim::RandomMrp<double>>>(*process, random, settings.evaluation_steps);
  }
  sim::BoyanChain<double> chain;
  sim::make_boyan_chain(chain, sim::draw_boyan_policy(random), scaling_of(settings));
  return std::make_unique<Trial<sim::BoyanChain<double>>>(chain, random, settings.evaluation_steps);
}

}  // namespace ballast::experiments
