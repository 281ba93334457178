#pragma once
/// Stands in for the flash of the microcontroller: replace it by your driver, which has the same members. Programming
/// clears bits, erasing sets all of them; for the simulation, power can be lost in the middle of either.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace sensor_node {

class Flash {
 public:
  // 12 pages of 2 KB, 4 for each of three snapshots, programmed in double words.
  static constexpr uint32_t slots = 3;
  static constexpr uint32_t slots_per_erase = 1;
  static constexpr uint32_t slot_bytes = 8192;
  static constexpr uint32_t program_bytes = 8;
  static constexpr uint8_t erased = 0xFF;

  Flash() { clear(); }

  bool read(uint32_t address, uint8_t* bytes, size_t count) {
    memcpy(bytes, cells_ + address, count);
    return true;
  }
  bool program(uint32_t address, const uint8_t* bytes, size_t count) {
    const size_t done = carry_out(count);
    for (size_t i = 0; i < done; ++i) { cells_[address + i] = static_cast<uint8_t>(cells_[address + i] & bytes[i]); }
    return done == count;
  }
  bool erase(uint32_t address) {
    const size_t done = carry_out(slot_bytes);
    memset(cells_ + address, erased, done);
    return done == slot_bytes;
  }

  // --- of the simulation; a driver has nothing of this ---

  /// As it is delivered.
  void clear() { memset(cells_, erased, sizeof cells_); }
  /// Power is lost in the middle of an operation, so many from now on. Nothing is written after that.
  void lose_power_in(uint32_t operations) { left_ = operations; }
  bool has_power() const { return left_ != none; }
  void restore_power() { left_ = unlimited; }

 private:
  static constexpr uint32_t unlimited = UINT32_MAX;
  static constexpr uint32_t none = UINT32_MAX - 1;

  /// How many of these bytes are written or erased: half of them when power is lost.
  size_t carry_out(size_t count) {
    if (left_ == unlimited) { return count; }
    if (left_ == none) { return 0; }
    left_ = left_ == 0 ? none : left_ - 1;
    return left_ == none ? count / 2 : count;
  }

  uint8_t cells_[slots * slot_bytes];
  uint32_t left_ = unlimited;  // operations until power is lost
};

}  // namespace sensor_node
