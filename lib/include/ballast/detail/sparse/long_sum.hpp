#pragma once
/// A sum, and what was rounded off in adding it up: twice the digits of a number, for what is carried from step to
/// step.

#include <ballast/math/ieee754.hpp>
#include <ballast/math/square_root.hpp>

namespace ballast {
namespace sparse {

/// Zero for a subnormal number: what a sum that only decays would end in, and slow on a host.
template <class T>
[[gnu::always_inline]] inline T normal_or_zero(T x) noexcept {
  return (to_bits(x) & Ieee754<T>::exponent_mask) != 0 ? x : T{0};
}

template <class T>
struct LongSum {
  T sum;
  T rest;

  [[gnu::always_inline]] T value() const noexcept { return sum + rest; }

  /// Any number.
  [[gnu::always_inline]] void add(T x) noexcept {
    const T total = sum + x;
    const T taken = total - sum;
    rest = rest + ((sum - (total - taken)) + (x - taken));
    sum = total;
  }

  /// A number that is not negative, to a sum that is not either. Which is the larger is asked of the bits: where
  /// floating point is computed by software, that saves three of seven operations.
  [[gnu::always_inline]] void add_positive(T x) noexcept {
    if constexpr (has_square_root<T>) {
      add(x);
    } else {
      const T total = sum + x;
      rest = rest + (to_bits(x) > to_bits(sum) ? sum - (total - x) : x - (total - sum));
      sum = total;
    }
  }

  /// A number that was added before.
  [[gnu::always_inline]] void remove_positive(T x) noexcept {
    const T total = sum - x;
    rest = rest + ((sum - total) - x);
    sum = total;
  }

  /// By a power of two: nothing is rounded.
  [[gnu::always_inline]] void scale(T factor) noexcept {
    sum = sum * factor;
    rest = rest * factor;
  }

  /// The same number, of which `sum` has all digits that fit.
  [[gnu::always_inline]] void normalise() noexcept {
    const T total = sum + rest;
    rest = rest - (total - sum);
    sum = total;
  }
};

}  // namespace sparse
}  // namespace ballast
