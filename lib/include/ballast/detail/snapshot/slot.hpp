#pragma once
/// The places for snapshots in a flash, one at a time, as an archive reads and writes it.

#include <ballast/detail/compiler.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace detail {

/// What makes it a snapshot is its first piece (the preamble is in it). It is written separately, when all else is
/// there.
template <class Flash, class Mac>
class Slot {
 public:
  static constexpr bool can_read = true;
  static constexpr bool can_write = true;
  static constexpr uint32_t unit = Flash::program_bytes;
  static constexpr uint32_t piece = unit < 16 ? 16 : unit;
  static_assert(unit > 0 && piece % unit == 0 && piece % 4 == 0,
                "SnapshotStore: a program unit of 1, 2, 4, 8, 16, 32, ... bytes");

  static constexpr bool has_code = Mac::bytes > 0;

  Slot(Flash& driver, const Mac& mac) noexcept : flash_(driver), mac_(mac) {}

  /// How much of a slot a snapshot takes, with its code.
  static constexpr uint32_t occupied(uint32_t length) noexcept { return in_units(length) + in_units(Mac::bytes); }

  /// Which one it is from here on.
  void select(uint32_t slot) noexcept {
    address_ = slot * Flash::slot_bytes;
    is_first_ = false;
  }

  bool read(uint32_t offset, uint8_t* bytes, size_t count) noexcept {
    const bool is_read = flash_.read(address_ + offset, bytes, count);
    authenticate(offset, bytes, count);
    return is_read;
  }
  /// The first piece, or all others. Whole units: `bytes` has room for a piece, whatever is in it.
  bool write(uint32_t offset, const uint8_t* bytes, size_t count) noexcept {
    authenticate(offset, bytes, count);
    if ((offset == 0) != is_first_) { return true; }
    return flash_.program(address_ + offset, bytes, static_cast<size_t>(in_units(static_cast<uint32_t>(count))));
  }
  void write_first() noexcept { is_first_ = true; }

  /// The authentication code of what was just written or read follows it.
  bool write_code(uint32_t length) noexcept {
    if (is_first_) { return true; }  // it is there
    uint8_t code[in_units(Mac::bytes)]{};
    mac_.finish(code);
    return flash_.program(address_ + in_units(length), code, sizeof code);
  }
  bool check_code(uint32_t length) noexcept {
    uint8_t code[Mac::bytes];
    uint8_t there[Mac::bytes];
    mac_.finish(code);
    bool is_right = flash_.read(address_ + in_units(length), there, Mac::bytes);
    for (size_t i = 0; i < Mac::bytes; ++i) { is_right = (code[i] == there[i]) & is_right; }
    return is_right;
  }

  bool erase() noexcept { return flash_.erase(address_); }
  /// Without its first piece it is no snapshot.
  bool invalidate() noexcept {
    const uint8_t zeros[piece]{};
    return flash_.program(address_, zeros, piece);
  }
  bool is_erased() noexcept {
    for (uint32_t offset = 0; offset < Flash::slot_bytes; offset += piece) {
      uint8_t bytes[piece];
      if (!flash_.read(address_ + offset, bytes, piece)) { return false; }
      for (const uint8_t x : bytes) {
        if (x != Flash::erased) { return false; }
      }
    }
    return true;
  }

  uint32_t revision = 0;  // of what is written

 private:
  static constexpr uint32_t in_units(uint32_t bytes) noexcept { return (bytes + unit - 1) / unit * unit; }

  /// All pieces of a snapshot, in their order.
  void authenticate(uint32_t offset, const uint8_t* bytes, size_t count) noexcept {
    if constexpr (has_code) {
      if (offset == 0) { mac_.begin(); }
      mac_.add(bytes, count);
    } else {
      (void)offset, (void)bytes, (void)count;
    }
  }

  Flash& flash_;
  uint32_t address_ = 0;
  Mac mac_;
  bool is_first_ = false;
};

}  // namespace detail
}  // namespace ballast
