#pragma once
/// Words as bytes, the lowest first on every machine.

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

[[gnu::always_inline]] constexpr uint16_t little_endian(uint16_t x) noexcept {
  return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? x : __builtin_bswap16(x);
}
[[gnu::always_inline]] constexpr uint32_t little_endian(uint32_t x) noexcept {
  return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? x : __builtin_bswap32(x);
}

[[gnu::always_inline]] inline void put_half(uint8_t* bytes, uint32_t x) noexcept {
  const uint16_t half = little_endian(static_cast<uint16_t>(x));
  __builtin_memcpy(bytes, &half, 2);  // which a compiler knows to be one store
}
[[gnu::always_inline]] inline void put_word(uint8_t* bytes, uint32_t x) noexcept {
  const uint32_t word = little_endian(x);
  __builtin_memcpy(bytes, &word, 4);
}

[[gnu::always_inline]] inline uint32_t get_half(const uint8_t* bytes) noexcept {
  uint16_t half = 0;
  __builtin_memcpy(&half, bytes, 2);
  return little_endian(half);
}
[[gnu::always_inline]] inline uint32_t get_word(const uint8_t* bytes) noexcept {
  uint32_t word = 0;
  __builtin_memcpy(&word, bytes, 4);
  return little_endian(word);
}

}  // namespace detail
}  // namespace ballast
