#pragma once
/// The straightforward way to learn from few active features, to compare a sparse learner with: a list of the features
/// whose trace has not decayed below 1e-8. Implicit rule, no projection, no checks.

#include <stddef.h>
#include <stdint.h>

#include <cmath>
#include <vector>

/// `Numbers` has lambda, beta and ratio as constants of type float: the compiler knows them, which is the best case.
template <class Features, class Numbers>
class ListLearner {
 public:
  void update(const Features& phi, float reward, const Features& next) {
    const float error = reward - average_reward_;
    const float td_error = error + value(next) - value(phi);
    decay();
    add(phi);
    float norm2 = 0.0F;
    for (const uint32_t i : live_) { norm2 += trace_[i] * trace_[i]; }
    const float step = Numbers::beta / (1.0F + Numbers::beta * norm2) * td_error;
    average_reward_ += Numbers::ratio * Numbers::beta / (1.0F + Numbers::ratio * Numbers::beta) * error;
    for (const uint32_t i : live_) { weights_[i] += step * trace_[i]; }
  }

  float weight(size_t i) const { return weights_[i]; }

 private:
  float value(const Features& phi) const {
    float sum = 0.0F;
    for (size_t k = 0; k < phi.size(); ++k) { sum += weights_[phi.index(k)] * phi.value(); }
    return sum;
  }

  void decay() {
    size_t kept = 0;
    for (const uint32_t i : live_) {
      trace_[i] *= Numbers::lambda;
      if (std::fabs(trace_[i]) < 1e-8F) {
        trace_[i] = 0.0F;
        is_live_[i] = 0;
      } else {
        live_[kept++] = i;
      }
    }
    live_.resize(kept);
  }

  void add(const Features& phi) {
    for (size_t k = 0; k < phi.size(); ++k) {
      const uint32_t i = static_cast<uint32_t>(phi.index(k));
      if (is_live_[i] == 0) { live_.push_back(i); }
      is_live_[i] = 1;
      trace_[i] += phi.value();
    }
  }

  float average_reward_ = 0.0F;
  std::vector<float> weights_ = std::vector<float>(Features::dimension);
  std::vector<float> trace_ = std::vector<float>(Features::dimension);
  std::vector<uint8_t> is_live_ = std::vector<uint8_t>(Features::dimension);
  std::vector<uint32_t> live_;
};
