#pragma once
/// The last part of a step: what keeps the estimates bounded (line 8 of Algorithm 1). Only a projection bounds a
/// learner; the implicit rule alone does not.
///
/// A projection acts when a norm is strictly above its radius. Rounding can leave the scaled norm a little above the
/// radius (by 4 + d / 16 units in the last place at most, for d features); it then acts again in the next step.
///
/// It acts on an object of the class that holds the weights, which need not be an array: `scale(factor)`,
/// `remove_ones()`, `remove_direction(unit)`.

#include <ballast/arithmetic.hpp>
#include <ballast/detail/constant_direction.hpp>
#include <ballast/report.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// The dimension of a projection that works for every number of features.
constexpr size_t any_dimension = 0;

namespace detail {

enum class Ball : uint8_t { none, of_weights, of_weights_and_average_reward };

/// What a learner needs from the type of a projection, as `Projection::Traits`. (No base class of projections: an empty
/// one would change how Arm cores pass them, and a list of radii would no longer initialise them.)
template <class Scalar_, Ball ball>
struct ProjectionTraits {
  using Scalar = Scalar_;
  using Arithmetic = ArithmeticOf<Scalar>;
  using Value = typename Arithmetic::Value;
  using SquaredNorm = typename Arithmetic::SquaredNorm;
  static constexpr bool has_ball = ball != Ball::none;
  static constexpr bool is_joint = ball == Ball::of_weights_and_average_reward;
  static constexpr bool removes_direction = false;
  static constexpr size_t dimension = any_dimension;

  /// How far a step and the average reward must stay from overflow: Arithmetic::is_safe.
  static constexpr auto headroom = has_ball ? Arithmetic::ball_headroom : Arithmetic::free_headroom;
  static constexpr auto reward_headroom = is_joint ? Arithmetic::ball_headroom : Arithmetic::no_headroom;

  /// The part of the average reward in the `norm2` that `project` takes.
  static SquaredNorm norm2_of([[maybe_unused]] Value average_reward) noexcept {
    if constexpr (is_joint) { return Arithmetic::square(average_reward); }
    return {};
  }

  /// Called once, when a learner starts.
  template <class Projection>
  static void prepare(Projection& /*projection*/) noexcept {}
};

}  // namespace detail

/// No projection. For experiments, and for the standard rule as the paper compares it.
template <class Scalar>
struct NoProjection {
  using Traits = detail::ProjectionTraits<Scalar, detail::Ball::none>;

  /// There is nothing to set.
  constexpr void set_defaults() noexcept {}
  /// Always ok.
  constexpr Status validate() const noexcept { return Status::ok; }

  /// Leaves everything as it is. (In fixed point weights that do not fit their format are scaled back.)
  template <class Weights, class SquaredNorm>
  [[gnu::always_inline]] Projected project([[maybe_unused]] const Weights& weights, [[maybe_unused]] SquaredNorm norm2,
                                           typename Traits::Value& /*average_reward*/) const noexcept {
    using Arithmetic = typename Traits::Arithmetic;
    if constexpr (Arithmetic::accepts_everything) {
      if (Arithmetic::exceeds(norm2, Arithmetic::largest_radius)) {
        weights.scale(Arithmetic::shrinkage(Arithmetic::largest_radius, norm2));
        return Projected::weights;
      }
    }
    return Projected::nothing;
  }
};

/// One ball for average reward and weights together: omega^2 + ||theta||^2 <= R^2 (Algorithm 1).
template <class Scalar>
struct JointBall {
  using Traits = detail::ProjectionTraits<Scalar, detail::Ball::of_weights_and_average_reward>;
  using Arithmetic = typename Traits::Arithmetic;
  using Value = typename Arithmetic::Value;

  /// R: from 2^-60 to 2^62 in float. A bound on ||(omega, theta*)||; 1000 only stops divergence.
  Value radius;

  /// The default.
  constexpr void set_defaults() noexcept { radius = Arithmetic::default_radius; }

  /// ok, or invalid_radius.
  constexpr Status validate() const noexcept {
    return Arithmetic::is_radius(radius) ? Status::ok : Status::invalid_radius;
  }

