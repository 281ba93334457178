#pragma once
/// What is learned, and from what: the value of a thermostat, from the temperature and whether the heater is on.

#include <ballast/ballast.hpp>

constexpr float target = 200.0F;

using Coder = ballast::TileCoder<float, 8, 6, 2>;  // 8 tilings of 6 x 2 tiles: temperature, heater
using Learner = ballast::Learner<float, Coder::dimension>;

constexpr Coder coder{{{190.0F, 210.0F}, {0.0F, 1.0F}}};
constexpr auto config = Learner::Config().lambda(0.25F).ratio(0.02F).step_size(0.1F).radius(1000.0F);
static_assert(coder.validate() == ballast::Status::ok && config.validate() == ballast::Status::ok);
static_assert(sizeof(Learner) == 808);

inline float reward_of(float temperature) {
  const float deviation = temperature - target;
  return deviation < 0.0F ? deviation : -deviation;
}
