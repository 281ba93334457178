#pragma once
/// Where snapshots are kept: in three sectors at the end of the flash, one each. The last sector of all stays free: on
/// an RP2350 whose flash is loaded by drag and drop it may be erased (erratum RP2350-E10). While the flash is written
/// nothing may run from it: no interrupts, and if you use the second core, stop it (flash_safe_execute in
/// pico/flash.h).
///
/// A save erases one sector, and each is used every third time. With four saves a day, flash that withstands 10,000
/// erases lasts 3 x 10,000 / 4 = 7500 days, 20 years; that of a Pico withstands 100,000.

#include <hardware/flash.h>
#include <hardware/sync.h>
#include <pico/stdlib.h>
#include <string.h>

struct Flash {
  static constexpr uint32_t slots = 3;
  static constexpr uint32_t slots_per_erase = 1;
  static constexpr uint32_t slot_bytes = FLASH_SECTOR_SIZE;
  static constexpr uint32_t program_bytes = FLASH_PAGE_SIZE;
  static constexpr uint8_t erased = 0xFF;
  static constexpr uint32_t begin = PICO_FLASH_SIZE_BYTES - (slots + 1) * slot_bytes;

  bool read(uint32_t address, uint8_t* bytes, size_t count) {
    memcpy(bytes, reinterpret_cast<const uint8_t*>(static_cast<uintptr_t>(XIP_BASE)) + begin + address, count);
    return true;
  }
  bool program(uint32_t address, const uint8_t* bytes, size_t count) {
    const uint32_t interrupts = save_and_disable_interrupts();
    flash_range_program(begin + address, bytes, count);
    restore_interrupts(interrupts);
    return true;
  }
  bool erase(uint32_t address) {
    const uint32_t interrupts = save_and_disable_interrupts();
    flash_range_erase(begin + address, slot_bytes);
    restore_interrupts(interrupts);
    return true;
  }
};