  /// Scales average reward and weights to the radius, if they are outside. norm2 is omega^2 + ||theta||^2.
  template <class Weights, class SquaredNorm>
  [[gnu::always_inline]] Projected project(const Weights& weights, SquaredNorm norm2,
                                           Value& average_reward) const noexcept {
    if (!Arithmetic::exceeds(norm2, radius)) { return Projected::nothing; }
    const auto factor = Arithmetic::shrinkage(radius, norm2);
    average_reward = Arithmetic::scaled(average_reward, factor);
    weights.scale(factor);
    return Projected::jointly;
  }
};

/// A ball for each: |omega| <= R_omega and ||theta|| <= R_theta (the paper's appendix, and all its experiments).
template <class Scalar>
struct SeparateBalls {
  using Traits = detail::ProjectionTraits<Scalar, detail::Ball::of_weights>;
  using Arithmetic = typename Traits::Arithmetic;
  using Value = typename Arithmetic::Value;

  /// R_omega: from 2^-60 to 2^62 in float. Rewards in [-1, 1] have an average in [-1, 1].
  Value average_reward_radius;

  /// R_theta: likewise. A bound on ||theta*||; the paper uses 1000 and 5000.
  Value weights_radius;

  /// The default.
  constexpr void set_defaults() noexcept { average_reward_radius = weights_radius = Arithmetic::default_radius; }

  /// ok, or invalid_radius.
  constexpr Status validate() const noexcept {
    const bool is_valid =
        Arithmetic::is_average_reward_radius(average_reward_radius) && Arithmetic::is_radius(weights_radius);
    return is_valid ? Status::ok : Status::invalid_radius;
  }

  /// Clips the average reward and scales the weights, each if it is outside. norm2 is ||theta||^2.
  template <class Weights, class SquaredNorm>
  [[gnu::always_inline]] Projected project(const Weights& weights, SquaredNorm norm2,
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
/// same number in every state, such as one-hot and tile features, **all of which occur**. Costs no memory in a Learner,
/// and three numbers in a SparseLearner. Without it, and with a constant step-size, ||theta|| grows forever along the
/// constant direction. (Features that never occur are not part of that direction; if some one-hot features do not, use
/// WithoutDirection with a vector that is 1 on the others.)
template <class Base>
struct WithoutOnes : Base {
  static_assert(!Base::Traits::removes_direction, "ballast: one constant direction can be removed, not two");
  /// What a learner needs to know about this type.
  struct Traits : Base::Traits {
    /// The component along e.
    static constexpr bool removes_direction = true;
  };

  /// First what Base does, then the removal.
  template <class Weights>
  [[gnu::always_inline]] Projected project(const Weights& weights, typename Base::Traits::SquaredNorm norm2,
                                           typename Base::Traits::Value& average_reward) const noexcept {
    const Projected projected = Base::project(weights, norm2, average_reward);
    weights.remove_ones();
    return projected;
  }
};

/// The same for a given direction theta_e, with Phi theta_e = e: stores as many more numbers as there are features.
template <class Base, size_t Dimension>
struct WithoutDirection : Base {
  static_assert(!Base::Traits::removes_direction, "ballast: one constant direction can be removed, not two");
  using Arithmetic = typename Base::Traits::Arithmetic;
  static_assert(!Arithmetic::accepts_everything,
                "WithoutDirection: of float or double; in fixed point, WithoutOnes removes the direction of all ones");
  /// What a learner needs to know about this type.
  struct Traits : Base::Traits {
    /// The component along theta_e.
    static constexpr bool removes_direction = true;
    /// The number of features.
    static constexpr size_t dimension = Dimension;
    /// Brings the direction to length 1, when a learner starts.
    static void prepare(WithoutDirection& projection) noexcept { detail::make_unit(projection.direction, Dimension); }
  };

  /// Any length from 2^-63 to 2^63 in float; kept as a unit vector.
  typename Arithmetic::Weight direction[Dimension];

  /// ok, or what is invalid of Base or of the direction.
  constexpr Status validate() const noexcept {
    return detail::has_direction(direction, Dimension) ? Base::validate() : Status::invalid_direction;
  }

  /// First what Base does, then the removal.
  template <class Weights>
  [[gnu::always_inline]] Projected project(const Weights& weights, typename Base::Traits::SquaredNorm norm2,
                                           typename Base::Traits::Value& average_reward) const noexcept {
    const Projected projected = Base::project(weights, norm2, average_reward);
    weights.remove_direction(direction);
    return projected;
  }
};

}  // namespace ballast
