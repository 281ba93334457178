#pragma once
/// The same in C: compiled with BALLAST_FEATURES=2, as C and not as C++, and linked with ballast_c.cpp.

#include <ballast.h>

static inline bool learns_in_c(void) {
  static ballast_learner learner;
  const float states[2][BALLAST_FEATURES] = {{1.0F, 0.0F}, {0.0F, 1.0F}};
  ballast_learner_config config = ballast_learner_defaults();
  config.lambda = 0.5F;
  config.ratio = 0.1F;
  config.step_size = 0.05F;
  config.radius = 100.0F;
  if (ballast_learner_init(&learner, &config) != BALLAST_OK) { return false; }

  for (int i = 0; i < 2000; ++i) {
    const float reward = i % 2 == 0 ? 1.0F : 0.0F;
    if (ballast_learner_update(&learner, states[i % 2], reward, states[(i + 1) % 2]) != BALLAST_OK) { return false; }
  }
  float average = 0.0F;
  return ballast_learner_average_reward(&learner, &average) == BALLAST_OK && average > 0.45F && average < 0.55F;
}
