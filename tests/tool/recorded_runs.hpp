#pragma once
/// Runs of learners and agents that are recorded, for tests of what is read.

#include <ballast/control/sarsa.hpp>
#include <ballast/fixed/number.hpp>

#include <limits>
#include <type_traits>

#include <etl/array.h>

#include "noise.hpp"
#include "recorded_log.hpp"

namespace recorded {

using namespace ballast;

constexpr uint32_t fingerprint = 0xFEED1234U;

// --- numbers --------------------------------------------------------------------------------------------------------

/// In [-1, 1).
template <class T>
T drawn(Noise& noise) {
  if constexpr (std::is_floating_point_v<T>) {
    return noise.number<T>();
  } else {
    return noise.number<double>();
  }
}
/// What a learner refuses; in fixed point there is no such number, but a smallest one, which is rounded to.
template <class T>
T not_finite() {
  return std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity() : static_cast<T>(-1e9);
}

// --- features of every kind -----------------------------------------------------------------------------------------

template <class T, size_t N>
void draw(etl::array<T, N>& features, Noise& noise) {
  for (T& x : features) { x = drawn<T>(noise); }
}
template <class T, size_t N>
void draw(OneHot<T, N>& features, Noise& noise) {
  features = OneHot<T, N>(noise.word() % N);
}
template <class T, size_t N, size_t Capacity>
void draw(ActiveFeatures<T, N, Capacity>& features, Noise& noise) {
  features = ActiveFeatures<T, N, Capacity>(noise.word() % 4 == 0 ? static_cast<T>(0.25) : static_cast<T>(0.5));
  for (size_t k = 0; k < Capacity; ++k) { (void)features.add(noise.word() % N); }
}
template <class T, size_t N, size_t Capacity>
void draw(SparseFeatures<T, N, Capacity>& features, Noise& noise) {
  features.clear();
  for (size_t k = 0; k < Capacity; ++k) { (void)features.add(noise.word() % N, drawn<T>(noise)); }
}

// --- runs that are recorded -----------------------------------------------------------------------------------------

/// Good ticks and bad ones, feasible sets, missing readings, a time of evaluation, and a checkpoint now and then.
template <class Agent, class Features>
void run_agent(Agent& agent, Log<Features>& log, int ticks, uint32_t seed) {
  using T = typename Log<Features>::T;
  Noise noise(seed);
  Features features{};
  for (int t = 0; t < ticks; ++t) {
    draw(features, noise);
    const uint32_t all = UINT32_MAX >> (32 - Agent::actions);
    const uint32_t feasible = noise.word() % 3 == 0 ? all & ~(1U << noise.word() % Agent::actions) : all;
    const auto set = Agent::Feasible::where([&](uint32_t a) { return (feasible >> a & 1U) != 0; });
    const T reward = t % 29 == 11 ? std::numeric_limits<T>::infinity() : noise.number<T>();
    if (t % 37 == 20 || t % 37 == 28) {
      agent.evaluate(t % 37 == 20);
      log.evaluate(agent, t % 37 == 20);
    }
    if (t == 0) {
      const Decision made = agent.observe(features, set);
      log.observe(agent, features, made, feasible);
    } else if (t % 23 == 7) {
      const Decision made = agent.skip(set);
      log.skip(agent, made, feasible);
    } else {
      const Decision made = agent.tick(reward, features, set);
      log.tick(agent, reward, features, made, feasible);
    }
    if (t % 31 == 30) { log.checkpoint(agent, fingerprint); }
    if (t % 50 == 40) { log.readings(agent, {1.5F, static_cast<float>(t)}); }
  }
}

template <class Learner, class Features>
void run_learner(Learner& learner, Log<Features>& log, int ticks, uint32_t seed) {
  using T = typename Log<Features>::T;
  Noise noise(seed);
  Features here{};
  Features there{};
  draw(here, noise);
  for (int t = 0; t < ticks; ++t) {
    draw(there, noise);
    const T reward = t % 29 == 11 ? std::numeric_limits<T>::quiet_NaN() : noise.number<T>();
    const Status status = learner.update(here, reward, there).status;
    log.update(learner, here, reward, there, status);
    here = there;
    if (t % 41 == 40) { draw(here, noise); }  // what is left is not what was entered
    if (t % 37 == 36) {
      learner.reset_trace();
      log.reset(learner);
    }
    if (t % 31 == 30) { log.checkpoint(learner, fingerprint); }
  }
}

}  // namespace recorded
