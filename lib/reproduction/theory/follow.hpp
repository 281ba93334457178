#pragma once
/// A learner that follows one trajectory of a chain.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "experiments/runner/interrupt.hpp"
#include "experiments/trials/trial_learner.hpp"
#include "reproduction/theory/chains.hpp"

namespace ballast::reproduction {

/// As follow() shows it.
using TheoryLearner = TrialLearner<double>;

/// A method of the theory part: name, label and style are not used.
inline Method method_of(Rule rule, double lambda, double ratio, double step_size, const Decay& decay = {}) {
  Method method{};
  method.rule = rule;
  method.lambda = lambda;
  method.ratio = ratio;
  method.step_size = step_size;
  method.decay = decay;
  return method;
}

/// beta_t = beta_0 / (t + 1)^power, as in Theorem 2.
inline Decay decay_with(double power) {
  Decay decay;
  decay.is_constant = false;
  decay.power = power;
  return decay;
}

/// Learns from `steps` transitions of the chain, from state 0 on; visit(t, learner) after update t = 1, 2, ... Ends
/// where an update is refused.
template <class Visit>
void follow(const TheoryChain& chain, const Method& method, const Estimates& start, std::uint32_t steps,
            ballast::Random random, Visit visit) {
  const auto learner = make_learner<double>(method, {});
  require_started(learner->start(start.theta, start.omega));
  std::size_t state = 0;
  for (std::uint32_t t = 1; t <= steps; ++t) {
    if (t % 0x10000 == 0 && is_interrupted()) { return; }
    const std::size_t next = chain.next(state, random);
    const auto report = learner->update(chain.features(state), chain.reward(state), chain.features(next));
    if (report.status != ballast::Status::ok) { return; }
    state = next;
    visit(t, *learner);
  }
}

/// (omega - omega*)^2 + ||Pi_O (theta - theta*)||^2 after each of `times` updates, which ascend; NaN from an overflow
/// on.
inline std::vector<double> losses_at(const std::vector<std::uint32_t>& times, const TheoryChain& chain,
                                     const Method& method, const Estimates& start, const ballast::Random& random) {
  const ExactSolution& exact = chain.exact(method.lambda);
  std::vector<double> losses;
  follow(chain, method, start, times.back(), random, [&](std::uint32_t t, const TheoryLearner& learner) {
    if (t == times[losses.size()]) { losses.push_back(exact.loss(learner.average_reward(), learner.weights().data())); }
  });
  losses.resize(times.size(), std::numeric_limits<double>::quiet_NaN());
  return losses;
}

/// Whole numbers from first to last, each about the same factor above the one before.
inline std::vector<std::uint32_t> spread_times(std::uint32_t first, std::uint32_t last, std::size_t count) {
  std::vector<std::uint32_t> times;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    const auto t = static_cast<std::uint32_t>(std::lround(first * std::pow(static_cast<double>(last) / first, share)));
    if (times.empty() || t > times.back()) { times.push_back(t); }
  }
  return times;
}

}  // namespace ballast::reproduction
