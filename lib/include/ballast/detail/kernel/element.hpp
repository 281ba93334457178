#pragma once
/// Operations on one feature, and the one order in which features are summed.
///
/// Order: feature i belongs to lane i mod 16, lanes are summed in the order of their features and start at +0. The
/// sixteen lanes are four quads Q0..Q3, added as V = ((Q0 + Q1) + Q2) + Q3, and the sum is (V0 + V2) + (V1 + V3).
/// Sixteen, because a host's vector unit then has independent sums to work on; quads, because a core can walk one quad
/// at a time with four sums in registers. Both give the same bits (kernel/scalar.hpp, kernel/vector.hpp).

#include <ballast/math/ieee754.hpp>
#include <ballast/math/product.hpp>

#include <stddef.h>

namespace ballast {
namespace kernel {

constexpr size_t lanes = 16;

/// z_t = lambda z_{t-1} + phi_t, one entry (line 6 of Algorithm 1).
template <class T>
[[gnu::always_inline, gnu::no_instrument_function]] inline T decayed(T lambda, T trace, T phi) noexcept {
  return product(lambda, trace) + phi;
}

/// The results of pass 1.
template <class T>
struct Observed {
  T td_error;
  T trace_norm2;
};

template <class T>
constexpr typename Ieee754<T>::Word upper_exponent_bits = typename Ieee754<T>::Word{3} << (8 * sizeof(T) - 3);

/// Zero for a number too small to matter: below the square root of the smallest normal number the square of a trace
/// entry is subnormal, which is slow on a host. That is where both upper bits of the exponent are 0.
template <class T>
[[gnu::always_inline]] inline T flushed(T x) noexcept {
  return (to_bits(x) & upper_exponent_bits<T>) != 0 ? x : T{0};
}

#if defined(__s390x__) && !defined(__clang__)
#pragma GCC diagnostic push  // GCC 12 sees reads there, beyond the end of an array, that are never made
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif

/// How a pass reads and writes: one feature at a time. (With vector registers: ManyAtOnce, as many as they hold.)
template <class T>
struct OneByOne {
  [[gnu::always_inline]] static T load(const T* from) noexcept { return *from; }
  [[gnu::always_inline]] static void store(T* to, T x) noexcept { *to = x; }
  [[gnu::always_inline]] static T all(T x) noexcept { return x; }
  [[gnu::always_inline]] static T flushed(T x) noexcept { return kernel::flushed(x); }
};

#if defined(__s390x__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// A term of a . b. `access` loads one number, or as many as a vector holds.
template <class T>
struct ProductTerm {
  const T* a;
  const T* b;

  template <class Access>
  [[gnu::always_inline]] auto operator()(Access access, size_t i) const noexcept {
    return product(access.load(a + i), access.load(b + i));
  }
};

/// The sixteen lanes of a sum, added up.
template <class LanesOfT>
[[gnu::always_inline]] inline auto sum_of_lanes(const LanesOfT& sums) noexcept {
  const auto column = [&sums](size_t j) __attribute__((always_inline)) {
    return ((sums.get(j) + sums.get(4 + j)) + sums.get(8 + j)) + sums.get(12 + j);
  };
  return (column(0) + column(2)) + (column(1) + column(3));
}

}  // namespace kernel
}  // namespace ballast
