#pragma once
/// Keeps ||phi|| <= 1, which the theory and the advice on step-sizes assume (docs/CHOOSING.md).

#include <ballast/array.hpp>
#include <ballast/detail/fixed/square_root.hpp>
#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/features/active_feature_value.hpp>
#include <ballast/fixed/number.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/math/product.hpp>
#include <ballast/math/square_root.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

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
template <template <class, size_t> class Features, class T, size_t N>
void scale(Features<T, N>& phi, T factor) noexcept {
  for (T& x : phi) { x = product(x, factor); }
}

}  // namespace detail

/// Scales a vector that is longer than 1 to length 1, and leaves any other as it is. Rounding can leave the norm a
/// little above 1, by 4 + N / 16 units in the last place at most. A vector that is not finite is refused
/// (`feature_not_finite`), and unchanged. Numbers whose square overflows are handled.
template <template <class, size_t> class Features, class T, size_t N>
Status limit_norm(Features<T, N>& phi) noexcept {
  static_assert(detail::is_array<Features<T, N>>, "limit_norm: phi must be an array, such as Learner::Features");
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

/// The same in fixed point, where the norm is at most 1: every feature is rounded toward zero. Always ok.
template <template <class, size_t> class Features, class Int, int FractionBits, size_t N>
Status limit_norm(Features<FixedNumber<Int, FractionBits>, N>& phi) noexcept {
  using Feature = FixedNumber<Int, FractionBits>;
  static_assert(etl::is_same<Feature, FixedFeature>::value,
                "limit_norm: the numbers must be features: float, double or FixedFeature");
  static_assert(detail::is_array<Features<Feature, N>>, "limit_norm: phi must be an array, such as Learner::Features");
  uint64_t squares = 0;
  for (const Feature x : phi) { squares += static_cast<uint32_t>(int32_t{x.raw()} * x.raw()); }
  if (squares <= uint64_t{1} << 30) { return Status::ok; }
  const uint32_t above_norm = detail::square_root_rounded_down(squares) + 1;
  const int32_t factor = static_cast<int32_t>((uint32_t{1} << 31) / above_norm);  // 2^16 / ||phi||
  for (Feature& x : phi) { x = Feature::from_raw(static_cast<Int>(x.raw() * factor / 65536)); }
  return Status::ok;
}

}  // namespace ballast
