#include <ballast.h>

float value_of_the_first_state(void);

// Two actions, of which the second pays.
int main(void) {
  static ballast_agent agent;
  ballast_agent_config config = ballast_agent_defaults();
  config.ranges[0].high = 1.0F;
  if (ballast_agent_init(&agent, &config, 1) != BALLAST_OK) { return 1; }
  const float observation[BALLAST_INPUTS] = {0.5F};
  uint32_t action = 0;
  for (int t = 0; t < 1000; ++t) {
    if (ballast_agent_step(&agent, observation, action == 1 ? 1.0F : 0.0F, &action) != BALLAST_OK) { return 2; }
  }
  if (ballast_agent_greedy(&agent, observation, &action) != BALLAST_OK || action != 1) { return 3; }
  return value_of_the_first_state() < 0.0F ? 0 : 4;
}
