// What a tick of an agent costs, with 4 actions and 8 active features of DIMENSION in each state: one that learns, one
// that only evaluates, one in which a sensor did not answer, and a loop in which every other tick is of that kind.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/active_features.hpp>

#include "noise.hpp"

using Features = ballast::ActiveFeatures<float, DIMENSION, 8>;
using Agent = ballast::Sarsa<float, Features, 4>;
using ballast::Status;

/// Its size is the RAM of the agent.
Agent agent;

// Each is called from one place, and so has an entry and a return to count between (footprint.cpp).
[[gnu::noipa]] Status learning(float reward, const Features& phi) {
  return agent.tick(reward, phi).status;
}
[[gnu::noipa]] Status evaluating(float reward, const Features& phi) {
  return agent.tick(reward, phi).status;
}
[[gnu::noipa]] Status skipped() {
  return agent.skip().status;
}
[[gnu::noipa]] Status alternating(bool is_missing, float reward, const Features& phi) {
  return is_missing ? agent.skip().status : agent.tick(reward, phi).status;
}

namespace {

constexpr int ticks = 4 * DIMENSION + 64;  // of each kind: enough for everything that happens only now and then

Noise noise(1);
Features phi;

void observe() {
  phi = Features(0.35355339F);
  while (phi.size() < 8) { (void)phi.add(noise.word() % DIMENSION); }
}

template <class Tick>
bool run(Tick tick) {
  for (int t = 0; t < ticks; ++t) {
    observe();
    if (!tick(t, noise.number<float>())) { return false; }
  }
  return true;
}

bool learn() {
  observe();
  if (agent.observe(phi).status != Status::ok) { return false; }
  return run([](int, float reward) { return learning(reward, phi) == Status::ok; }) &&
         agent.learner().updates() == ticks && agent.learner().projections() == 0;
}

bool evaluate() {
  agent.evaluate();
  const bool is_ok = run([](int, float reward) { return evaluating(reward, phi) == Status::ok; });
  agent.evaluate(false);
  return is_ok;
}

bool skip() {
  return run([](int, float) { return skipped() == Status::skipped; });
}

bool alternate() {
  return run([](int t, float reward) {
    const bool is_missing = t % 2 == 0;
    return alternating(is_missing, reward, phi) == (is_missing ? Status::skipped : Status::ok);
  });
}

}  // namespace

int main() {
  constexpr auto config = Agent::Config()
                              .lambda(0.8F)
                              .ratio(0.01F)
                              .step_size(0.5F)
                              .radius(1e9F)     // never reached
                              .epsilon(0.05F);  // an action at random in one of twenty ticks
  if (agent.start(config, 1) != Status::ok) { return 1; }
  return learn() && evaluate() && skip() && alternate() && agent.learner().updates() == ticks ? 0 : 1;
}
