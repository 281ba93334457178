#pragma once
/// The last part of a step: what keeps the estimates bounded (line 8 of Algorithm 1). Only a projection bounds a
/// learner; the implicit rule alone does not.
///
/// A projection acts when a norm is strictly above its radius. Rounding can leave the scaled norm a little above the
/// radius (by 4 + d / 16 units in the last place at most, for d features); it then acts again in the next step.
///
/// What it acts on is given by whoever holds the weights, and need not be an array: `scale(factor)`, `remove_ones()`,
/// `remove_direction(unit)`.

#include <ballast/report.hpp>
#include <ballast/status.hpp>

#include <stddef.h>

namespace ballast {

/// The dimension of a projection that works for every number of features.
constexpr size_t any_dimension = 0;

/// Nothing. For experiments, and for the standard rule as the paper compares it.
template <class Arithmetic_>
struct NoProjection {
  using Arithmetic = Arithmetic_;
  static constexpr bool has_ball = false;
  static constexpr size_t dimension = any_dimension;
  static constexpr bool removes_direction = false;
  static constexpr auto headroom = Arithmetic::free_headroom;
  static constexpr auto reward_headroom = Arithmetic::no_headroom;

  constexpr Status validate() const noexcept { return Status::ok; }
  void prepare() noexcept {}
  static typename Arithmetic::SquaredNorm norm2_of(typename Arithmetic::Value) noexcept { return {}; }

  template <class Weights>
  [[gnu::always_inline]] Projected project(const Weights& /*weights*/, typename Arithmetic::SquaredNorm /*norm2*/,
                                           typename Arithmetic::Value& /*average_reward*/) const noexcept {
    return Projected::nothing;
  }
};

/// One ball for average reward and weights together: omega^2 + ||theta||^2 <= R^2 (Algorithm 1).
template <class Arithmetic_>
struct JointBall {
  using Arithmetic = Arithmetic_;
  using Value = typename Arithmetic::Value;
  static constexpr bool has_ball = true;
  static constexpr size_t dimension = any_dimension;
  static constexpr bool removes_direction = false;
  static constexpr auto headroom = Arithmetic::ball_headroom;
  static constexpr auto reward_headroom = Arithmetic::ball_headroom;

  /// R: from 2^-60 to 2^62 in float. A bound on ||(omega, theta*)||; 1000 only stops a run-away.
  Value radius;

  constexpr Status validate() const noexcept {
    return Arithmetic::is_radius(radius) ? Status::ok : Status::invalid_radius;
  }
  void prepare() noexcept {}
  static typename Arithmetic::SquaredNorm norm2_of(Value average_reward) noexcept {
    return Arithmetic::square(average_reward);
  }

  template <class Weights>
  [[gnu::always_inline]] Projected project(const Weights& weights, typename Arithmetic::SquaredNorm norm2,
                                           Value& average_reward) const noexcept {
    if (!Arithmetic::exceeds(norm2, radius)) { return Projected::nothing; }
    const auto factor = Arithmetic::shrinkage(radius, norm2);
    average_reward = Arithmetic::scaled(average_reward, factor);
    weights.scale(factor);
    return Projected::jointly;
  }
};

/// A ball for each: |omega| <= R_omega and ||theta|| <= R_theta (the paper's appendix, and all its experiments).
template <class Arithmetic_>
struct SeparateBalls {
  using Arithmetic = Arithmetic_;
  using Value = typename Arithmetic::Value;
  static constexpr bool has_ball = true;
  static constexpr size_t dimension = any_dimension;
  static constexpr bool removes_direction = false;
  static constexpr auto headroom = Arithmetic::ball_headroom;
  static constexpr auto reward_headroom = Arithmetic::no_headroom;

  /// R_omega: from 2^-60 to 2^62 in float. Rewards in [-1, 1] have an average in [-1, 1].
  Value average_reward_radius;

  /// R_theta: likewise. A bound on ||theta*||; the paper uses 1000 and 5000.
  Value weights_radius;

