#pragma once
/// What happens to one feature, and the one order in which features are summed.
///
/// Order: feature i belongs to lane i mod 16, lanes are summed in the order of their features and start at +0. The
/// sixteen lanes are four quads Q0..Q3, added as V = ((Q0 + Q1) + Q2) + Q3, and the sum is (V0 + V2) + (V1 + V3).
/// Sixteen, because a host's vector unit then has independent sums to work on; quads, because a core can walk one
/// quad at a time with four sums in registers. Both arrive at the same bits (kernel/scalar.hpp, kernel/vector.hpp).

#include <ballast/ieee754.hpp>
#include <ballast/product.hpp>

#include <stddef.h>

namespace ballast {
namespace kernel {

constexpr size_t lanes = 16;

/// z_t = lambda z_{t-1} + phi_t, one entry (line 6 of Algorithm 1).
template <class T>
[[gnu::always_inline, gnu::no_instrument_function]] inline T decayed(T lambda, T trace, T phi) noexcept {
  return product(lambda, trace) + phi;
}

template <class T>
constexpr typename Ieee754<T>::Word upper_exponent_bits = typename Ieee754<T>::Word{3} << (8 * sizeof(T) - 3);

/// Zero for what is too small to matter: below the square root of the smallest normal number the square of a trace
/// entry is subnormal, which is slow on a host. That is where both upper bits of the exponent are 0.
template <class T>
[[gnu::always_inline]] inline T flushed(T x) noexcept {
  return (to_bits(x) & upper_exponent_bits<T>) != 0 ? x : T{0};
}

}  // namespace kernel
}  // namespace ballast
