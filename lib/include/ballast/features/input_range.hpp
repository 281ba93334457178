#pragma once
/// The range of an input, for feature maps and for those who measure it (field/scale.hpp).

#include <ballast/math/ieee754.hpp>

#include <stdint.h>

namespace ballast {

/// What an input can be: from `low` to `high`, both included. high - low must lie in [2^-60, 2^60].
template <class T>
struct InputRange {
  /// The smallest input.
  T low;
  /// The largest input.
  T high;

  /// high - low.
  constexpr T width() const noexcept { return high - low; }

  /// Also false if an end is not finite. The limits keep every intermediate result an ordinary number.
  constexpr bool is_valid() const noexcept {
    return is_finite(width()) && width() >= static_cast<T>(0x1p-60F) && width() <= static_cast<T>(0x1p60F);
  }
  /// x, or the nearer end of the range.
  constexpr T clamped(T x) const noexcept { return x < low ? low : (x > high ? high : x); }
};

/// In integers, such as the counts of an ADC. Any low < high will do.
template <>
struct InputRange<int32_t> {
  /// The smallest input.
  int32_t low;
  /// The largest input.
  int32_t high;

  /// How far `x`, which must not be below `low`, is from it.
  constexpr uint32_t above_low(int32_t x) const noexcept {
    return static_cast<uint32_t>(x) - static_cast<uint32_t>(low);
  }
  /// high - low.
  constexpr uint32_t width() const noexcept { return above_low(high); }
  /// Whether it has more than one number.
  constexpr bool is_valid() const noexcept { return low < high; }
  /// x, or the nearer end of the range.
  constexpr int32_t clamped(int32_t x) const noexcept { return x < low ? low : (x > high ? high : x); }
};

}  // namespace ballast
