// A fan on a controller without FPU: the agent of docs/FIRST_STEPS.md in fixed point. Readings come from an ADC of 12
// bits and rewards are counted in thousandths, so there is no floating-point arithmetic in the whole program, not even
// in software; the tests look for it (no_float).
//
// A box is heated by what is in it, which switches on and off. The fan has three speeds. Heat above 40 degrees costs,
// and so does noise. Prints what the agent earns; exits with 0 if that is better than any fixed speed.

#include <board/console.h>
#include <ballast/features/tile_coder.hpp>
#include <ballast/field/fixed_health.hpp>
#include <ballast/fixed.hpp>

#include <etl/string.h>
#include <etl/string_stream.h>

namespace {

using Coder = ballast::TileCoder<ballast::FixedFeature, 8, 8, 3>;
constexpr Coder coder{{{819, 2458}, {-64, 64}}};  // 20 to 60 degrees; the slope in units of 1/64 degree

struct Limits : ballast::FixedLimits {
  static constexpr double radius = 1000;
  static constexpr size_t active = 8;              // one tile of each tiling
  static constexpr bool has_unit_features = true;  // Coder::unit_value
};
using Agent = ballast::FixedSarsa<Coder::Features, 3, Limits>;
static_assert(sizeof(Agent) == 5728, "all the memory there is");

constexpr auto config = Agent::Config().lambda(0.25).ratio(0.05).step_size(0.3).radius(1000).epsilon(0.05);
static_assert(config.validate() == ballast::Status::ok, "the configuration is valid");

/// In integers, as a device would have it from its sensors.
class Box {
 public:
  /// A second with the fan at this speed. The load goes on and off at random, about once a minute.
  void run(uint32_t speed) {
    constexpr int32_t cooling[] = {1, 3, 5};  // hundredths of what is above 20 degrees
    if (random_.below(60) == 0) { is_loaded_ = !is_loaded_; }
    slope_ = (is_loaded_ ? 819 : 102) - cooling[speed] * (temperature_ - 20 * degree) / 100;
    temperature_ += slope_;
    speed_ = speed;
  }
  /// Of the second that has passed, in thousandths.
  int32_t reward() const {
    constexpr int32_t noise[] = {0, 100, 400};
    const int32_t excess = temperature_ > 40 * degree ? temperature_ - 40 * degree : 0;
    return -(200 * excess / degree) - noise[speed_];
  }
  /// What an ADC gives for the temperature, 0 to 100 degrees, and by how much it has changed.
  Coder::Inputs readings() const { return {{temperature_ / 25, slope_ / 16}}; }

 private:
  static constexpr int32_t degree = 1024;
  ballast::Random random_{1};
  int32_t temperature_ = 30 * degree;
  int32_t slope_ = 0;
  uint32_t speed_ = 0;
  bool is_loaded_ = false;
};

/// The mean reward at the speeds that decide(box) gives, in thousandths.
template <class Decide>
int32_t run(uint32_t seconds, Box& box, Decide decide) {
  int32_t sum = 0;
  for (uint32_t t = 0; t < seconds; ++t) {
    box.run(decide(box));
    sum += box.reward();
  }
  return sum / static_cast<int32_t>(seconds);
}

void print(const char* label, int32_t thousandths) {
  etl::string<80> text;
  etl::string_stream line(text);
  line << label << thousandths << " / 1000\n";
  board_write(text.c_str());
}

}  // namespace

int main() {
  static Agent agent;  // not on the stack
  static ballast::FixedHealth<Agent, Agent::actions> health;
  if (agent.start(config, 42) != ballast::Status::ok) { return 2; }

  const auto decide = [](const Box& box) {
    Coder::Features phi(Coder::unit_value);
    if (coder.encode(box.readings(), phi).status != ballast::Status::ok) { return agent.skip().action; }
    const Agent::Value reward = Agent::Value::fraction(box.reward(), 1000);
    const ballast::Decision decision = agent.tick(reward, phi);
    health.add(agent, decision, reward);
    return decision.action;
  };
  Box box;
  print("first 1000 s:     mean reward ", run(1000, box, decide));
  for (int i = 0; i < 2; ++i) { print("the next 20000 s: mean reward ", run(20000, box, decide)); }
  agent.evaluate();  // still decides, but no longer learns or explores
  const int32_t learned = run(20000, box, decide);
  print("frozen, 20000 s:  mean reward ", learned);

  int32_t best = -1000000;
  for (uint32_t speed = 0; speed < Agent::actions; ++speed) {
    Box other;
    const int32_t fixed_speed = run(20000, other, [speed](const Box&) { return speed; });
    print("always this speed:            ", fixed_speed);
    best = fixed_speed > best ? fixed_speed : best;
  }
  const ballast::Verdict verdict = health.verdict();
  const bool is_healthy = verdict == ballast::Verdict::learning || verdict == ballast::Verdict::settled;
  return learned > best && is_healthy && agent.learner().saturations() == 0 ? 0 : 1;
}
