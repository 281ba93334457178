#pragma once
#include <pico/stdlib.h>

#define FLASH_PAGE_SIZE (1U << 8)
#define FLASH_SECTOR_SIZE (1U << 12)

extern "C" {
void flash_range_erase(uint32_t offset, size_t count);
void flash_range_program(uint32_t offset, const uint8_t* data, size_t count);
}
