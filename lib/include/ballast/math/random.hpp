#pragma once
/// A seeded random generator that is part of its owner's state: the same seed gives the same numbers everywhere.
/// PCG-XSH-RR with 64 bits of state and 32 of output. (ETL's generators have a virtual destructor, which brings
/// operator delete into an image.) Not for secrets.

#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/math/product.hpp>

#include <stdint.h>

namespace ballast {

namespace detail {

/// The largest number below x, which must be finite.
template <class T>
constexpr T largest_below(T x) noexcept {
  using Word = typename Ieee754<T>::Word;
  constexpr Word sign = Word{1} << (8 * sizeof(T) - 1);
  const Word bits = to_bits(x);
  if ((bits & ~sign) == 0) { return from_bits<T>(sign | 1U); }  // below zero: the smallest negative number
  return from_bits<T>((bits & sign) != 0 ? bits + 1 : bits - 1);
}

/// For the cases where low + u (high - low) is not in [low, high): it was rounded up to `high` or beyond, high - low
/// overflows, or the range is not valid.
template <class T>
[[gnu::noinline, gnu::cold]] T scale_uniform_at_the_edge(T low, T high, T u) noexcept {
  if (!(low < high) || !is_finite(low) || !is_finite(high)) { return low; }
  if (!is_finite(high - low)) {
    const T half_low = product(low, static_cast<T>(0.5F));
    const T half_high = product(high, static_cast<T>(0.5F));
    const T half = half_low + product(half_high - half_low, u);
    if (half < half_high) { return half + half; }
  }
  return largest_below(high);
}

/// u from [0, 1) as a number from [low, high).
template <class T>
T scale_uniform(T low, T high, T u) noexcept {
  const T x = low + product(high - low, u);
  return x >= low && x < high ? x : scale_uniform_at_the_edge(low, high, u);
}

}  // namespace detail

/// A generator of 8 bytes. A copy draws the same numbers.
class Random {
 public:
  /// Not seeded yet: all bytes are zero. (It then draws the numbers of one particular seed.)
  constexpr Random() noexcept = default;
  /// The same seed gives the same numbers everywhere; seeds that differ by 1 give unrelated ones.
  constexpr explicit Random(uint64_t seed) noexcept : state_((seed + increment) * multiplier + increment) {}

  /// 32 random bits.
  constexpr uint32_t word() noexcept {
    const uint64_t old = state_;
    state_ = old * multiplier + increment;
    const uint32_t mixed = static_cast<uint32_t>(((old >> 18) ^ old) >> 27);
    const uint32_t turn = static_cast<uint32_t>(old >> 59);
    return (mixed >> turn) | (mixed << ((32U - turn) & 31U));
  }

  /// In [0, 1), with as many random bits as T has: each value is exact.
  template <class T>
  constexpr T uniform() noexcept {
    if (sizeof(T) == sizeof(float)) { return static_cast<T>(word() >> 8) * static_cast<T>(0x1p-24F); }
    const uint64_t high = word() >> 5;
    const uint64_t low = word() >> 6;
    return static_cast<T>((high << 26) | low) * static_cast<T>(0x1p-53);
  }

  /// In [low, high), never `high` itself: where low + u (high - low) is rounded up to it, the largest number below it.
  /// Returns `low` if the range is not valid: if low is not below high, or one of them is not finite. Draws the same
  /// number of words in every case.
  template <class T>
  T uniform(T low, T high) noexcept {
    return detail::scale_uniform(low, high, uniform<T>());
  }

  /// One of 0, 1, ..., n - 1, each as likely as the others: the few words that would favour some are drawn again.
  constexpr uint32_t below(uint32_t n) noexcept {
    const uint32_t unfair = (0U - n) % n;
    uint64_t product = uint64_t{word()} * n;
    while (static_cast<uint32_t>(product) < unfair) { product = uint64_t{word()} * n; }
    return static_cast<uint32_t>(product >> 32);
  }

  /// The whole state: equal states draw the same numbers.
  constexpr uint64_t state() const noexcept { return state_; }

 private:
  friend struct detail::SnapshotAccess;
  static constexpr uint64_t multiplier = 6364136223846793005U;
  static constexpr uint64_t increment = 1442695040888963407U;

  uint64_t state_ = 0;
};

}  // namespace ballast
