#pragma once
/// Updates whose instructions are counted (footprint.cpp): in the first half of the calls the projection is idle, in
/// the second it acts. If the learner is a dense one, every other transition has features that are zero, large,
/// subnormal or as large as `Conditions` says.

#include <ballast/math/ieee754.hpp>
#include <ballast/projection.hpp>
#include <ballast/schedule.hpp>
#include <ballast/status.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include "noise.hpp"

// Where nothing outside of the program can count (tests/avr/cycles.hpp).
#if !defined(COUNTED)
#define COUNTED(call) call
#endif

/// Its size is the RAM of the learner.
template <class Learner>
Learner learner;

/// The only call of update(): it has an entry and a return to count between.
template <class Learner, class Features>
[[gnu::noipa]] ballast::Status update(const Features& phi, typename Learner::Value reward, const Features& next) {
  return COUNTED(learner<Learner>.update(phi, reward, next)).status;
}

struct Conditions {
  float radius;
  float largest_reward;
  float step_size = 0.5F;
  float largest_feature = 1e15F;
};

template <class Value>
Value scale_of(int t, float largest_feature) {
  switch (t % 8) {
    case 1: return Value{0};
    case 3: return static_cast<Value>(1e3F);
    case 5: return ballast::from_bits<Value>(0x1000);  // subnormal
    case 7: return static_cast<Value>(largest_feature);
    default: return static_cast<Value>(0.25F);
  }
}

// --- a configuration of any kind ------------------------------------------------------------------------------------

template <class T>
void set(ballast::ConstantSchedule<T>& schedule, float step_size) {
  schedule = {static_cast<T>(step_size)};
}
template <class T>
void set(ballast::PolynomialSchedule<T>& schedule, float step_size) {
  schedule = {static_cast<T>(step_size), 1, static_cast<T>(0.99F), 10};
}
template <class ForWeights, class ForAverageReward>
void set(ballast::TwoTimescaleSchedule<ForWeights, ForAverageReward>& schedule, float step_size) {
  set(static_cast<ForWeights&>(schedule), step_size);
  set(schedule.average_reward, step_size);
}
template <class T>
void set(ballast::JointBall<T>& projection, float radius) {
  projection = {static_cast<T>(radius)};
}
template <class T>
void set(ballast::SeparateBalls<T>& projection, float radius) {
  projection = {static_cast<T>(radius), static_cast<T>(radius)};
}

// --- updates --------------------------------------------------------------------------------------------------------

/// fill(scale, features) makes the features of a state.
template <class Learner, class Features, class Fill>
bool run(Features& phi, Features& next, Fill fill, int updates, Conditions conditions) {
  using Value = typename Learner::Value;
  typename Learner::Settings settings;
  settings.lambda = static_cast<Value>(0.8F);
  settings.ratio = static_cast<Value>(0.01F);
  set(settings.schedule, conditions.step_size);
  set(settings.projection, conditions.radius);
  if (learner<Learner>.start(settings) != ballast::Status::ok) { return false; }
  for (int t = 0; t < updates; ++t) {
    const Value scale = scale_of<Value>(t, conditions.largest_feature);
    fill(scale, phi);
    fill(scale, next);
    const Value reward = static_cast<Value>(t % 8 < 4 ? conditions.largest_reward : -conditions.largest_reward);
    if (update<Learner>(phi, reward, next) != ballast::Status::ok) { return false; }
  }
  return true;
}
