#pragma once
/// Removes one direction from the weights, for WithoutOnes and WithoutDirection.

#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/math/product.hpp>
#include <ballast/math/square_root.hpp>

#include <stddef.h>

namespace ballast {
namespace detail {

/// theta - mean(theta) e
template <class T>
void remove_ones(T* weights, size_t n) noexcept {
  const T mean = kernel::sum(weights, n) / static_cast<T>(n);
  for (size_t i = 0; i < n; ++i) { weights[i] = weights[i] - mean; }
}

/// theta - (theta . u) u, for ||u|| = 1
template <class T>
void remove_direction(T* weights, const T* unit, size_t n) noexcept {
  const T component = kernel::dot(weights, unit, n);
  for (size_t i = 0; i < n; ++i) { weights[i] = weights[i] - product(component, unit[i]); }
}

template <class T>
constexpr bool has_direction(const T* direction, size_t n) noexcept {
  constexpr T smallest_normal = power_of_two<T>(1 - Ieee754<T>::exponent_bias);
  T norm2 = T{0};
  for (size_t i = 0; i < n; ++i) { norm2 = norm2 + direction[i] * direction[i]; }
  return is_finite(norm2) && norm2 >= smallest_normal;
}

/// A unit vector stays as it is, to the last bit: a learner may be started again from its own configuration.
template <class T>
void make_unit(T* direction, size_t n) noexcept {
  constexpr T tolerance = static_cast<T>(sizeof(T) == sizeof(float) ? 0x1p-18 : 0x1p-46);
  const T norm2 = kernel::dot(direction, direction, n);
  if (norm2 > T{1} - tolerance && norm2 < T{1} + tolerance) { return; }
  const T norm = square_root(norm2);
  for (size_t i = 0; i < n; ++i) { direction[i] = direction[i] / norm; }
}

}  // namespace detail
}  // namespace ballast
