#pragma once
/// Keeps ||phi|| <= 1, which the theory and the advice on step-sizes assume (docs/CHOOSING.md).

#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/math/product.hpp>
#include <ballast/math/square_root.hpp>
#include <ballast/status.hpp>

#include <stddef.h>

#include <etl/array.h>

namespace ballast {
namespace detail {

/// The power of two that brings x, a finite number of at least 1, into [2, 4).
template <class T>
constexpr T power_of_two_to_below_four(T x) noexcept {
  using Word = typename Ieee754<T>::Word;
  constexpr Word exponent_sum = Word{2 * Ieee754<T>::exponent_bias + 1} << Ieee754<T>::mantissa_bits;
  return from_bits<T>(exponent_sum - (to_bits(x) & Ieee754<T>::exponent_mask));
}

/// Not kernel::scale: code that uses phi next may be compiled together with this, and must not be fused with it.
template <class T, size_t N>
void scale(etl::array<T, N>& phi, T factor) noexcept {
  for (T& x : phi) { x = product(x, factor); }
}

}  // namespace detail

/// Scales a vector that is longer than 1 to length 1, and leaves any other as it is. Rounding can leave the norm a
/// little above 1, by 4 + N / 16 units in the last place at most. A vector that is not finite is refused
/// (`feature_not_finite`), and unchanged. Numbers whose square overflows are handled.
template <class T, size_t N>
Status limit_norm(etl::array<T, N>& phi) noexcept {
  T largest = T{0};
  for (const T x : phi) {
    if (!is_finite(x)) { return Status::feature_not_finite; }
    largest = absolute(x) > largest ? absolute(x) : largest;
  }
  if (largest > T{1}) { detail::scale(phi, detail::power_of_two_to_below_four(largest)); }
  const T norm = square_root(kernel::dot(phi.data(), phi.data(), N));
  if (norm > T{1}) { detail::scale(phi, T{1} / norm); }
  return Status::ok;
}

/// 1 / sqrt(n): what each of n binary features that are active together must be for ||phi|| = 1.
template <class T>
constexpr T active_feature_value(size_t n) noexcept {
  return T{1} / detail::square_root_by_digits(static_cast<T>(n));
}

}  // namespace ballast
