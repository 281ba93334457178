#pragma once
/// Gymnasium's Pendulum-v1, with five torques and without episodes: dynamics, clipping and order of integration as
/// there. An environment for control; see environment.hpp.

#include <ballast/control/action_set.hpp>
#include <ballast/math/product.hpp>
#include <ballast/math/random.hpp>
#include <ballast/math/sine.hpp>

#include <stdint.h>

#include <etl/array.h>

namespace ballast {
namespace sim {

/// A pendulum that is driven at its pivot. Units as in Gymnasium: m, kg, s, rad.
template <class T>
class Pendulum {
 public:
  using Value = T;
  using Observation = etl::array<T, 3>;

  static constexpr uint32_t actions = 5;  ///< torques -2, -1, 0, 1, 2
  /// In m / s^2.
  static constexpr T gravity = T{10};
  /// In kg.
  static constexpr T mass = T{1};
  /// In m.
  static constexpr T length = T{1};
  /// In s.
  static constexpr T time_step = static_cast<T>(0.05);
  /// In rad / s; a larger speed is clipped.
  static constexpr T largest_speed = T{8};
  /// Half a turn.
  static constexpr T pi = static_cast<T>(3.14159265358979323846);

  /// A pendulum that spins for years must not run out of digits: above this, whole turns are subtracted.
  static constexpr T farthest = static_cast<T>(sizeof(T) == sizeof(float) ? 0x1p12 : 0x1p20);

  T angle() const noexcept { return angle_; }  ///< 0 is upright; not normalised, as in Gymnasium
  /// In rad / s.
  T speed() const noexcept { return speed_; }

  /// Angle U[-pi, pi), speed U[-1, 1).
  void start(Random& random) noexcept {
    angle_ = random.uniform(-pi, pi);
    speed_ = random.uniform(T{-1}, T{1});
  }

  /// Any angle that the pendulum itself can reach, any speed that it can have; others count as 0.
  void set(T angle, T speed) noexcept {
    angle_ = angle <= farthest && angle >= -farthest ? angle : T{0};
    speed_ = speed <= largest_speed && speed >= -largest_speed ? speed : T{0};
  }

  /// (cos, sin, speed), as in Gymnasium.
  Observation observation() const noexcept {
    const SineCosine<T> direction = sine_cosine(angle_);
    return {{direction.cosine, direction.sine, speed_}};
  }

  /// Always all of them.
  ActionSet<actions> feasible() const noexcept { return ActionSet<actions>::all(); }
  /// Whether this action exists.
  bool is_feasible(uint32_t action) const noexcept { return action < actions; }

  /// -2, ..., 2 N m; an action that does not exist counts as the last one.
  static T torque(uint32_t action) noexcept { return static_cast<T>(action < actions ? action : actions - 1) - T{2}; }

  /// The reward is for the state before the step: -(angle^2 + 0.1 speed^2 + 0.001 torque^2) / 16.27.
  T step(uint32_t action, Random& /*nothing is drawn*/) noexcept { return step(action); }
  /// The same: nothing is drawn.
  T step(uint32_t action) noexcept {
    const T u = torque(action);
    const T a = normalised(angle_);
    const T cost = (product(a, a) + product(static_cast<T>(0.1), product(speed_, speed_))) +
                   product(static_cast<T>(0.001), product(u, u));
    const T pull = product(T{3} * gravity / (T{2} * length), sine(angle_));
    const T push = product(T{3} / (mass * length * length), u);
    speed_ = clipped(speed_ + product(pull + push, time_step));
    angle_ = angle_ + product(speed_, time_step);
    if (angle_ > farthest || angle_ < -farthest) { angle_ = normalised(angle_); }
    return -cost / static_cast<T>(16.27);
  }

 private:
  static T clipped(T speed) noexcept {
    return speed > largest_speed ? largest_speed : (speed < -largest_speed ? -largest_speed : speed);
  }

  /// The same angle in [-pi, pi). 2 pi is subtracted in two parts, of which the first is short enough that a multiple
  /// of it is exact: a remainder as good as that of an exact division.
  static T normalised(T angle) noexcept {
    constexpr T turn = T{2} * pi;
    constexpr T high = static_cast<T>(sizeof(T) == sizeof(float) ? 0x1.92p2 : 0x1.921fb54p2);
    constexpr T low = turn - high;
    const T shifted = angle + pi;
    const int32_t towards_zero = static_cast<int32_t>(shifted / turn);
    const T turns = static_cast<T>(shifted < T{0} ? towards_zero - 1 : towards_zero);
    return ((shifted - product(turns, high)) - product(turns, low)) - pi;
  }

  T angle_{};
  T speed_{};
};

}  // namespace sim
}  // namespace ballast
