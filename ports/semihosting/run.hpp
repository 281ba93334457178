#pragma once
/// What every start-up does once the core itself is ready: memory, constructors, main, exit code.

#include <stdint.h>

#include "semihosting.hpp"

extern "C" {
using Function = void (*)();
extern uint32_t data_load[];
extern uint32_t data_start[];
extern uint32_t data_end[];
extern uint32_t bss_start[];
extern uint32_t bss_end[];
extern Function init_array_start[];
extern Function init_array_end[];
int main();
}

namespace board {

constexpr int fault_exit_code = 125;

/// A fault must end the emulator with a failure; without this it would hang.
[[noreturn]] inline void fault() {
  semihosting(Operation::write_string, "FAULT\n");
  exit(fault_exit_code);
}

[[noreturn]] inline void run() {
  const uint32_t* source = data_load;
  for (uint32_t* word = data_start; word < data_end; ++word) { *word = *source++; }
  for (uint32_t* word = bss_start; word < bss_end; ++word) { *word = 0; }
  for (Function* constructor = init_array_start; constructor < init_array_end; ++constructor) { (*constructor)(); }
  exit(main());
}

}  // namespace board
