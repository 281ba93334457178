#pragma once
/// The straightforward way to learn from few active features: a list of those whose trace has not decayed below 1e-8.
/// Implicit rule, no projection, no checks.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

struct ListSettings {
  static constexpr float lambda = 0.25F;
  static constexpr float step_size = 0.5F;
  static constexpr float ratio = 0.1F;
};

template <std::size_t Dimension, class Settings = ListSettings>
class ListLearner {
 public:
  /// Features have size(), index(k) and value(), as ballast::ActiveFeatures.
  template <class Features>
  void update(const Features& phi, float reward, const Features& next) {
    const float error = reward - average_reward_;
    const float td_error = error + value(next) - value(phi);
    decay();
    add(phi);
    float norm2 = 0.0F;
    for (const uint32_t i : live_) { norm2 += trace_[i] * trace_[i]; }
    const float step = Settings::step_size / (1.0F + Settings::step_size * norm2) * td_error;
    constexpr float rate = Settings::ratio * Settings::step_size;
    average_reward_ += rate / (1.0F + rate) * error;
    for (const uint32_t i : live_) { weights_[i] += step * trace_[i]; }
  }

  template <class Features>
  float value(const Features& phi) const {
    float sum = 0.0F;
    for (std::size_t k = 0; k < phi.size(); ++k) { sum += weights_[phi.index(k)] * phi.value(); }
    return sum;
  }

  float weight(std::size_t i) const { return weights_[i]; }

 private:
  void decay() {
    std::size_t kept = 0;
    for (const uint32_t i : live_) {
      trace_[i] *= Settings::lambda;
      if (std::fabs(trace_[i]) < 1e-8F) {
        trace_[i] = 0.0F;
        is_live_[i] = 0;
      } else {
        live_[kept++] = i;
      }
    }
    live_.resize(kept);
  }

  template <class Features>
  void add(const Features& phi) {
    for (std::size_t k = 0; k < phi.size(); ++k) {
      const uint32_t i = static_cast<uint32_t>(phi.index(k));
      if (is_live_[i] == 0) { live_.push_back(i); }
      is_live_[i] = 1;
      trace_[i] += phi.value();
    }
  }

  float average_reward_ = 0.0F;
  std::vector<float> weights_ = std::vector<float>(Dimension);
  std::vector<float> trace_ = std::vector<float>(Dimension);
  std::vector<uint8_t> is_live_ = std::vector<uint8_t>(Dimension);
  std::vector<uint32_t> live_;
};
