// A fan on an ATmega328P, the chip of many small boards: an agent that learns in fixed point and has its variables,
// its constants and its stack in 2 KB of RAM.
//
// A motor starts and stops and heats its driver. The fan that cools it has three speeds. Every count of the sensor
// above 600 costs, and so does noise: a fan that always runs is too loud, and one that is too slow too hot.
//
// Prints what the agent earns; exits with 0 if that is better than in the beginning, and better than any fixed speed.
// On the chip, the program says in the end how much RAM it has used, and fails if the stack has come down to the
// variables (ports/avr/run.cpp).

#include <board/console.h>
#include <ballast/features/tile_coder.hpp>
#include <ballast/fixed.hpp>

#include <stdint.h>

// 2 tilings of 4 x 2 tiles. (A test has so many that they do not fit.)
#if !defined(TILES)
#define TILINGS 2
#define TILES 4
#endif

namespace {

// What an ADC of 10 bits reads, and by how much it has changed, in quarters.
using Coder = ballast::TileCoder<ballast::FixedFeature, TILINGS, TILES, 2>;
constexpr Coder coder{{{400, 700}, {-16, 16}}};

struct Limits : ballast::FixedLimits {
  static constexpr double radius = 1000;
  static constexpr size_t active = TILINGS;        // one tile of each tiling
  static constexpr bool has_unit_features = true;  // Coder::unit_value
};
using Agent = ballast::FixedSarsa<Coder::Features, 3, Limits>;

constexpr auto config = Agent::Config().lambda(0.25).ratio(0.05).step_size(0.1).radius(1000).epsilon(0.05);
static_assert(config.validate() == ballast::Status::ok, "the configuration is valid");

/// What is cooled, in integers. Yours has a sensor and a PWM output.
class Driver {
 public:
  /// A second with the fan at this speed. The motor starts and stops at random, about every 40 seconds.
  void run(uint32_t speed) {
    constexpr int32_t cooling[] = {1, 3, 6};  // hundredths of what is above that of the air, 200
    if (random_.below(40) == 0) { is_running_ = !is_running_; }
    change_ = (is_running_ ? 16 * count : count) - cooling[speed] * (warmth_ - 200 * count) / 100;
    warmth_ += change_;
    speed_ = speed;
  }
  /// Of the second that has passed, in thousandths.
  int32_t reward() const {
    constexpr int32_t noise[] = {0, 100, 400};
    const int32_t excess = warmth_ > 600 * count ? warmth_ - 600 * count : 0;
    return -(15 * excess / count) - noise[speed_];
  }
  Coder::Inputs readings() const { return {{warmth_ / count, change_ / (count / 4)}}; }

 private:
  static constexpr int32_t count = 64;
  ballast::Random random_{1};
  int32_t warmth_ = 300 * count;
  int32_t change_ = 0;
  uint32_t speed_ = 0;
  bool is_running_ = false;
};

Agent agent;

/// One tick: the reward for the last speed and the readings of now give the next speed.
uint32_t next_speed(const Driver& driver) {
  Coder::Features phi(Coder::unit_value);
  if (coder.encode(driver.readings(), phi).status != ballast::Status::ok) { return agent.skip().action; }
  return agent.tick(Agent::Value::fraction(driver.reward(), 1000), phi).action;
}

/// The mean reward at the speeds that decide(driver) gives, in thousandths.
template <class Decide>
int32_t run(int32_t seconds, Driver& driver, Decide decide) {
  int32_t sum = 0;
  for (int32_t t = 0; t < seconds; ++t) {
    driver.run(decide(driver));
    sum += driver.reward();
  }
  return sum / seconds;
}

/// As -0.123; nothing here is beyond -9.999.
void print(const char* label, int32_t thousandths) {
  board_write(label);
  board_putchar(thousandths < 0 ? '-' : ' ');
  const int32_t magnitude = thousandths < 0 ? -thousandths : thousandths;
  for (int32_t unit = 1000; unit > 0; unit /= 10) {
    board_putchar('0' + static_cast<char>(magnitude / unit % 10));
    if (unit == 1000) { board_putchar('.'); }
  }
  board_putchar('\n');
}

}  // namespace

int main() {
  if (agent.start(config, 42) != ballast::Status::ok) { return 2; }
  Driver driver;
  const int32_t beginning = run(500, driver, next_speed);
  print("first 500 s:     mean reward ", beginning);
  print("next 4000 s:     mean reward ", run(4000, driver, next_speed));
  agent.evaluate();  // still decides, but no longer learns or explores
  const int32_t learned = run(4000, driver, next_speed);
  print("frozen, 4000 s:  mean reward ", learned);

  bool is_best = true;
  for (uint32_t speed = 0; speed < Agent::actions; ++speed) {
    Driver other;
    const int32_t fixed_speed = run(4000, other, [speed](const Driver&) { return speed; });
    print("one speed only:  mean reward ", fixed_speed);
    is_best = is_best && learned > fixed_speed;
  }
  return is_best && learned > beginning ? 0 : 1;
}
