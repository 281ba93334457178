#pragma once
/// Policy evaluation on any process like ballast::sim::RewardProcess, measured by the loss of the final iterate.

#include <ballast/learner.hpp>
#include <ballast/math/random.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "experiments/trials/exact_solution.hpp"
#include "experiments/trials/learners.hpp"
#include "experiments/trials/model_of.hpp"
#include "experiments/trials/trial.hpp"

namespace ballast::experiments {

/// The numbers of an instance in the scalar of a learner.
template <class T, std::size_t States, std::size_t Dimension>
struct ProcessNumbers {
  std::array<etl::array<T, Dimension>, States> phi;
  std::array<T, States> reward;
  etl::array<T, Dimension> start;  ///< theta_0
};

template <class To, class From, std::size_t States, std::size_t Dimension>
ProcessNumbers<To, States, Dimension> converted(const ProcessNumbers<From, States, Dimension>& from) {
  ProcessNumbers<To, States, Dimension> to{};
  for (std::size_t s = 0; s < States; ++s) {
    to.reward[s] = static_cast<To>(from.reward[s]);
    for (std::size_t i = 0; i < Dimension; ++i) { to.phi[s][i] = static_cast<To>(from.phi[s][i]); }
  }
  for (std::size_t i = 0; i < Dimension; ++i) { to.start[i] = static_cast<To>(from.start[i]); }
  return to;
}

/// An instance with its exact answers, start weights and one trajectory.
template <class Process>
class EvaluationTrial : public Trial {
 public:
  static constexpr std::size_t states = Process::states;
  static constexpr std::size_t dimension = Process::dimension;

  /// Walks the process from here: its generator continues where the instance left it.
  EvaluationTrial(Process& process, ballast::Random& random, double lambda, std::uint32_t steps)
      : lambda_(lambda), exact_(solve_exactly(model_of(process), lambda)) {
    for (std::size_t s = 0; s < states; ++s) {
      doubles_.phi[s] = process.phi[s];
      doubles_.reward[s] = process.reward[s];
    }
    for (double& weight : doubles_.start) { weight = random.uniform(-1.0, 1.0); }
    floats_ = converted<float>(doubles_);
    process.start(random);
    for (std::uint32_t t = 0; t < steps; ++t) {
      path_.push_back(static_cast<std::uint32_t>(process.state()));
      (void)process.step(random);
    }
    path_.push_back(static_cast<std::uint32_t>(process.state()));
  }

  Outcome run(const Run& run) const override {
    return run.scalar == Scalar::float64 ? run_in<double>(doubles_, run) : run_in<float>(floats_, run);
  }

 private:
  template <class T, class Numbers>
  Outcome run_in(const Numbers& numbers, const Run& run) const {
    return with_method<T>(run.method, [&](auto rule, auto projection) {
      using Learner = ballast::Learner<T, dimension, decltype(rule), decltype(projection), Schedule<T>>;
      const auto config = typename Learner::Config()
                              .lambda(static_cast<T>(lambda_))
                              .ratio(static_cast<T>(run.ratio))
                              .schedule(make_schedule<T>(run.decay, run.step_size, 1))
                              .projection(projection);
      Learner learner;
      const ballast::Status status = learner.start(config, numbers.start);
      Outcome outcome;
      outcome.has_overflowed =
          status != ballast::Status::ok || !walk(learner, numbers, run.records_curve, outcome.learning_curve);
      const double loss = loss_of(learner);
      outcome.values = {loss};
      outcome.has_overflowed = outcome.has_overflowed || !std::isfinite(loss);
      outcome.projections = learner.projections();
      return outcome;
    });
  }

  /// False if an update was refused.
  template <class Learner, class Numbers>
  bool walk(Learner& learner, const Numbers& numbers, bool records, std::vector<double>& learning_curve) const {
    if (records) { learning_curve.push_back(loss_of(learner)); }
    for (std::size_t t = 0; t + 1 < path_.size(); ++t) {
      const std::size_t s = path_[t];
      const auto report = learner.update(numbers.phi[s], numbers.reward[s], numbers.phi[path_[t + 1]]);
      if (report.status != ballast::Status::ok) { return false; }
      if (records) { learning_curve.push_back(loss_of(learner)); }
    }
    return true;
  }

  template <class Learner>
  double loss_of(const Learner& learner) const {
    std::array<double, dimension> theta;
    for (std::size_t i = 0; i < dimension; ++i) { theta[i] = static_cast<double>(learner.weights()[i]); }
    return exact_.loss(static_cast<double>(learner.average_reward()), theta.data());
  }

  double lambda_;
  ExactSolution exact_;
  ProcessNumbers<double, states, dimension> doubles_;
  ProcessNumbers<float, states, dimension> floats_;
  std::vector<std::uint32_t> path_;  // S_0, ..., S_T
};

}  // namespace ballast::experiments
