#pragma once
/// Positive numbers of a wide range in integers: a mantissa of 31 bits and an exponent. They are what step-sizes are
/// computed in, a few times a step; a step-size of 1e-6 and one of 1000 have the same relative error.
///
/// Products and reciprocals use the upper 16 bits of a mantissa: one multiplication or division of 32 bits each, and an
/// error of 2^-14 at most.

#include <ballast/detail/fixed_point.hpp>
#include <ballast/fixed/number.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

/// mantissa x 2^exponent.
struct Magnitude {
  /// In [2^30, 2^31), or 0 for what is not a positive number.
  uint32_t mantissa;
  int32_t exponent;

  constexpr double to_double() const noexcept { return static_cast<double>(mantissa) * two_to_the(exponent); }
};

/// The nearest, for x from 2^-100 to 2^100; mantissa 0 for any other.
constexpr Magnitude magnitude_of(double x) noexcept {
  if (!(x >= two_to_the(-100)) || !(x <= two_to_the(100))) { return {0, 0}; }
  int32_t exponent = -30;
  while (x >= 2.0) {
    x *= 0.5;
    ++exponent;
  }
  while (x < 1.0) {
    x *= 2.0;
    --exponent;
  }
  const uint32_t mantissa = rounded_into_range<uint32_t>(x * two_to_the(30));
  return mantissa >> 31 != 0 ? Magnitude{mantissa >> 1, exponent + 1} : Magnitude{mantissa, exponent};
}

/// x >> by for any `by` from 0 on.
constexpr uint32_t shifted_right(uint32_t x, int32_t by) noexcept {
  return by > 31 ? 0 : x >> by;
}

/// Any number above 0, with its mantissa where it belongs. Rounded down.
constexpr Magnitude normalised(uint32_t mantissa, int32_t exponent) noexcept {
  const int32_t zeros = leading_zeros(mantissa);
  return {mantissa << zeros >> 1, exponent + 1 - zeros};
}

/// a b, rounded down.
constexpr Magnitude multiplied(Magnitude a, Magnitude b) noexcept {
  return normalised((a.mantissa >> 15) * (b.mantissa >> 15), a.exponent + b.exponent + 30);
}

/// Not normalised: a sum of two. At least what they add up to, by less than 2 units.
struct Sum {
  uint32_t mantissa;
  int32_t exponent;
};

/// (a + b) x 2^exponent; not less.
constexpr Sum carried(uint32_t a, uint32_t b, int32_t exponent) noexcept {
  const uint32_t sum = a + b;
  return sum >= b ? Sum{sum, exponent} : Sum{(sum >> 1 | uint32_t{1} << 31) + 1, exponent + 1};
}

/// a + b x 2^exponent_of_b, for b below 2^32 - 1; not less.
constexpr Sum added(Magnitude a, uint32_t b, int32_t exponent_of_b) noexcept {
  const int32_t shift = a.exponent - exponent_of_b;
  if (shift >= 0) { return carried(a.mantissa, shifted_right(b, shift) + 1, a.exponent); }
  return carried(shifted_right(a.mantissa, -shift), b + 1, exponent_of_b);
}

/// mantissa x 2^-shift, the mantissa in [2^15 - 1, 2^16): what a step-size is at last.
struct Gain {
  uint32_t mantissa;
  int32_t shift;

  constexpr double to_double() const noexcept { return static_cast<double>(mantissa) * two_to_the(-shift); }
};

/// 1 / x, strictly less than that: the divisor is rounded up, the quotient down.
constexpr Gain reciprocal(Sum x) noexcept {
  const int32_t zeros = leading_zeros(x.mantissa);
  const uint32_t divisor = (x.mantissa << zeros >> 15) + 1;  // 17 bits
  return {UINT32_MAX / divisor, 47 + x.exponent - zeros};
}

constexpr Gain reciprocal(Magnitude x) noexcept {
  return reciprocal(Sum{x.mantissa, x.exponent});
}

}  // namespace detail
}  // namespace ballast
