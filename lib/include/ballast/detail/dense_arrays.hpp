#pragma once
/// Weights and trace as plain arrays, and a step of Algorithm 1 on them. The length is an ordinary argument: a constant
/// in a `Learner`, a variable on a host that learns from logs of any width.

#include <ballast/detail/constant_direction.hpp>
#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/status.hpp>

#include <stddef.h>

namespace ballast {

/// Start values that cause no overflow: (omega, theta) within the largest radius.
template <class Arithmetic>
struct StartValues {
  static bool are_valid(const typename Arithmetic::Weight* weights, typename Arithmetic::Value average_reward,
                        size_t n) noexcept {
    const auto norm2 = kernel::dot(weights, weights, n) + Arithmetic::square(average_reward);
    return Arithmetic::is_finite(norm2) && norm2 <= Arithmetic::square(Arithmetic::largest_radius);
  }
};

template <class Arithmetic>
bool can_start_from(const typename Arithmetic::Weight* weights, typename Arithmetic::Value average_reward,
                    size_t n) noexcept {
  return StartValues<Arithmetic>::are_valid(weights, average_reward, n);
}

/// theta . phi. (A function, and not the kernel's template at once: GCC then judges better what to inline at -Os.)
template <class T>
T value_of(const T* weights, const T* phi, size_t n) noexcept {
  return kernel::dot(weights, phi, n);
}
/// theta . (phi - other)
template <class T>
T contrast_of(const T* weights, const T* phi, const T* other, size_t n) noexcept {
  return kernel::dot_difference(weights, phi, other, n);
}

/// The weights that a projection acts on.
template <class Arithmetic>
struct DenseWeights {
  using Weight = typename Arithmetic::Weight;

  Weight* data;
  size_t n;

  template <class Factor>
  [[gnu::always_inline]] void scale(Factor factor) const noexcept {
    kernel::scale(data, factor, n);
  }
  void remove_ones() const noexcept { detail::remove_ones(data, n); }
  void remove_direction(const Weight* unit) const noexcept { detail::remove_direction(data, unit, n); }
};

/// Weights, trace and the transition phi -> next; see LearnerBase::step.
template <class Arithmetic>
struct DenseArrays {
  typename Arithmetic::Weight* theta;
  typename Arithmetic::Trace* trace;
  const typename Arithmetic::Feature* phi;
  const typename Arithmetic::Feature* next;
  size_t n;

  [[gnu::always_inline]] auto observe(typename Arithmetic::Value lambda,
                                      typename Arithmetic::Value error) const noexcept {
    return kernel::observe<typename Arithmetic::Value>({theta, trace, phi, next}, lambda, error, n);
  }
  [[gnu::always_inline]] auto learn(typename Arithmetic::Value lambda, typename Arithmetic::Step step,
                                    typename Arithmetic::SquaredNorm start) const noexcept {
    return kernel::learn<typename Arithmetic::Value>({theta, trace, phi}, lambda, step, start, n);
  }
  [[gnu::always_inline]] DenseWeights<Arithmetic> weights() const noexcept { return {theta, n}; }

  /// Why a transition was refused: the first input that is not finite, or else overflow.
  Status cause(typename Arithmetic::Value reward) const noexcept {
    for (size_t i = 0; i < n; ++i) {
      if (!Arithmetic::is_finite(phi[i])) { return Status::feature_not_finite; }
      if (!Arithmetic::is_finite(next[i])) { return Status::next_feature_not_finite; }
    }
    return Arithmetic::is_finite(reward) ? Status::overflow : Status::reward_not_finite;
  }
};

}  // namespace ballast
