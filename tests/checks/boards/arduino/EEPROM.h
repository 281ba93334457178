#pragma once
/// Stands in for the EEPROM library: as the AVR and Teensy cores have it, where a byte that is written is there; as
/// ESP32 and RP2040 have it, where it is in RAM until commit(); or as an STM32 without true EEPROM has it, where
/// write() erases and writes all of it, and functions beside it collect many bytes.

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

#if defined(ARDUINO_ARCH_STM32)
#ifndef E2END
#define E2END 4095
#endif
extern "C" {
void eeprom_write_byte(uint32_t address, uint8_t value);
void eeprom_buffer_fill();
void eeprom_buffer_flush();
uint8_t eeprom_buffered_read_byte(uint32_t address);
void eeprom_buffered_write_byte(uint32_t address, uint8_t value);
}
#endif
