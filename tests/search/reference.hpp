#pragma once
/// Algorithm 1, line by line, in long double: written from the paper, sharing nothing with the library but its inputs.

#include <cmath>
#include <cstddef>
#include <vector>

#include "settings.hpp"
#include "transition.hpp"

namespace search {

class Reference {
 public:
  using Number = long double;

  Reference(const Settings& settings, const Shape& shape)
      : settings_(settings), length_(shape.length), theta(shape.dimension()), z_(shape.dimension()) {}

  void start(const std::vector<float>& weights, float average_reward) {
    theta.assign(weights.begin(), weights.end());
    omega = static_cast<Number>(average_reward);
    t_ = 0;
    reset_trace();
  }
  void reset_trace() { z_.assign(z_.size(), 0.0L); }

  void update(const Transition& transition) {
    const Number c = static_cast<Number>(settings_.ratio);
    const Number error = static_cast<Number>(transition.reward) - omega;
    const Number delta = error + contrast(transition);
    for (Number& z : z_) { z *= static_cast<Number>(settings_.lambda); }
    for (const Entry& entry : transition.phi.entries) {
      z_[place(transition.phi, entry)] += static_cast<Number>(entry.value);
    }
    Number norm2 = 0.0L;
    for (const Number z : z_) { norm2 += z * z; }
    const Number beta = rate();
    const bool shrinks = settings_.variant.is_implicit;
    const Number a = shrinks ? c * beta / (1.0L + c * beta) : c * beta;
    step_size = shrinks ? beta / (1.0L + beta * norm2) : beta;
    omega += a * error;
    for (size_t i = 0; i < theta.size(); ++i) { theta[i] += step_size * delta * z_[i]; }
    project();
    ++t_;
  }

  Number norm() const {
    Number norm2 = 0.0L;
    for (const Number w : theta) { norm2 += w * w; }
    return std::sqrt(norm2);
  }

 private:
  static Number wide(const Entry& entry) { return static_cast<Number>(entry.value); }
  size_t place(const Features& features, const Entry& entry) const { return features.action * length_ + entry.index; }
  /// theta . (next - phi). The difference first: of large values little would be left.
  Number contrast(const Transition& transition) {
    change_.assign(theta.size(), 0.0L);
    for (const Entry& entry : transition.next.entries) { change_[place(transition.next, entry)] += wide(entry); }
    for (const Entry& entry : transition.phi.entries) { change_[place(transition.phi, entry)] -= wide(entry); }
    Number sum = 0.0L;
    for (size_t i = 0; i < theta.size(); ++i) { sum += theta[i] * change_[i]; }
    return sum;
  }
  Number rate() const {
    const Number beta = static_cast<Number>(settings_.beta);
    if (!settings_.variant.decays) { return beta; }
    const size_t t = t_ < settings_.hold ? 0 : t_;
    return beta / std::pow(static_cast<Number>(t + settings_.offset), static_cast<Number>(settings_.power));
  }

  void scale(Number factor) {
    for (Number& w : theta) { w *= factor; }
  }
  void project() {
    const Number radius = static_cast<Number>(settings_.radius);
    if (settings_.variant.ball == Ball::joint) {
      const Number length = std::hypot(norm(), omega);
      if (length > radius) {
        omega *= radius / length;
        scale(radius / length);
      }
    }
    if (settings_.variant.ball == Ball::separate) {
      const Number limit = static_cast<Number>(settings_.average_reward_radius);
      omega = std::fmax(-limit, std::fmin(limit, omega));
      const Number length = norm();
      if (length > radius) { scale(radius / length); }
    }
    if (settings_.variant.without_ones) {
      Number sum = 0.0L;
      for (const Number w : theta) { sum += w; }
      for (Number& w : theta) { w -= sum / static_cast<Number>(theta.size()); }
    }
  }

  Settings settings_;
  size_t length_;
  size_t t_ = 0;

 public:
  std::vector<Number> theta;
  Number omega = 0.0L;
  Number step_size = 0.0L;

 private:
  std::vector<Number> z_;
  std::vector<Number> change_;
};

}  // namespace search
