// Uses the interface; compiled with other sizes than ballast_c.cpp it must not link.
#include <ballast.h>

int main(void) {
  static ballast_learner learner;
  static ballast_agent agent;
  const ballast_learner_config of_learner = ballast_learner_defaults();
  const ballast_agent_config of_agent = ballast_agent_defaults();
  return ballast_learner_init(&learner, &of_learner) == ballast_agent_init(&agent, &of_agent, 1);
}
