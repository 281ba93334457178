#pragma once
/// A sink or a source as an archive wants it (archive.hpp): no code of the other direction is compiled for it.

#include <ballast/detail/compiler.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace detail {

/// What can only be written.
template <class Sink>
struct SinkMedium {
  static constexpr bool can_read = false;
  static constexpr bool has_code = false;
  static constexpr bool can_write = true;
  static constexpr uint32_t piece = 16;

  Sink& sink;
  uint32_t revision;

  bool write(uint32_t /*offset*/, const uint8_t* bytes, size_t count) noexcept { return sink.write(bytes, count); }
};

/// What can only be read.
template <class Source>
struct SourceMedium {
  static constexpr bool can_read = true;
  static constexpr bool can_write = false;
  static constexpr bool has_code = false;
  static constexpr uint32_t piece = 16;

  Source& source;
  uint32_t revision = 0;  // is read

  bool read(uint32_t offset, uint8_t* bytes, size_t count) noexcept { return source.read(offset, bytes, count); }
};

}  // namespace detail
}  // namespace ballast
