#pragma once
/// The range of an input, for feature maps and for those who measure it (field/scale.hpp).

#include <ballast/math/ieee754.hpp>

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

}  // namespace ballast
