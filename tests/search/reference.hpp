#pragma once
/// Algorithm 1, line by line: written from the paper, sharing nothing with the library but its inputs. In long double
/// it says what is right (Reference). With every input moved by up to a unit in the last place of a float, and every
/// result rounded to a float, up or down at random, it says how far rounding alone takes a float learner from that
/// (RandomlyRounded): the library's dense float learner is one of many such learners, and in one run it may be right by
/// chance. This is known as Monte Carlo arithmetic.
///
/// A dense learner knows each weight to the last place of a float, however small. A sparse one stores a weight less
/// what its epoch has gained (lazy_trace.hpp), which can be 12 times what a step adds to the largest weight: it knows
/// all weights to about 8 units in the last place of the largest. Where a process multiplies small weights, that shows.
/// So one of the randomly rounded learners is `coarse`: it moves the weights of active features by up to that much.

#include <cmath>
#include <cstddef>
#include <vector>

#include "draw.hpp"
#include "settings.hpp"
#include "transition.hpp"

namespace search {

/// Moves and rounds nothing.
struct AsItIs {
  using Number = long double;
  Number input(float x) { return static_cast<Number>(x); }
  Number operator()(Number x) { return x; }
  static constexpr bool is_coarse() { return false; }
};

/// An input is moved by up to a unit in its last place, a result rounded to a float after half of that.
class ToSomeFloat {
 public:
  using Number = double;
  ToSomeFloat(uint64_t seed, bool is_coarse) : word_(seed), is_coarse_(is_coarse) {}

  Number input(float x) { return moved(static_cast<Number>(x), 0x1p-24); }
  Number operator()(Number x) { return static_cast<Number>(static_cast<float>(moved(x, 0x1p-25))); }
  bool is_coarse() const { return is_coarse_; }

 private:
  /// By at most that part of it, up or down.
  Number moved(Number x, Number part) {
    word_ = word_ * 6364136223846793005U + 1442695040888963407U;
    const auto random = static_cast<Number>(static_cast<int32_t>(word_ >> 32));  // in [-2^31, 2^31)
    return x + x * (random * 0x1p-31 * part);
  }

  uint64_t word_;
  bool is_coarse_;
};

template <class Rounding>
class Algorithm1 {
 public:
  using Number = typename Rounding::Number;

  Algorithm1(const Settings& settings, const Shape& shape, Rounding rounded = Rounding())
      : settings_(settings),
        length_(shape.length),
        rounded_(rounded),
        theta(shape.dimension()),
        z_(shape.dimension()),
        change_(shape.dimension()) {}

  void start(const std::vector<float>& weights, float average_reward) {
    theta.assign(weights.begin(), weights.end());
    omega = static_cast<Number>(average_reward);
    t_ = 0;
    reset_trace();
  }
  void reconfigure(const Settings& settings, bool schedule_begins_again) {
    settings_ = settings;
    if (schedule_begins_again) { t_ = 0; }
  }
  void reset_trace() { z_.assign(z_.size(), Number{0}); }

  void update(const Transition& transition) {
    const Number c = static_cast<Number>(settings_.ratio);
    const Number lambda = static_cast<Number>(settings_.lambda);
    const Number error = rounded_(rounded_.input(transition.reward) - omega);
    const Number delta = rounded_(error + contrast(transition));
    for (Number& z : z_) { z = rounded_(lambda * z); }
    for (const Entry& entry : transition.phi.entries) {
      Number& z = z_[place(transition.phi, entry)];
      z = rounded_(z + value(entry));
    }
    Number norm2{0};
    for (const Number z : z_) { norm2 += z * z; }
    const Number beta = rate();
    const Number alpha = c * (settings_.variant.has_two_timescales ? decayed(settings_.of_average_reward) : beta);
    const bool shrinks = settings_.variant.is_implicit;
    const bool is_differential = settings_.variant.is_differential;  // one TD error for both, and one denominator
    const Number of_weights = is_differential ? 1 + alpha + beta * norm2 : 1 + beta * norm2;
    const Number of_average_reward = is_differential ? of_weights : 1 + alpha;
    const Number a = rounded_(shrinks ? alpha / of_average_reward : alpha);
    step_size = rounded_(shrinks ? beta / of_weights : beta);
    omega += a * (is_differential ? delta : error);  // the library keeps what rounding takes off it
    const Number step = rounded_(step_size * delta);
    for (size_t i = 0; i < theta.size(); ++i) { theta[i] = rounded_(theta[i] + step * z_[i]); }
    if (rounded_.is_coarse()) { round_as_the_largest(transition.phi); }
    project();
    if (settings_.held == 0.0F) { ++t_; }
  }

