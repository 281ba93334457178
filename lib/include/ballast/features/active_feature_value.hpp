#pragma once
/// What each of a few active features must be for ||phi|| = 1.

#include <ballast/detail/fixed/square_root.hpp>
#include <ballast/fixed/number.hpp>
#include <ballast/math/square_root.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// 1 / sqrt(n): what each of n binary features that are active together must be for ||phi|| = 1.
template <class T>
constexpr T active_feature_value(size_t n) noexcept {
  return T{1} / detail::square_root_by_digits(static_cast<T>(n));
}

/// The same in fixed point, rounded down, so that ||phi|| <= 1.
template <>
constexpr FixedFeature active_feature_value<FixedFeature>(size_t n) noexcept {
  const uint32_t root = detail::square_root_rounded_down((uint64_t{1} << 30) / n);
  return FixedFeature::from_raw(static_cast<int16_t>(root > INT16_MAX ? INT16_MAX : root));
}

}  // namespace ballast
