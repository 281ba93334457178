#pragma once
/// A place for the bytes of a snapshot.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <etl/crc32.h>

/// A sink and a source that can fail, and change what is in it between two passes.
struct Memory {
#if defined(MEMORY_BYTES)
  static constexpr size_t capacity = MEMORY_BYTES;
#elif defined(SMALL_BOARD)
  static constexpr size_t capacity = 1800;
#else
  static constexpr size_t capacity = 4096;
#endif
  uint8_t bytes[capacity]{};
  size_t size = 0;
  uint32_t writes_left = UINT32_MAX;
  uint32_t reads_left = UINT32_MAX;
  uint32_t reads_until_change = UINT32_MAX;

  bool write(const uint8_t* from, size_t count) {
    if (writes_left == 0 || size + count > capacity) { return false; }
    --writes_left;
    memcpy(bytes + size, from, count);
    size += count;
    return true;
  }
  bool read(uint32_t offset, uint8_t* to, size_t count) {
    if (reads_left == 0 || offset + count > size) { return false; }
    --reads_left;
    if (reads_until_change-- == 0) { bytes[offset] = static_cast<uint8_t>(bytes[offset] ^ 1U); }
    memcpy(to, bytes + offset, count);
    return true;
  }

  /// Makes the checksum right again, after something was changed on purpose.
  void sign() {
    etl::crc32_t16 checksum;
    for (size_t i = 0; i + 4 < size; ++i) { checksum.add(bytes[i]); }
    for (size_t i = 0; i < 4; ++i) { bytes[size - 4 + i] = static_cast<uint8_t>(checksum.value() >> (8 * i)); }
  }
  void put_word(size_t at, uint32_t x) {
    for (size_t i = 0; i < 4; ++i) { bytes[at + i] = static_cast<uint8_t>(x >> (8 * i)); }
  }
};