  bool is_coarse() const { return rounded_.is_coarse(); }

  Number norm() const {
    Number norm2{0};
    for (const Number w : theta) { norm2 += w * w; }
    return std::sqrt(norm2);
  }

 private:
  Number value(const Entry& entry) { return rounded_.input(entry.value); }
  size_t place(const Features& features, const Entry& entry) const { return features.action * length_ + entry.index; }

  /// theta . (next - phi). The difference first: of large values little would be left.
  Number contrast(const Transition& transition) {
    for (const Entry& entry : transition.next.entries) { change_[place(transition.next, entry)] += value(entry); }
    for (const Entry& entry : transition.phi.entries) { change_[place(transition.phi, entry)] -= value(entry); }
    Number sum{0};
    const auto add = [&](const Features& features) {
      for (const Entry& entry : features.entries) {
        const size_t i = place(features, entry);
        sum += rounded_(theta[i] * change_[i]);
        change_[i] = Number{0};  // once, if it is in both
      }
    };
    add(transition.next);
    add(transition.phi);
    return sum;
  }
  Number rate() {
    const Number beta = static_cast<Number>(settings_.beta);
    if (settings_.held > 0.0F) { return static_cast<Number>(settings_.held); }
    if (!settings_.variant.decays) { return beta; }
    return decayed({settings_.beta, settings_.power, settings_.offset, settings_.hold});
  }
  Number decayed(const Decay& decay) {
    const size_t t = t_ < decay.hold ? 0 : t_;
    const Number base = std::pow(static_cast<Number>(t + decay.offset), static_cast<Number>(decay.power));
    return rounded_(static_cast<Number>(decay.beta) / base);
  }

  void round_as_the_largest(const Features& active) {
    Number largest{0};
    for (const Number w : theta) { largest = std::fmax(largest, std::fabs(w)); }
    const auto rounded = static_cast<float>(largest);
    for (const Entry& entry : active.entries) {
      Number& w = theta[place(active, entry)];
      w = rounded_(w + 8 * (rounded_.input(rounded) - static_cast<Number>(rounded)));
    }
  }

  void scale(Number factor) {
    for (Number& w : theta) { w = rounded_(w * factor); }
  }
  void project() {
    const Number radius = static_cast<Number>(settings_.radius);
    if (settings_.variant.ball == Ball::joint) {
      const Number length = std::hypot(norm(), omega);
      if (length > radius) {
        omega = rounded_(omega * (radius / length));
        scale(rounded_(radius / length));
      }
    }
    if (settings_.variant.ball == Ball::separate) {
      const Number limit = static_cast<Number>(settings_.average_reward_radius);
      omega = std::fmax(-limit, std::fmin(limit, omega));
      const Number length = norm();
      if (length > radius) { scale(rounded_(radius / length)); }
    }
    if (settings_.variant.without_ones) {
      Number sum{0};
      for (const Number w : theta) { sum += w; }
      const Number mean = rounded_(sum / static_cast<Number>(theta.size()));
      for (Number& w : theta) { w = rounded_(w - mean); }
    }
  }

  Settings settings_;
  size_t length_;
  size_t t_ = 0;
  Rounding rounded_;

 public:
  std::vector<Number> theta;
  Number omega{0};
  Number step_size{0};

 private:
  std::vector<Number> z_;
  std::vector<Number> change_;  // zero between two updates
};

using Reference = Algorithm1<AsItIs>;
using RandomlyRounded = Algorithm1<ToSomeFloat>;

}  // namespace search
