#pragma once
/// Numbers that look random and are the same everywhere.

#include <stdint.h>

class Noise {
 public:
  constexpr explicit Noise(uint32_t seed) : state_(seed) {}

  uint32_t word() {
    state_ = state_ * 1664525U + 1013904223U;
    return state_ >> 8;
  }

  /// In [-1, 1), with 24 bits: exact in float and double.
  template <class T>
  T number() {
    return static_cast<T>(static_cast<int32_t>(word()) - half_range) *
           static_cast<T>(1.0F / static_cast<float>(half_range));
  }

 private:
  static constexpr int32_t half_range = int32_t{1} << 23;
  uint32_t state_;
};
