#pragma once
/// What the test of every package compiles and runs: whether a learner learns.

#include <ballast/learner.hpp>

/// Two states in turn; only in the first is there a reward. The truth: 0.5 on average, and the first state is worth 0.5
/// more than the second.
inline bool learns() {
  using Learner = ballast::Learner<float, 2>;
  constexpr Learner::Features states[] = {{{1.0F, 0.0F}}, {{0.0F, 1.0F}}};
  constexpr auto config = Learner::Config().lambda(0.5F).ratio(0.1F).step_size(0.05F).radius(100.0F);

  Learner learner;
  if (learner.start(config) != ballast::Status::ok) { return false; }
  for (uint32_t i = 0; i < 2000; ++i) {
    const uint32_t state = i % 2;
    const float reward = state == 0 ? 1.0F : 0.0F;
    if (learner.update(states[state], reward, states[1 - state]).status != ballast::Status::ok) { return false; }
  }
  const float average = learner.average_reward();
  const float difference = learner.contrast(states[0], states[1]);
  return average > 0.45F && average < 0.55F && difference > 0.4F && difference < 0.6F;
}
