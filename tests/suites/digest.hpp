#pragma once
/// A digest of everything a run has computed, bit by bit and independent of the machine's byte order.

#include <ballast/math/ieee754.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/fnv_1.h>

class Digest {
 public:
  template <class T>
  void add(T x) {
    add_word(ballast::to_bits(x));
  }

  template <class Word>
  void add_word(Word word) {
    uint64_t bits = word;
    for (size_t i = 0; i < sizeof word; ++i, bits >>= 8) { hash_.add(static_cast<uint8_t>(bits & 0xFFU)); }
  }

  uint64_t value() { return hash_.value(); }

 private:
  etl::fnv_1a_64 hash_;
};
