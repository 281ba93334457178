#include "reproduction/extra/divergence.hpp"

#include <ballast/learner.hpp>
#include <ballast/sim/reward_process.hpp>

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "experiments/runner/checkpoints.hpp"
#include "experiments/runner/seeds.hpp"
#include "experiments/trials/exact_solution.hpp"
#include "experiments/trials/model_of.hpp"
#include "reproduction/paper/environments.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

using ballast::Random;
using ballast::Status;

template <class Process>
struct Chain {
  Process process;
  double lambda;
  std::uint32_t steps;
  std::optional<ExactSolution> exact;
  typename Process::Features start;
};

/// Three states in a circle, features of length 1, 120 degrees apart, no reward, lambda 0: implicit diverges above
/// beta = 2, standard above 2/3.
using Cycle = ballast::sim::RewardProcess<double, 3, 2>;

Chain<Cycle> make_cycle() {
  Chain<Cycle> chain{{}, 0.0, 1000, std::nullopt, {{1.0, 0.5}}};
  const double sine = std::sqrt(3.0) / 2.0;
  chain.process.phi = {{{{1.0, 0.0}}, {{-0.5, sine}}, {{-0.5, -sine}}}};
  for (std::size_t s = 0; s < Cycle::states; ++s) { chain.process.transition[s][(s + 1) % Cycle::states] = 1.0; }
  return chain;
}

/// Six states nearly in a circle: irreducible and aperiodic, features made as the paper makes them, [Bernoulli, e, v]
/// divided by the largest norm. It meets all assumptions of the theory.
using NearCycle = ballast::sim::RewardProcess<double, 6, 6>;

Chain<NearCycle> make_near_cycle() {
  constexpr double stray = 0.02;
  constexpr double reward[] = {0.7933341969031439,  0.48930432067316854, 0.2627317822751144,
                               0.38309634052511077, 0.6460690935270416,  0.7385517636724828};
  constexpr double bernoulli[6][4] = {{1, 1, 0, 1}, {1, 0, 1, 1}, {0, 1, 1, 0},
                                      {1, 1, 1, 1}, {1, 1, 1, 0}, {0, 1, 1, 0}};
  Chain<NearCycle> chain{{}, paper::lambda, 100000, std::nullopt, {{1.0, -1.0, 0.5, -0.5, 0.0, 0.0}}};
  NearCycle& process = chain.process;
  for (std::size_t s = 0; s < NearCycle::states; ++s) {
    for (double& p : process.transition[s]) { p = stray / NearCycle::states; }
    process.transition[s][(s + 1) % NearCycle::states] += 1.0 - stray;
    process.reward[s] = reward[s];
  }
  double v[NearCycle::states];
  double omega = 0.0;
  (void)process.differential_value(v, omega);
  for (std::size_t s = 0; s < NearCycle::states; ++s) {
    for (std::size_t i = 0; i < 4; ++i) { process.phi[s][i] = bernoulli[s][i]; }
    process.phi[s][4] = 1.0;
    process.phi[s][5] = v[s];
  }
  process.scale(ballast::sim::Scaling::whole_matrix);
  chain.exact = solve_exactly(model_of(process), paper::lambda);
  return chain;
}

template <class Learner, class Process>
void look(const Learner& learner, const Chain<Process>& chain, std::uint32_t t, DivergenceRun& run) {
  long double norm2 = 0.0L;  // the squares of what double can just hold
  for (const double weight : learner.weights()) { norm2 += static_cast<long double>(weight) * weight; }
  run.norms.emplace_back(t, static_cast<double>(std::sqrt(norm2)));
  if (!chain.exact) { return; }
  const double loss = chain.exact->loss(learner.average_reward(), learner.weights().data());
  if (std::isfinite(loss)) { run.losses.emplace_back(t, loss); }
}

template <class Rule, class Projection, class Process>
void follow(Rule, Projection projection, Chain<Process> chain, Random random, DivergenceRun& run) {
  using Learner = ballast::Learner<double, Process::dimension, Rule, Projection>;
  const auto config =
      typename Learner::Config().lambda(chain.lambda).ratio(1.0).step_size(run.step_size).projection(projection);
  Learner learner;
  if (learner.start(config, chain.start) != Status::ok) { return; }
  look(learner, chain, 0, run);
  for (std::uint32_t t = 1; t <= chain.steps && run.overflowed_at == 0; ++t) {
    const auto phi = chain.process.features();
    const double reward = chain.process.step(random);
    if (learner.update(phi, reward, chain.process.features()).status != Status::ok) {
      run.overflowed_at = t;
    } else if (is_checkpoint(t, chain.steps)) {
      look(learner, chain, t, run);
    }
  }
  run.projections = learner.projections();
}

template <class Process>
void follow(const Chain<Process>& chain, const Random& random, DivergenceRun& run) {
  const ballast::NoProjection<double> free;
  if (run.variant == "standard") { return follow(ballast::Standard{}, free, chain, random, run); }
  if (run.variant == "implicit") { return follow(ballast::Implicit{}, free, chain, random, run); }
  const double radius = std::stod(run.variant.substr(run.variant.find("_r") + 2));
  follow(ballast::Implicit{}, ballast::SeparateBalls<double>{paper::omega_radius, radius}, chain, random, run);
}

}  // namespace

DivergenceExperiment::DivergenceExperiment(const Options& options) : options_(options) {
  const char* const variants[] = {"standard", "implicit", "implicit_r10", "implicit_r1000", "implicit_r5000"};
  for (const double step_size : {1.5, 3.0}) {
    for (const char* variant : variants) { runs_.push_back({"cycle", variant, step_size, {}, {}, 0, 0}); }
  }
  for (const double step_size : {1.0, 3.0, 10.0}) {
    for (const char* variant : variants) { runs_.push_back({"near_cycle", variant, step_size, {}, {}, 0, 0}); }
  }
}

void DivergenceExperiment::run(std::uint32_t trial) {
  const Random random(scrambled(options_.seed));
  if (runs_[trial].chain == "cycle") { return follow(make_cycle(), random, runs_[trial]); }
  follow(make_near_cycle(), random, runs_[trial]);
}

std::string DivergenceExperiment::name() const {
  return fmt::format("seed {}, divergence", options_.seed);
}

void DivergenceExperiment::save(std::uint32_t trial, OutcomeWriter& out) const {
  const DivergenceRun& run = runs_[trial];
  out.put(run.norms);
  out.put(run.losses);
  out.put(run.projections);
  out.put(run.overflowed_at);
}

void DivergenceExperiment::load(std::uint32_t trial, OutcomeReader& in) {
  DivergenceRun& run = runs_[trial];
  in.get(run.norms);
  in.get(run.losses);
  in.get(run.projections);
  in.get(run.overflowed_at);
}

}  // namespace ballast::reproduction
