#pragma once
/// An agent with its companions over a life in which rewards explode now and then and sensors fail: verdicts, and the
/// bytes of the snapshot at the end.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/field/guard.hpp>
#include <ballast/field/health.hpp>
#include <ballast/field/together.hpp>
#include <ballast/snapshot.hpp>

#include "digest.hpp"
#include "noise.hpp"

namespace digests {

struct QuickGuard : ballast::GuardRules {
  static constexpr uint32_t keep_every = 100;
  static constexpr uint32_t wait = 50;
};

/// A medium that keeps nothing but the digest of what is written.
struct DigestOfBytes {
  Digest digest;
  bool write(const uint8_t* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) { digest.add_word(bytes[i]); }
    return true;
  }
};

inline uint64_t digest_of_health() {
  using State = ballast::OneHot<float, 4>;
  using Agent = ballast::Sarsa<float, State, 2>;
  static Agent agent;
  static ballast::Health<2> health;
  static ballast::Guard<ballast::KeptInRam<Agent>, QuickGuard> guard;
  if (agent.start(Agent::Config().lambda(0.5F).epsilon(0.25F).radius(50.0F), 1) != ballast::Status::ok) { return 0; }

  Noise noise(41);
  DigestOfBytes medium;
  for (uint32_t t = 0; t < 6000; ++t) {
    const float reward = noise.number<float>() * (t / 1000 == 3 ? 1e9F : 1.0F);
    const bool is_missing = t / 1000 == 5 && t % 2 == 0;
    const State state(noise.word() % 4);
    const ballast::Decision decision = is_missing ? agent.skip() : agent.tick(reward, state);
    health.add(agent, decision, reward);
    medium.digest.add_word(static_cast<uint8_t>(guard.watch(agent, health)));
    medium.digest.add_word(static_cast<uint8_t>(health.verdict()));
  }
  auto all = ballast::together(agent, health, guard);
  return ballast::save(all, 7, medium) == ballast::Status::ok ? medium.digest.value() : 0;
}

}  // namespace digests