  constexpr Status validate() const noexcept {
    const bool makes_sense = Arithmetic::is_radius(average_reward_radius) && Arithmetic::is_radius(weights_radius);
    return makes_sense ? Status::ok : Status::invalid_radius;
  }
  void prepare() noexcept {}
  static typename Arithmetic::SquaredNorm norm2_of(Value) noexcept { return {}; }

  template <class Weights>
  [[gnu::always_inline]] Projected project(const Weights& weights, typename Arithmetic::SquaredNorm norm2,
                                           Value& average_reward) const noexcept {
    const Value clipped = Arithmetic::clipped(average_reward, average_reward_radius);
    const bool clips = clipped != average_reward;
    const bool scales = Arithmetic::exceeds(norm2, weights_radius);
    average_reward = clipped;
    if (scales) { weights.scale(Arithmetic::shrinkage(weights_radius, norm2)); }
    if (clips) { return scales ? Projected::average_reward_and_weights : Projected::average_reward; }
    return scales ? Projected::weights : Projected::nothing;
  }
};

/// Any of the above, then removal of the component along e = (1, ..., 1): Pi_O for features whose values sum to the
/// same number in every state, such as one-hot and tile features, **all of which occur**. Costs no memory. Without it,
/// and with a constant step-size, ||theta|| grows for ever along the constant direction. (Features that never occur are
/// not part of that direction; if there are some, remove the one that is 1 on those that do, by WithoutDirection.)
template <class Base>
struct WithoutOnes {
  using Arithmetic = typename Base::Arithmetic;
  static constexpr bool has_ball = Base::has_ball;
  static constexpr auto headroom = Base::headroom;
  static constexpr auto reward_headroom = Base::reward_headroom;
  static constexpr size_t dimension = any_dimension;
  static constexpr bool removes_direction = true;
  static_assert(!Base::removes_direction, "ballast: one constant direction can be removed, not two");

  Base base;

  constexpr Status validate() const noexcept { return base.validate(); }
  void prepare() noexcept {}
  static typename Arithmetic::SquaredNorm norm2_of(typename Arithmetic::Value average_reward) noexcept {
    return Base::norm2_of(average_reward);
  }

  template <class Weights>
  [[gnu::always_inline]] Projected project(const Weights& weights, typename Arithmetic::SquaredNorm norm2,
                                           typename Arithmetic::Value& average_reward) const noexcept {
    const Projected projected = base.project(weights, norm2, average_reward);
    weights.remove_ones();
    return projected;
  }
};

/// The same for a given direction theta_e, with Phi theta_e = e: as many numbers more as there are features.
template <class Base, size_t Dimension>
struct WithoutDirection {
  using Arithmetic = typename Base::Arithmetic;
  static constexpr bool has_ball = Base::has_ball;
  static constexpr auto headroom = Base::headroom;
  static constexpr auto reward_headroom = Base::reward_headroom;
  static constexpr size_t dimension = Dimension;
  static constexpr bool removes_direction = true;
  static_assert(!Base::removes_direction, "ballast: one constant direction can be removed, not two");

  Base base;

  /// Any length from 2^-63 to 2^63 in float; kept as a unit vector.
  typename Arithmetic::Weight direction[Dimension];

  constexpr Status validate() const noexcept {
    return Arithmetic::has_direction(direction, Dimension) ? base.validate() : Status::invalid_direction;
  }
  void prepare() noexcept { Arithmetic::make_unit(direction, Dimension); }
  static typename Arithmetic::SquaredNorm norm2_of(typename Arithmetic::Value average_reward) noexcept {
    return Base::norm2_of(average_reward);
  }

  template <class Weights>
  [[gnu::always_inline]] Projected project(const Weights& weights, typename Arithmetic::SquaredNorm norm2,
                                           typename Arithmetic::Value& average_reward) const noexcept {
    const Projected projected = base.project(weights, norm2, average_reward);
    weights.remove_direction(direction);
    return projected;
  }
};

}  // namespace ballast
