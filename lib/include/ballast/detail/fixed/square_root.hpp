#pragma once
/// Roots and powers in integers, for fixed point.

#include <ballast/detail/fixed/magnitude.hpp>
#include <ballast/detail/fixed_point.hpp>
#include <ballast/math/pow.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

/// Digit by digit.
constexpr uint32_t square_root_rounded_down(uint64_t x) noexcept {
  uint64_t root = 0;
  for (uint64_t digit = uint64_t{1} << 62; digit != 0; digit >>= 2) {
    const uint64_t trial = root + digit;
    root >>= 1;
    if (x >= trial) {
      x -= trial;
      root += digit;
    }
  }
  return static_cast<uint32_t>(root);
}

/// x base^power, for base >= 1 and a power in (0, 1], in units of 2^-31. As pow<float>() does, in words of 32 bits.
constexpr Magnitude multiplied_by_power(Magnitude x, uint32_t base, uint32_t power) noexcept {
  const int32_t zeros = leading_zeros(base);
  const uint32_t fraction = static_cast<uint32_t>(uint64_t{base} << (zeros + 1));  // without its top bit
  const uint32_t series = alternating_series(fraction, Log2Terms<float>::value) >> 5;
  const uint32_t log_base = (static_cast<uint32_t>(31 - zeros) << 26) + series;  // 6 integer bits
  const uint32_t log_result = static_cast<uint32_t>((uint64_t{log_base} * power) >> 31);
  const uint32_t mantissa = exp2_minus_one<uint32_t>(log_result << 6, Exp2Terms<float>::value);
  const uint32_t high = (uint32_t{1} << 31) | (mantissa >> 1);
  const uint32_t product = multiply_high(x.mantissa, high);  // x.mantissa high 2^-32, in [2^29, 2^31)
  return normalised(product, x.exponent + 1 + static_cast<int32_t>(log_result >> 26));
}

}  // namespace detail
}  // namespace ballast
