#pragma once
/// Stands in for the Pico SDK, to compile and run its project in the tests: what that uses.

#include <stddef.h>
#include <stdint.h>

typedef unsigned int uint;
#define PICO_FLASH_SIZE_BYTES (2 * 1024 * 1024)
#ifdef __arm__
#define XIP_BASE 0x10000000U
#else
extern uint8_t* stand_in_flash;
#define XIP_BASE (reinterpret_cast<uintptr_t>(stand_in_flash))
#endif

extern "C" {
bool stdio_init_all();
void sleep_ms(uint32_t milliseconds);
}
