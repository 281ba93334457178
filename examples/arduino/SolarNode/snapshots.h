#pragma once
/// Where snapshots are kept: in the EEPROM, three in turn, so that after a power cut one that is complete is left
/// (docs/SNAPSHOT.md in Ballast's repository).
///
/// Boards with 4 KB of it, or of flash that stands in for it: ESP32, RP2040 with the core by Earle Philhower,
/// Teensy 4.1 (its architecture is called avr, so that the IDE warns; that does no harm), and many STM32, such as F4,
/// F7 and L0.
///
/// Where flash stands in for it, an RP2040 and an STM32 erase and write all of it at once, in commit(): there a power
/// cut in the middle of that loses it. And that is one erase for each save, four a day: flash that withstands 10,000
/// erases lasts 10,000 / 4 = 2500 days, nearly seven years; the 100,000 of most boards with an RP2040, 68 years. A node
/// that is reset every hour saves up to six times as often.

#if defined(ARDUINO_ARCH_RP2040) && defined(ARDUINO_ARCH_MBED)
#error "Arduino's core of Mbed has no EEPROM.h, and its compiler is too old: install the core by Earle Philhower"
#endif

#include <EEPROM.h>

// EEPROM.write() of an STM32 without true EEPROM erases a page of flash for each byte. Its core has functions for many.
#if defined(ARDUINO_ARCH_STM32) && !defined(DATA_EEPROM_BASE)
#define SNAPSHOTS_IN_STM32_FLASH 1
#else
#define SNAPSHOTS_IN_STM32_FLASH 0
#endif

struct Eeprom {
  static constexpr uint32_t slots = 3;
  static constexpr uint32_t slots_per_erase = 0;  // bytes can be overwritten
  static constexpr uint32_t slot_bytes = 1360;
  static constexpr uint32_t program_bytes = 1;
#if defined(ARDUINO_ARCH_STM32)
  static_assert(slots * slot_bytes <= E2END + 1, "this STM32 has less than 4 KB of EEPROM");
#endif

  bool read(uint32_t address, uint8_t* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) { bytes[i] = read_byte(address + static_cast<uint32_t>(i)); }
    return true;
  }
  bool program(uint32_t address, const uint8_t* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) { write_byte(address + static_cast<uint32_t>(i), bytes[i]); }
    return true;
  }

#if SNAPSHOTS_IN_STM32_FLASH
  uint8_t read_byte(uint32_t address) {
    return eeprom_buffered_read_byte(address);
  }
  void write_byte(uint32_t address, uint8_t value) {
    eeprom_buffered_write_byte(address, value);
  }
  void begin() {
    eeprom_buffer_fill();
  }
  bool commit() {
    eeprom_buffer_flush();
    eeprom_buffer_fill();  // what is in the flash now: the core does not say whether that has failed
    return true;
  }
#else
  uint8_t read_byte(uint32_t address) {
    return EEPROM.read(static_cast<int>(address));
  }
  void write_byte(uint32_t address, uint8_t value) {
    EEPROM.write(static_cast<int>(address), value);
  }
#if defined(ARDUINO_ARCH_ESP32) || defined(ARDUINO_ARCH_RP2040)
  void begin() {
    EEPROM.begin(slots * slot_bytes);
  }
  bool commit() {
    return EEPROM.commit();
  }
#else
  void begin() {}
  bool commit() {
    return true;
  }
#endif
#endif
};
