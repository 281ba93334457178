#pragma once
/// Values that belong together: each of them says which set it is of, so that a mixture shows.

#include <stddef.h>
#include <stdint.h>

template <size_t Size>
struct BasicTearDetector {
  static constexpr size_t size = Size;
  uint32_t parts[size];

  static BasicTearDetector of(uint32_t number) {
    BasicTearDetector set{};
    for (uint32_t i = 0; i < size; ++i) { set.parts[i] = number * 8 + i; }
    return set;
  }

  uint32_t number() const { return parts[0] / 8; }

  /// What was never published, all zero, counts as set 0.
  bool is_whole() const {
    for (uint32_t i = 0; i < size; ++i) {
      if (parts[i] != number() * 8 + i && (number() != 0 || parts[i] != 0)) { return false; }
    }
    return true;
  }
};

using TearDetector = BasicTearDetector<4>;
using LongTearDetector = BasicTearDetector<13>;  // more than one register holds
