#include "io/crc32.hpp"

#include <array>
#include <cstring>

namespace tool {
namespace {

using Table = std::array<uint32_t, 256>;
constexpr std::size_t slices = 8;

/// Table k is for a byte with k bytes after it.
constexpr std::array<Table, slices> make_tables() {
  constexpr uint32_t reflected_polynomial = 0xEDB88320U;
  std::array<Table, slices> tables{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t sum = i;
    for (int bit = 0; bit < 8; ++bit) { sum = sum >> 1U ^ ((sum & 1U) != 0 ? reflected_polynomial : 0U); }
    tables[0][i] = sum;
  }
  for (std::size_t k = 1; k < slices; ++k) {
    for (uint32_t i = 0; i < 256; ++i) {
      const uint32_t shorter = tables[k - 1][i];
      tables[k][i] = shorter >> 8U ^ tables[0][shorter & 0xFFU];
    }
  }
  return tables;
}

constexpr std::array<Table, slices> tables = make_tables();

uint32_t lookup(std::size_t table, uint32_t word, uint32_t byte) {
  return tables[table][word >> (8 * byte) & 0xFFU];
}

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first byte must be in the lowest bits of a word");

uint32_t add_eight(uint32_t sum, const uint8_t* bytes) {
  uint32_t low = 0;
  uint32_t high = 0;
  std::memcpy(&low, bytes, 4);
  std::memcpy(&high, bytes + 4, 4);
  low ^= sum;
  return lookup(7, low, 0) ^ lookup(6, low, 1) ^ lookup(5, low, 2) ^ lookup(4, low, 3) ^ lookup(3, high, 0) ^
         lookup(2, high, 1) ^ lookup(1, high, 2) ^ lookup(0, high, 3);
}

}  // namespace

uint32_t crc32(const uint8_t* bytes, std::size_t count) {
  uint32_t sum = ~0U;
  for (; count >= slices; bytes += slices, count -= slices) { sum = add_eight(sum, bytes); }
  for (; count > 0; ++bytes, --count) { sum = sum >> 8U ^ tables[0][(sum ^ *bytes) & 0xFFU]; }
  return ~sum;
}

}  // namespace tool
