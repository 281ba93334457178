#pragma once
/// What goes into the product: once an hour it decides whether the tank is kept hot or left to cool, and learns from
/// what the hour has cost. It starts from nothing. SARSA with tile coding over temperature and hour.

#include <ballast/ballast.hpp>

#include <stdint.h>

#include "plant.hpp"
#include "simple.hpp"

namespace thermostat {

using Coder = ballast::TileCoder<float, 4, 4, 24>;  // four grids, each of four temperatures by 24 hours
constexpr Coder coder{{{20.0F, 60.0F}, {0.0F, 24.0F}}};
static_assert(coder.validate() == ballast::Status::ok, "checked by the compiler");

constexpr uint32_t action_count = 2;
constexpr float degrees_of_action[action_count] = {20.0F, 52.0F};

/// What a decision has cost, from the readings until the next one: money and discomfort, less the heat that is in the
/// tank afterwards and was not before, if that is thought to be worth something.
class Bill {
 public:
  explicit Bill(float cents_per_degree = 0.0F) : cents_per_degree_(cents_per_degree) {}

  void add(const Reading& reading) { cents_ = cents_ + reading.cost; }
  float close(const Reading& reading) {
    const float stored = ballast::product(cents_per_degree_, reading.temperature - temperature_);
    const float cents = cents_ - stored;
    cents_ = 0.0F;
    temperature_ = reading.temperature;
    return cents;
  }

 private:
  float cents_per_degree_;
  float cents_ = 0.0F;
  float temperature_ = wanted;
};

class Learned {
 public:
  using Agent = ballast::Sarsa<float, Coder::Features, action_count>;

  ballast::Status start(const Agent::Config& config, float cents_per_degree, uint64_t seed) {
    bill_ = Bill(cents_per_degree);
    thermostat_ = Thresholds{};
    ticks_ = 0;
    return agent_.start(config, seed);
  }

  float operator()(const Reading& reading) {
    bill_.add(reading);
    if (ticks_ % ticks_per_hour == 0) { decide(reading); }
    ++ticks_;
    return thermostat_.hold(degrees_of_action[action_], reading);
  }

  const Agent& agent() const { return agent_; }
  uint32_t action() const { return action_; }

 private:
  void decide(const Reading& reading) {
    const float reward = -0.1F * bill_.close(reading);  // tens of cents: about -1
    Coder::Features phi(Coder::unit_value);
    const bool is_read = coder.encode({{reading.temperature, reading.hour}}, phi).status == ballast::Status::ok;
    action_ = is_read ? agent_.tick(reward, phi).action : agent_.skip().action;
  }

  Agent agent_;
  Bill bill_;
  Thresholds thermostat_{};
  uint32_t ticks_ = 0;
  uint32_t action_ = 0;
};

static_assert(sizeof(Learned) == 9192, "all the memory there is");

}  // namespace thermostat
