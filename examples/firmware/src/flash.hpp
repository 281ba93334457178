#pragma once
/// Two sectors of the flash of an STM32F405 or F407, as a place for snapshots (ballast/snapshot_store.hpp). Registers
/// and bits are those of the reference manual, RM0090, chapter 3.
///
/// - The core stands still while it waits for the flash it runs from: up to half a second when a sector of 16 KB is
///   erased, up to 0.1 ms for a word. Interrupts wait, too; the timeout of a watchdog must be longer.
/// - Words are programmed at once, which needs a supply of 2.7 V or more.
///
/// `Chip` has the registers and the memory: Stm32f405, or in a test on a PC a model of it.

#include <stddef.h>
#include <stdint.h>

struct Stm32f405 {
  struct Registers {
    volatile uint32_t acr;
    volatile uint32_t keyr;
    volatile uint32_t optkeyr;
    volatile uint32_t sr;
    volatile uint32_t cr;
    volatile uint32_t optcr;
  };

  static Registers& flash() { return *reinterpret_cast<Registers*>(0x40023C00U); }
  static volatile uint32_t& word(uint32_t address) { return *reinterpret_cast<volatile uint32_t*>(address); }
  /// What was written has arrived before anything else is read.
  static void wait_for_writes() { __asm__ volatile("dsb" ::: "memory"); }
};

template <class Chip>
class SnapshotFlash {
 public:
  // Sectors 2 and 3, with 16 snapshots each. stm32f405.ld keeps the program out of them.
  static constexpr uint32_t first_sector = 2;
  static constexpr uint32_t sectors = 2;
  static constexpr uint32_t sector_bytes = 16 * 1024;  // of sectors 0 to 3
  static constexpr uint32_t begin = 0x08000000U + first_sector * sector_bytes;

  static constexpr uint32_t slot_bytes = 1024;
  static constexpr uint32_t slots_per_erase = sector_bytes / slot_bytes;
  static constexpr uint32_t slots = sectors * slots_per_erase;
  static constexpr uint32_t program_bytes = 4;
  static constexpr uint8_t erased = 0xFF;

  explicit SnapshotFlash(Chip& chip) : chip_(chip) {}

  bool read(uint32_t address, uint8_t* bytes, size_t count) {
    if (!is_inside(address, count)) { return false; }
    for (size_t i = 0; i < count; ++i, ++address) {
      const uint32_t word = chip_.word(begin + address / 4 * 4);
      bytes[i] = static_cast<uint8_t>(word >> (8 * (address % 4)));
    }
    return true;
  }

  bool program(uint32_t address, const uint8_t* bytes, size_t count) {
    bool is_done = is_inside(address, count) && unlock(cr_pg | cr_psize_word);
    for (size_t i = 0; i < count && is_done; i += 4) {
      chip_.word(begin + address + static_cast<uint32_t>(i)) = word_of(bytes + i);
      is_done = finish();
    }
    lock();
    return is_done;
  }

  bool erase(uint32_t address) {
    const uint32_t sector = first_sector + address / sector_bytes;
    const uint32_t control = cr_ser | sector << cr_snb | cr_psize_word;
    bool is_done = is_inside(address, sector_bytes) && unlock(control);
    if (is_done) {
      chip_.flash().cr = control | cr_strt;
      is_done = finish();
    }
    lock();
    return is_done;
  }

 private:
  static constexpr uint32_t key_1 = 0x45670123U;
  static constexpr uint32_t key_2 = 0xCDEF89ABU;
  static constexpr uint32_t cr_pg = 1U << 0;          // program
  static constexpr uint32_t cr_ser = 1U << 1;         // erase a sector,
  static constexpr uint32_t cr_snb = 3;               // this one,
  static constexpr uint32_t cr_strt = 1U << 16;       // now
  static constexpr uint32_t cr_psize_word = 2U << 8;  // 32 bits at once
  static constexpr uint32_t cr_lock = 1U << 31;
  static constexpr uint32_t sr_bsy = 1U << 16;
  static constexpr uint32_t sr_errors = 0xF2U;  // operation, protection, alignment, parallelism, sequence
  static constexpr uint32_t acr_dcen = 1U << 10;
  static constexpr uint32_t acr_dcrst = 1U << 12;

  static constexpr bool is_inside(uint32_t address, size_t count) {
    return address <= sectors * sector_bytes && count <= sectors * sector_bytes - address;
  }
  static uint32_t word_of(const uint8_t* bytes) {
    return bytes[0] | static_cast<uint32_t>(bytes[1]) << 8 | static_cast<uint32_t>(bytes[2]) << 16 |
           static_cast<uint32_t>(bytes[3]) << 24;
  }

  /// Ready for what `control` says. If the controller does not take it, false: it is locked until the next reset after
  /// a wrong key, and an emulator may have none.
  bool unlock(uint32_t control) {
    auto& flash = chip_.flash();
    (void)finish();
    if ((flash.cr & cr_lock) != 0) {
      flash.keyr = key_1;
      flash.keyr = key_2;
    }
    flash.sr = sr_errors;  // of earlier operations: writing 1 clears them
    flash.cr = control;
    return flash.cr == control;
  }

  /// Whether it worked.
  bool finish() {
    chip_.wait_for_writes();
    auto& flash = chip_.flash();
    while ((flash.sr & sr_bsy) != 0) {}
    return (flash.sr & sr_errors) == 0;
  }

  /// Nothing can be written or erased by mistake any more, and reading does not give what was there before.
  void lock() {
    auto& flash = chip_.flash();
    flash.cr = cr_lock;
    const uint32_t access = flash.acr;
    if ((access & acr_dcen) == 0) { return; }
    flash.acr = access & ~acr_dcen;  // the data cache can be reset only while it is off
    flash.acr = (access & ~acr_dcen) | acr_dcrst;
    flash.acr = access & ~acr_dcen;
    flash.acr = access;
  }

  Chip& chip_;
};
