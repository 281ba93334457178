// Which customers should a busy shop turn away? Ten servers, four classes of customers that pay 1/8, 1/4, 1/2 and 1,
// and a server is busy for about 17 steps. Accepting everybody earns 0.273 a step, the best policy 0.343. The agent
// learns by trying: SARSA with tile coding, in less than 2 kilobytes.
//
// Prints what it earns on the way and what it has learned. Exits with 0 if it earns at least 0.32 in the end.

#include <board/console.h>
#include <ballast/ballast.hpp>
#include <ballast/sim/access_control.hpp>

#include <etl/string.h>
#include <etl/string_stream.h>

namespace {

using Queue = ballast::sim::AccessControl<float>;

// Four grids over free servers and class: wide in servers, a class each.
using Coder = ballast::TileCoder<float, 4, 4, 4>;
constexpr Coder coder{{{0.0F, 1.0F}, {0.0F, 1.0F}}};
static_assert(coder.validate() == ballast::Status::ok, "the ranges are valid");

using Agent = ballast::Sarsa<float, Coder::Features, Queue::actions, ballast::Implicit, ballast::JointBall<float>,
                             ballast::PolynomialSchedule<float>, ballast::EpsilonSteps<float, 3>>;

static_assert(sizeof(Agent) == 1896, "all the memory there is");

constexpr auto config =
    Agent::Config()
        .lambda(0.25F)
        .ratio(0.05F)    // not 1, as for most decaying step-sizes: this one is still 1.6 after 150 steps
        .beta_0(600.0F)  // the step-size is 1.6, and falls from step 150 on
        .offset(400)
        .power(0.99F)
        .hold(150)
        .radius(100.0F)
        .epsilon(0.25F)  // tries something else every fourth time, then less
        .epsilon_from(5000, 0.125F)
        .epsilon_from(10000, 0.0F);
static_assert(config.validate() == ballast::Status::ok, "the configuration is valid");

Coder::Features features_of(const Queue& queue) {
  Coder::Features phi(Coder::unit_value);
  (void)coder.encode(queue.observation(), phi);  // always in range
  return phi;
}

void print_policy(const Agent& agent) {
  board_write("free servers    1   2   3   4   5   6   7   8   9  10\n");
  for (uint32_t customer = 1; customer <= Queue::classes; ++customer) {
    etl::string<80> text;
    etl::string_stream line(text);
    line << "class " << customer << "      ";
    for (uint32_t free = 1; free <= Queue::servers; ++free) {
      Queue queue;
      queue.set(free, customer);
      line << (agent.greedy_action(features_of(queue)) == Queue::accept ? "   +" : "   .");
    }
    board_write(text.c_str());
    board_write("\n");
  }
}

void print_course(uint32_t tick, float mean, float average_reward) {
  etl::string<80> text;
  etl::string_stream line(text, etl::format_spec().precision(3));
  line << etl::setw(6) << tick << etl::setw(12) << mean << etl::setw(12) << average_reward;
  board_write(text.c_str());
  board_write("\n");
}

}  // namespace

int main() {
  static Agent agent;  // not on the stack
  ballast::Random random(1);
  Queue queue;
  queue.start(random);
  if (agent.start(config, 2) != ballast::Status::ok) { return 2; }

  board_write("  tick   mean of 3000   average reward learned\n");
  ballast::Decision decision = agent.observe(features_of(queue), queue.feasible());
  float sum = 0.0F;
  for (uint32_t tick = 1; tick <= 18000; ++tick) {
    const float reward = queue.step(decision.action, random);
    decision = agent.tick(reward, features_of(queue), queue.feasible());
    if (decision.status != ballast::Status::ok) { return 3; }
    sum += reward;
    if (tick % 3000 == 0) {
      print_course(tick, sum / 3000.0F, agent.average_reward());
      if (tick < 18000) { sum = 0.0F; }
    }
  }
  print_policy(agent);
  return sum / 3000.0F >= 0.32F ? 0 : 1;
}
