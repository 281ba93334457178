#pragma once
/// The checksum of a block, eight bytes at a time: a log is read as fast as the disk. The same number as etl::crc32.

#include <cstddef>
#include <cstdint>

namespace tool {

uint32_t crc32(const uint8_t* bytes, std::size_t count);

}  // namespace tool
