#pragma once
/// Words as bytes, the lowest first on every machine.

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

[[gnu::always_inline]] inline void put_word(uint8_t* bytes, uint32_t x) noexcept {
  const uint8_t little_endian[4] = {static_cast<uint8_t>(x), static_cast<uint8_t>(x >> 8),
                                    static_cast<uint8_t>(x >> 16), static_cast<uint8_t>(x >> 24)};
  __builtin_memcpy(bytes, little_endian, 4);  // which a compiler knows to be one store
}

[[gnu::always_inline]] inline void put_half(uint8_t* bytes, uint32_t x) noexcept {
  const uint8_t little_endian[2] = {static_cast<uint8_t>(x), static_cast<uint8_t>(x >> 8)};
  __builtin_memcpy(bytes, little_endian, 2);
}

[[gnu::always_inline]] inline uint32_t get_half(const uint8_t* bytes) noexcept {
  return bytes[0] | static_cast<uint32_t>(bytes[1]) << 8;
}

[[gnu::always_inline]] inline uint32_t get_word(const uint8_t* bytes) noexcept {
  return bytes[0] | static_cast<uint32_t>(bytes[1]) << 8 | static_cast<uint32_t>(bytes[2]) << 16 |
         static_cast<uint32_t>(bytes[3]) << 24;
}

}  // namespace detail
}  // namespace ballast
