#pragma once
/// Stands in for the EEPROM library: as the AVR and Teensy cores have it, where a byte that is written is there; or as
/// ESP32 and RP2040 have it, where it is in RAM until commit().

#include <stddef.h>
#include <stdint.h>

class EEPROMClass {
 public:
#if defined(ARDUINO_ARCH_ESP32)
  bool begin(size_t bytes);
  bool commit();
#elif defined(ARDUINO_ARCH_RP2040)
  void begin(size_t bytes);
  bool commit();
#endif
  uint8_t read(int address);
  void write(int address, uint8_t value);
};
extern EEPROMClass EEPROM;
