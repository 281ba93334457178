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
extern uint32_t stack_guard_start[];
extern uint32_t stack_guard_end[];
int main();
}

namespace board {

constexpr int fault_exit_code = 125;
constexpr int stack_overflow_exit_code = 126;
constexpr uint32_t guard_pattern = 0xC0DEC0DE;

/// A fault must end the emulator with a failure; without this it would hang.
[[noreturn]] inline void fault() {
  semihosting(Operation::write_string, "FAULT\n");
  exit(fault_exit_code);
}

/// Between the stack and the variables below it. A stack that has grown into it, or past it, must not go unnoticed.
inline void paint_stack_guard() {
  for (uint32_t* word = stack_guard_start; word < stack_guard_end; ++word) { *word = guard_pattern; }
}

inline bool is_stack_guard_intact() {
  bool is_intact = true;
  for (const uint32_t* word = stack_guard_start; word < stack_guard_end; ++word) {
    is_intact = is_intact && *word == guard_pattern;
  }
  return is_intact;
}

[[noreturn]] inline void run() {
  const uint32_t* source = data_load;
  for (uint32_t* word = data_start; word < data_end; ++word) { *word = *source++; }
  for (uint32_t* word = bss_start; word < bss_end; ++word) { *word = 0; }
  paint_stack_guard();
  for (Function* constructor = init_array_start; constructor < init_array_end; ++constructor) { (*constructor)(); }
  const int code = main();
  if (!is_stack_guard_intact()) {
    semihosting(Operation::write_string, "STACK OVERFLOW\n");
    exit(stack_overflow_exit_code);
  }
  exit(code);
}

}  // namespace board
