#pragma once
/// Where snapshots are kept: in the EEPROM, three in turn, so that after a power cut one that is complete is left
/// (docs/SNAPSHOT.md).
///
/// Boards with at least 4 KB of it, or of flash that stands in for it: ESP32, RP2040, Teensy 4.1, many STM32. ESP32 and
/// RP2040 write all of it at once, in commit(): on an RP2040 a power cut in the middle of that loses it.

#include <EEPROM.h>

struct Eeprom {
  static constexpr uint32_t slots = 3;
  static constexpr uint32_t slots_per_erase = 0;  // bytes can be overwritten
  static constexpr uint32_t slot_bytes = 1360;
  static constexpr uint32_t program_bytes = 1;

  bool read(uint32_t address, uint8_t* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) { bytes[i] = EEPROM.read(static_cast<int>(address + i)); }
    return true;
  }
  bool program(uint32_t address, const uint8_t* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) { EEPROM.write(static_cast<int>(address + i), bytes[i]); }
    return true;
  }

  // EEPROM.begin() and commit() are there on ESP32 and RP2040 alone.
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
};
