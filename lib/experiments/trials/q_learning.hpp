#pragma once
/// Q-learning for average reward, linear in the features of a state and an action, with one step (no trace):
///   delta_t = R_t - omega_t + max_a q(S_{t+1}, a) - q(S_t, A_t),   theta_{t+1} = theta_t + beta_t delta_t phi(S_t,
///   A_t)
/// over the feasible actions. Differential Q-learning (Wan, Naik and Sutton, 2021) learns the average reward from the
/// same error, omega_{t+1} = omega_t + c beta_t delta_t. RVI Q-learning (Abounadi, Bertsekas and Borkar, 2001) has
/// omega_t = f(theta_t) instead, here the mean value of the feasible actions in the state that a run begins in.

#include <ballast/control/action_set.hpp>
#include <ballast/control/greedy.hpp>
#include <ballast/control/sarsa.hpp>
#include <ballast/detail/kernel/runs.hpp>
#include <ballast/math/random.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/trials/epsilons.hpp"
#include "experiments/trials/features_of_length.hpp"
#include "experiments/trials/schedule.hpp"

namespace ballast::experiments {

template <class T>
struct QSettings {
  bool is_rvi = false;  ///< f(theta) in the place of a learned omega
  T ratio{};            ///< c; not used by RVI
  Schedule<T> schedule;
  std::optional<Schedule<T>> average_reward_schedule;  ///< alpha_t / c, if it is not beta_t
  EpsilonsOfLength<T> exploration;
};

/// The calls are those of ballast::Sarsa. It explores epsilon-greedily with the values that it has after an update.
template <class T, std::size_t Actions>
class QLearning {
 public:
  using Features = FeaturesOfLength<T>;
  using Feasible = ballast::ActionSet<Actions>;

  QLearning(const QSettings<T>& settings, std::uint64_t seed, const std::vector<T>& weights)
      : settings_(settings), random_(seed), weights_(weights) {}

  /// The first state: it is the reference of RVI.
  ballast::Decision observe(const Features& features, Feasible feasible) {
    reference_ = features;
    reference_feasible_ = feasible;
    return decide(features, feasible);
  }

  /// With overflow, if a number is no longer finite.
  ballast::Decision tick(T reward, const Features& features, Feasible feasible) {
    const T best = value(features, greedy_action(features, feasible));
    const T error = reward - average_reward() + best - value(features_, action_);
    const T beta = settings_.schedule.rate(updates_);
    const auto& own_schedule = settings_.average_reward_schedule;
    const bool is_finite = learn(beta * error);
    if (!settings_.is_rvi) { omega_ += settings_.ratio * (own_schedule ? own_schedule->rate(updates_) : beta) * error; }
    ++updates_;
    ballast::Decision decision = decide(features, feasible);
    decision.has_learned = is_finite && std::isfinite(average_reward());
    if (!decision.has_learned) { decision.status = ballast::Status::overflow; }
    return decision;
  }

  std::uint32_t greedy_action(const Features& features, Feasible feasible) const {
    return ballast::greedy_action<T>(feasible, [&](std::uint32_t action) { return value(features, action); });
  }
  T value(const Features& features, std::uint32_t action) const {
    return ballast::kernel::dot_runs(weights_.data(), Block(features, action));
  }

  /// omega, or f(theta).
  T average_reward() const {
    if (!settings_.is_rvi || reference_feasible_.is_empty()) { return omega_; }
    T sum{};
    for (std::uint32_t i = 0; i < reference_feasible_.size(); ++i) {
      sum += value(reference_, reference_feasible_.get(i));
    }
    return sum / static_cast<T>(reference_feasible_.size());
  }

 private:
  using Block = ballast::ActionBlock<Features, Actions>;

  /// theta += step phi(S_t, A_t). False if a weight is not finite then.
  bool learn(T step) {
    bool is_finite = true;
    ballast::for_each_feature(Block(features_, action_), [&](std::size_t i, T feature) {
      weights_[i] += step * feature;
      is_finite = is_finite && std::isfinite(weights_[i]);
    });
    return is_finite;
  }

  ballast::Decision decide(const Features& features, Feasible feasible) {
    const T epsilon = settings_.exploration.epsilon(updates_);
    const bool is_exploring = epsilon > T{} && random_.template uniform<T>() < epsilon;
    action_ = is_exploring ? feasible.get(random_.below(feasible.size())) : greedy_action(features, feasible);
    features_ = features;
    return {ballast::Status::ok, is_exploring, false, action_};
  }

  QSettings<T> settings_;
  ballast::Random random_;
  std::vector<T> weights_;  // theta
  T omega_{};               // of differential Q-learning
  Features reference_{};
  Feasible reference_feasible_;
  Features features_{};       // of S_t
  std::uint32_t action_ = 0;  // A_t
  std::uint32_t updates_ = 0;
};

}  // namespace ballast::experiments
