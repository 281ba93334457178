#pragma once
/// The cosine in integers, by multiplications of 16 bits, which are fast on every core.

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

/// cos(angle) in units of 2^-16, for an angle of which 2^32 are a full turn. The error is below 1.2 x 2^-15.
///
/// cos(x) = sin(pi / 2 - x), and with s in [0, 1] counting quarter turns, sin(pi / 2 s) is s + s times a polynomial of
/// degree 3 in s^2. With coefficients of 16 bits it is off by 3.5e-6, a quarter of a unit; the rest of the error comes
/// from rounding what is multiplied. Every factor below is less than 2^16.
constexpr int32_t cosine_of_turn(uint32_t angle) noexcept {
  const uint32_t from_zero = angle >> 31 != 0 ? 0U - angle : angle;  // cos(-x) = cos(x): up to half a turn
  const bool is_negative = from_zero > uint32_t{1} << 30;
  const uint32_t quarter = is_negative ? from_zero - (uint32_t{1} << 30) : (uint32_t{1} << 30) - from_zero;
  const uint32_t rounded = (quarter + (1U << 13)) >> 14;
  const uint32_t s = rounded > 65535 ? 65535 : rounded;  // in units of 2^-16
  const uint32_t square = (s * s + (1U << 15)) >> 16;
  const uint32_t fourth = 41646 - (square * 36349 >> 20);                 // in units of 2^-19
  const uint32_t second = 42329 - (square * fourth >> 19);                // in units of 2^-16
  const uint32_t first = 37407 - ((square * second + (1U << 15)) >> 16);  // in units of 2^-16
  const uint32_t sine = (s << 15) + (s * first >> 1);                     // in units of 2^-31
  const int32_t size = static_cast<int32_t>((sine + (uint32_t{1} << 14)) >> 15);
  return is_negative ? -size : size;
}

}  // namespace detail
}  // namespace ballast
