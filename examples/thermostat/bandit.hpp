#pragma once
/// The same tiles and the same two actions as learned.hpp, but a contextual bandit: it learns what a decision costs
/// until the next one, and not what follows from it. Epsilon-greedy.

#include <ballast/ballast.hpp>

#include <stdint.h>

#include "learned.hpp"
#include "plant.hpp"
#include "simple.hpp"

namespace thermostat {

struct BanditSettings {
  float hours;  // from one decision to the next: how far it sees
  float rate;   // at which a mean follows
  float epsilon;
  float cents_per_degree;  // Bill
};

class Bandit {
 public:
  Bandit(const BanditSettings& settings, uint64_t seed)
      : settings_(settings), random_(seed), bill_(settings.cents_per_degree) {}

  float operator()(const Reading& reading) {
    bill_.add(reading);
    if (ticks_ % (static_cast<uint32_t>(settings_.hours) * ticks_per_hour) == 0) { decide(reading); }
    ++ticks_;
    return thermostat_.hold(degrees_of_action[action_], reading);
  }

 private:
  void decide(const Reading& reading) {
    const float cents = bill_.close(reading);
    if (ticks_ > 0) { learn(cents); }
    (void)coder.encode({{reading.temperature, reading.hour}}, context_);
    const bool is_exploring = random_.uniform(0.0F, 1.0F) < settings_.epsilon;
    action_ = is_exploring ? random_.below(action_count) : expected(0) <= expected(1) ? 0U : 1U;
  }

  /// The cost that this action has had here.
  float expected(uint32_t action) const {
    float sum = 0.0F;
    for (size_t k = 0; k < Coder::tilings; ++k) { sum = sum + means_[action][context_.index(k)]; }
    return sum / static_cast<float>(Coder::tilings);
  }

  void learn(float cents) {
    const float step = ballast::product(settings_.rate, cents - expected(action_));
    for (size_t k = 0; k < Coder::tilings; ++k) {
      float& mean = means_[action_][context_.index(k)];
      mean = mean + step;
    }
  }

  BanditSettings settings_;
  ballast::Random random_;
  Bill bill_;
  Thresholds thermostat_{};
  Coder::Features context_;
  float means_[action_count][Coder::dimension]{};
  uint32_t ticks_ = 0;
  uint32_t action_ = 0;
};

}  // namespace thermostat
