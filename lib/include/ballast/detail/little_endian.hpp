#pragma once
/// Words as bytes, the lowest first on every machine.

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

/// Whether a word can be loaded and stored where it is not aligned. Where it cannot, a compiler that is told to copy a
/// word goes through the stack, or calls memcpy; a byte at a time is faster there.
#if defined(__ARM_FEATURE_UNALIGNED) || defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
constexpr bool reads_unaligned_words = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
#else
constexpr bool reads_unaligned_words = false;
#endif

[[gnu::always_inline]] inline void put_half(uint8_t* bytes, uint32_t x) noexcept {
  if constexpr (reads_unaligned_words) {
    const auto half = static_cast<uint16_t>(x);
    __builtin_memcpy(bytes, &half, 2);  // one store
  } else {
    bytes[0] = static_cast<uint8_t>(x);
    bytes[1] = static_cast<uint8_t>(x >> 8);
  }
}
[[gnu::always_inline]] inline void put_word(uint8_t* bytes, uint32_t x) noexcept {
  if constexpr (reads_unaligned_words) {
    __builtin_memcpy(bytes, &x, 4);
  } else {
    const uint8_t little_endian[4] = {static_cast<uint8_t>(x), static_cast<uint8_t>(x >> 8),
                                      static_cast<uint8_t>(x >> 16), static_cast<uint8_t>(x >> 24)};
    __builtin_memcpy(bytes, little_endian, 4);  // one store, where it is known to be aligned
  }
}

[[gnu::always_inline]] inline uint32_t get_half(const uint8_t* bytes) noexcept {
  return bytes[0] | static_cast<uint32_t>(bytes[1]) << 8;
}
[[gnu::always_inline]] inline uint32_t get_word(const uint8_t* bytes) noexcept {
  if constexpr (reads_unaligned_words) {
    uint32_t word = 0;
    __builtin_memcpy(&word, bytes, 4);  // one load
    return word;
  } else {
    return bytes[0] | static_cast<uint32_t>(bytes[1]) << 8 | static_cast<uint32_t>(bytes[2]) << 16 |
           static_cast<uint32_t>(bytes[3]) << 24;
  }
}

}  // namespace detail
}  // namespace ballast
