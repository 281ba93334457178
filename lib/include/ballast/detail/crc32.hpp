#pragma once
/// CRC-32 as in zip and Ethernet, four bits at a time: a table of 16 words. The same as etl::crc32_t16. That one costs
/// a fifth of the time to compile a program: it has a template for each entry of three tables.

#include <ballast/detail/compiler.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace detail {

struct Crc32 {
  static constexpr uint32_t initial() noexcept { return 0xFFFFFFFFU; }
  static constexpr uint32_t final(uint32_t sum) noexcept { return sum ^ 0xFFFFFFFFU; }
  /// With a byte more. Written as ETL has it, as a template of the table's length, too: for the same code on every
  /// core.
  template <size_t Entries = 16>
  static uint32_t add(uint32_t sum, uint8_t byte) noexcept {
    static constexpr uint32_t table[Entries] = {
        0x00000000U, 0x1DB71064U, 0x3B6E20C8U, 0x26D930ACU, 0x76DC4190U, 0x6B6B51F4U, 0x4DB26158U, 0x5005713CU,
        0xEDB88320U, 0xF00F9344U, 0xD6D6A3E8U, 0xCB61B38CU, 0x9B64C2B0U, 0x86D3D2D4U, 0xA00AE278U, 0xBDBDF21CU};
    sum = add_lower_half(sum, byte, table);
    return add_lower_half(sum, byte >> 4, table);
  }
  static uint32_t of(const uint8_t* bytes, uint32_t count) noexcept {
    uint32_t sum = initial();
    for (uint32_t i = 0; i < count; ++i) { sum = add(sum, bytes[i]); }
    return final(sum);
  }

 private:
  static uint32_t add_lower_half(uint32_t sum, uint8_t byte, const uint32_t* table) noexcept {
    byte &= 0xF;
    const uint8_t index = (sum & uint8_t{0xF}) ^ byte;
    sum >>= 4;
    sum ^= table[index];
    return sum;
  }
};

}  // namespace detail
}  // namespace ballast
