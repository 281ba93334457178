#pragma once
/// How large the weights are, and how large they may become. A ratio near 1 means that the projection holds them back:
///
///   const float fill = weights_norm(learner) / weights_radius(learner.config());    // with a ball

#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/math/product.hpp>
#include <ballast/math/square_root.hpp>

#include <stddef.h>

namespace ballast {

/// ||theta|| of a Learner or a SparseLearner, summed up when it is called: as many multiplications as there are
/// weights. The same weights give the same bits, in either learner and on every machine. Inside a ball it is finite.
/// Without one, weights can grow until their squares overflow, above 2^63 in float: it is then infinite.
template <class Learner>
typename Learner::Value weights_norm(const Learner& learner) noexcept {
  using Value = typename Learner::Value;
  constexpr bool is_in_fixed_point = Learner::Arithmetic::accepts_everything;
  static_assert(!is_in_fixed_point, "weights_norm: sums up in float or double; FixedHealth does not need the norm");
  if constexpr (is_in_fixed_point) {
    return Value{};
  } else {
    constexpr size_t dimension = sizeof(typename Learner::Weights) / sizeof(typename Learner::Weight);
    kernel::Lanes<Value> sums;
    for (size_t i = 0; i < dimension; ++i) {
      const Value weight = learner.weight(i);
      sums.add(i % kernel::lanes, product(weight, weight));
    }
    const Value norm2 = sums.sum();
    return is_finite(norm2) ? square_root(norm2) : norm2;  // a root by digits takes finite numbers only
  }
}

/// The radius that bounds ||theta||: that of a JointBall, or of the weights in SeparateBalls; 0 if there is no ball.
/// Of learner.config(), or of config.settings().
template <class Settings>
constexpr typename Settings::Value weights_radius(const Settings& settings) noexcept {
  using Traits = typename Settings::Projection::Traits;
  if constexpr (Traits::is_joint) {
    return settings.projection.radius;
  } else if constexpr (Traits::has_ball) {
    return settings.projection.weights_radius;
  } else {
    (void)settings;
    return {};
  }
}

}  // namespace ballast
