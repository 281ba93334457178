#pragma once
/// An agent that is trained in the simulator on the host and goes on in the field: the queue of
/// examples/access_control.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/fingerprint.hpp>
#include <ballast/features/tile_coder.hpp>
#include <ballast/sim/access_control.hpp>

#include <stdint.h>

#include "digest.hpp"

namespace trained {

using Queue = ballast::sim::AccessControl<float>;
using Coder = ballast::TileCoder<float, 4, 4, 4>;
using Agent = ballast::Sarsa<float, Coder::Features, Queue::actions, ballast::Implicit, ballast::JointBall<float>,
                             ballast::PolynomialSchedule<float>, ballast::EpsilonSteps<float, 3>>;

constexpr Coder coder{{{0.0F, 1.0F}, {0.0F, 1.0F}}};
constexpr uint32_t training_ticks = 15000;
constexpr uint32_t field_ticks = 3000;
constexpr auto config = Agent::Config()
                            .lambda(0.25F)
                            .ratio(0.05F)
                            .beta_0(600.0F)
                            .offset(400)
                            .power(0.99F)
                            .hold(150)
                            .radius(100.0F)
                            .epsilon(0.25F)
                            .epsilon_from(5000, 0.125F)
                            .epsilon_from(training_ticks, 0.02F);  // in the field it goes on exploring a little

/// What the agent decides in the field, and its snapshot after that: the same whether it was trained on this machine or
/// started from the snapshot, and on every machine.
constexpr uint64_t digest_of_decisions = 0x821C3444E34323FFU;
constexpr uint64_t digest_of_snapshot_after = 0x33BD5FEAB1FC1A2FU;

inline Coder::Features features_of(const Queue& queue) {
  Coder::Features phi(Coder::unit_value);
  (void)coder.encode(queue.observation(), phi);  // always in range
  return phi;
}

/// At a queue that nobody has served yet. Returns what a tick has earned; all that was decided and how the average
/// reward has changed goes into `digest`.
inline float serve(Agent& agent, uint32_t ticks, uint64_t seed, Digest& digest) {
  ballast::Random random(seed);
  Queue queue;
  queue.start(random);
  ballast::Decision decision = agent.observe(features_of(queue), queue.feasible());
  float sum = 0.0F;
  for (uint32_t tick = 0; tick < ticks; ++tick) {
    const float reward = queue.step(decision.action, random);
    decision = agent.tick(reward, features_of(queue), queue.feasible());
    sum += reward;
    digest.add_word(decision.action);
    digest.add(agent.average_reward());
  }
  return sum / static_cast<float>(ticks);
}

inline ballast::Status train(Agent& agent) {
  const ballast::Status status = agent.start(config, 2);
  Digest unused;
  (void)serve(agent, training_ticks, 1, unused);
  return status;
}

/// Where the agent works after that.
inline float work(Agent& agent, Digest& digest) {
  return serve(agent, field_ticks, 3, digest);
}

/// A sink that keeps nothing but a digest: a core with little memory has no room for a snapshot besides the agent.
struct DigestSink {
  Digest digest;

  bool write(const uint8_t* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) { digest.add_word(bytes[i]); }
    return true;
  }
};

}  // namespace trained
