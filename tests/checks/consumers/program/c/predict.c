// A second unit that includes everything. Two states take turns; leaving the second one pays.
#include <ballast.h>

float value_of_the_first_state(void);

float value_of_the_first_state(void) {
  static const float states[2][BALLAST_FEATURES] = {{1.0F, 0.0F}, {0.0F, 1.0F}};
  static ballast_learner learner;
  const ballast_learner_config config = ballast_learner_defaults();
  float first = 1.0F;
  float second = 0.0F;
  if (ballast_learner_init(&learner, &config) != BALLAST_OK) { return 1.0F; }
  for (int t = 0; t < 1000; ++t) {
    if (ballast_learner_update(&learner, states[t % 2], t % 2 == 0 ? 0.0F : 1.0F, states[(t + 1) % 2]) != BALLAST_OK) {
      return 1.0F;
    }
  }
  (void)ballast_learner_value(&learner, states[0], &first);
  (void)ballast_learner_value(&learner, states[1], &second);
  return first - second;
}
