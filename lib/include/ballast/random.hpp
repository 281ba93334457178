#pragma once
/// A seeded random generator that is part of its owner's state: the same seed gives the same numbers everywhere.
/// PCG-XSH-RR with 64 bits of state and 32 of output. (ETL's generators have a virtual destructor, which brings
/// operator delete into an image.) Not for secrets.

#include <ballast/product.hpp>

#include <stdint.h>

namespace ballast {

class Random {
 public:
  /// Not seeded yet: all bytes are zero. (What it draws then is what one certain seed gives.)
  constexpr Random() noexcept = default;
  constexpr explicit Random(uint64_t seed) noexcept : state_((seed + increment) * multiplier + increment) {}

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

  /// In [low, high).
  template <class T>
  T uniform(T low, T high) noexcept {
    return low + product(high - low, uniform<T>());
  }

  /// One of 0, 1, ..., n - 1, each as likely as the others: the few words that would favour some are drawn again.
  constexpr uint32_t below(uint32_t n) noexcept {
    const uint32_t unfair = (0U - n) % n;
    uint64_t product = uint64_t{word()} * n;
    while (static_cast<uint32_t>(product) < unfair) { product = uint64_t{word()} * n; }
    return static_cast<uint32_t>(product >> 32);
  }

  constexpr uint64_t state() const noexcept { return state_; }

 private:
  static constexpr uint64_t multiplier = 6364136223846793005U;
  static constexpr uint64_t increment = 1442695040888963407U;

  uint64_t state_ = 0;
};

}  // namespace ballast
