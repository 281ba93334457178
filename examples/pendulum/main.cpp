// A pendulum whose motor is too weak to lift it: it must be swung up, and then balanced. The agent is not programmed
// for it: it receives how far from upright and at rest the pendulum is, 20 times a second, and learns for 12 minutes of
// the pendulum's time. SARSA with random Fourier features, whose table stays in flash.
//
// Prints what it earns on the way. Exits with 0 if the pendulum stands in the end (-0.4 a step is to let it hang, 0 is
// to stand upright for ever).

#include <board/console.h>
#include <ballast/ballast.hpp>
#include <ballast/sim/pendulum.hpp>

#include <etl/array.h>
#include <etl/string.h>
#include <etl/string_stream.h>

#include "fourier_table.hpp"

namespace {

using Pendulum = ballast::sim::Pendulum<float>;
using Features = etl::array<float, 120>;

using Agent = ballast::Sarsa<float, Features, Pendulum::actions, ballast::Implicit, ballast::JointBall<float>,
                             ballast::PolynomialSchedule<float>, ballast::EpsilonSteps<float, 3>>;
static_assert(sizeof(Agent) == (alignof(Agent) < 32 ? 5416 : 5440), "all the memory there is; a PC aligns long arrays");

constexpr uint32_t ticks = 15000;
constexpr auto config = Agent::Config()
                            .lambda(0.25F)
                            .ratio(0.02F)    // not 1, as for most decaying step-sizes: this one stays large for long
                            .beta_0(600.0F)  // the step-size is 1.6, and falls from step 150 on
                            .offset(400)
                            .power(0.99F)
                            .hold(150)
                            .radius(1000.0F)
                            .epsilon(0.25F)
                            .epsilon_from(ticks / 3, 0.125F)
                            .epsilon_from(2 * ticks / 3, 0.0F);
static_assert(config.validate() == ballast::Status::ok, "the configuration is valid");

/// Direction and speed, all of them in [-1, 1].
Features features_of(const Pendulum& pendulum) {
  auto observation = pendulum.observation();
  observation[2] = observation[2] / Pendulum::largest_speed;
  Features phi{};
  (void)ballast::random_fourier(fourier_table, observation, phi);  // always numbers
  return phi;
}

void print_course(uint32_t tick, float mean) {
  etl::string<80> text;
  etl::string_stream line(text, etl::format_spec().precision(3));
  line << etl::setw(6) << tick << etl::setw(12) << mean;
  board_write(text.c_str());
  board_write("\n");
}

}  // namespace

int main() {
  static Agent agent;  // not on the stack
  ballast::Random random(1);
  Pendulum pendulum;
  pendulum.start(random);
  if (agent.start(config, 2) != ballast::Status::ok) { return 2; }

  board_write("  tick   mean of 1500\n");
  ballast::Decision decision = agent.observe(features_of(pendulum));
  float mean = 0.0F;
  for (uint32_t tick = 1; tick <= ticks; ++tick) {
    if (tick % 1500 == 1) { mean = 0.0F; }
    const float reward = pendulum.step(decision.action, random);
    decision = agent.tick(reward, features_of(pendulum));
    if (decision.status != ballast::Status::ok) { return 3; }
    mean += reward / 1500.0F;
    if (tick % 1500 == 0) { print_course(tick, mean); }
  }
  return mean > -0.02F ? 0 : 1;
}
