// A log from the field that replays on your PC, every decision included. The access-control agent (../access_control)
// runs for 10,000 ticks, in some of which a reading, a reward or everything to choose from is missing. A flight
// recorder writes the log to the console, byte by byte; in a product that is a serial line, a card or a page of flash.
//
//   flight_recorder > field.blfr
//   ballast replay field.blfr
//
// Exits with 0 if nothing was lost.

#include <board/console.h>
#include <ballast/ballast.hpp>
#include <ballast/sim/access_control.hpp>

using namespace ballast;

namespace {

using Queue = sim::AccessControl<float>;
using Coder = TileCoder<float, 4, 4, 4>;
using Agent = Sarsa<float, Coder::Features, Queue::actions, Implicit, JointBall<float>, PolynomialSchedule<float>,
                    EpsilonSteps<float, 3>>;

constexpr uint32_t ticks = 10000;
constexpr Coder coder{{{0.0F, 1.0F}, {0.0F, 1.0F}}};
constexpr auto config = Agent::Config()
                            .lambda(0.25F)
                            .ratio(0.05F)
                            .beta_0(600.0F)
                            .offset(400)
                            .power(0.99F)
                            .hold(150)
                            .radius(2.0F)  // acts now and then
                            .epsilon(0.25F)
                            .epsilon_from(3000, 0.125F)
                            .epsilon_from(6000, 0.0625F);

uint8_t ring[2 * Recorder<Agent>::block_bytes];
Agent agent;
Recorder<Agent> recorder(ring);

struct Console {
  bool write(const uint8_t* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) { board_putchar(bytes[i]); }
    return true;
  }
} console;

Coder::Features features_of(const Queue& queue) {
  Coder::Features phi(Coder::unit_value);
  (void)coder.encode(queue.observation(), phi);  // always in range
  return phi;
}

/// Most ticks are ordinary. Some have no reading, no reward or nothing to choose from; for a while it only decides.
Decision tick(uint32_t t, float reward, const Queue& queue) {
  if (t == 7000 || t == 7500) { recorder.evaluate(agent, t == 7000); }
  if (t % 997 == 0) { return recorder.skip(agent, queue.feasible()); }
  if (t % 1499 == 0) { return recorder.tick(agent, reward, features_of(queue), Agent::Feasible{}); }
  if (t % 1009 == 0) { reward = from_bits<float>(0x7FC00000U); }
  return recorder.tick(agent, reward, features_of(queue), queue.feasible());
}

}  // namespace

int main() {
  const uint32_t features = fingerprint(coder);
  Random random(1);
  Queue queue;
  queue.start(random);
  if (recorder.start(agent, config, 2, features) != Status::ok || recorder.drain(console) != Status::ok) { return 1; }
  Decision decision = recorder.observe(agent, features_of(queue), queue.feasible());
  for (uint32_t t = 1; t < ticks; ++t) {
    const uint32_t action = queue.is_feasible(decision.action) ? decision.action : 1;
    const float reward = queue.step(action, random);
    decision = tick(t, reward, queue);
    if (recorder.drain(console) != Status::ok) { return 2; }
    if (t == ticks / 2 && recorder.checkpoint(agent, features, console) != Status::ok) { return 3; }
  }
  if (recorder.checkpoint(agent, features, console) != Status::ok) { return 4; }
  const bool is_complete = recorder.drain(console) == Status::ok && recorder.lost() == 0;
  return is_complete && recorder.ticks() == ticks && agent.learner().projections() > 0 ? 0 : 5;
}
