#pragma once
/// A sum and its rounding error: twice the digits of a number, for sums that are kept from step to step.

#include <ballast/math/ieee754.hpp>
#include <ballast/math/square_root.hpp>

namespace ballast {
namespace sparse {

/// Zero for a subnormal number: a sum that only decays would end in these, and they are slow on a host.
template <class T>
[[gnu::always_inline]] inline T normal_or_zero(T x) noexcept {
  return (to_bits(x) & Ieee754<T>::exponent_mask) != 0 ? x : T{0};
}

template <class T>
struct LongSum {
  T sum;
  T rest;

  [[gnu::always_inline]] T value() const noexcept { return sum + rest; }

  /// Adds any number.
  [[gnu::always_inline]] void add(T x) noexcept {
    const T total = sum + x;
    const T taken = total - sum;
    rest = rest + ((sum - (total - taken)) + (x - taken));
    sum = total;
  }

  /// Adds a non-negative number to a non-negative sum. The bits tell which is larger: with floating point in software,
  /// that saves three of seven operations.
  [[gnu::always_inline]] void add_positive(T x) noexcept {
    if constexpr (has_square_root<T>) {
      add(x);
    } else {
      const T total = sum + x;
      rest = rest + (to_bits(x) > to_bits(sum) ? sum - (total - x) : x - (total - sum));
      sum = total;
    }
  }

  /// Removes a number that was added before.
  [[gnu::always_inline]] void remove_positive(T x) noexcept {
    const T total = sum - x;
    rest = rest + ((sum - total) - x);
    sum = total;
  }

  /// By a power of two, which is exact.
  [[gnu::always_inline]] void scale(T factor) noexcept {
    sum = sum * factor;
    rest = rest * factor;
  }

  /// The same number, with all digits that fit in `sum`.
  [[gnu::always_inline]] void normalise() noexcept {
    const T total = sum + rest;
    rest = rest - (total - sum);
    sum = total;
  }
};

}  // namespace sparse
}  // namespace ballast
