// The project for the Pico SDK on a PC, before and after a reset.

#include <hardware/flash.h>
#include <hardware/sync.h>
#include <pico/stdlib.h>

#include "../project.hpp"

namespace {

void check_first_life() {
  const std::vector<double> worth = printed.values("worth of an hour: ");
  require(printed.has("begins with nothing"), "the first life begins with nothing");
  require(mean_of_last(worth, 20) > worth.front() + 20.0, "it does better in the end than at first");
  require(mean_of_last(worth, 20) > 620.0, "it does better than with one report all the time");
  require(printed.has("saved") && !printed.has("not saved"), "it saves");
  require(printed.count("saved") <= 5, "it saves seldom");
}

void check_second_life() {
  require(printed.values("goes on: ").front() > 0.75 * 600 * 144, "it goes on after a reset, from the last snapshot");
  require(printed.values(" / 100, ").front() > 0.75 * 600 * 144, "each line says how many decisions there were");
  require(mean_of_last(printed.values("worth of an hour: "), 20) > 620.0, "it does as well as before the reset");
}

}  // namespace

uint8_t* stand_in_flash = nullptr;

int project_main();

bool stdio_init_all() {
  return true;
}
void sleep_ms(uint32_t) {
  pass_delay();
}

uint32_t save_and_disable_interrupts() {
  return 0;
}
void restore_interrupts(uint32_t) {}

void flash_range_erase(uint32_t offset, size_t count) {
  require(offset % FLASH_SECTOR_SIZE == 0 && count % FLASH_SECTOR_SIZE == 0, "whole sectors are erased");
  require(offset + count <= PICO_FLASH_SIZE_BYTES - FLASH_SECTOR_SIZE, "the last sector is not used");
  memset(stand_in_flash + offset, 0xFF, count);
}
void flash_range_program(uint32_t offset, const uint8_t* data, size_t count) {
  require(offset % FLASH_PAGE_SIZE == 0 && count % FLASH_PAGE_SIZE == 0, "whole pages are programmed");
  for (size_t i = 0; i < count; ++i) {
    stand_in_flash[offset + i] = static_cast<uint8_t>(stand_in_flash[offset + i] & data[i]);
  }
}

int main() {
  stand_in_flash = lasting_memory(PICO_FLASH_SIZE_BYTES);
  life = {600 * 144, check_first_life};
  in_a_life(project_main);
  life = {200 * 144, check_second_life};
  in_a_life(project_main);
  return 0;
}
