#pragma once
/// Semihosting: the debugger or emulator does input and output for a program that has no device for it.
/// No C library: its stdio would bring an allocator into every image.

#include <stdint.h>

namespace board {

enum class Operation : intptr_t { write_character = 0x03, write_string = 0x04, exit_extended = 0x20 };

inline intptr_t semihosting(Operation operation, const void* argument) {
#if defined(__arm__)
  register intptr_t result __asm__("r0") = static_cast<intptr_t>(operation);
  register const void* block __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(result) : "r"(block) : "memory");
#elif defined(__riscv)
  register intptr_t result __asm__("a0") = static_cast<intptr_t>(operation);
  register const void* block __asm__("a1") = argument;
  // The three instructions must be uncompressed and in one page.
  __asm__ volatile(
      ".option push\n.option norvc\n.balign 16\n"
      "slli x0, x0, 0x1f\nebreak\nsrai x0, x0, 0x7\n.option pop"
      : "+r"(result)
      : "r"(block)
      : "memory");
#endif
  return result;
}

/// SYS_EXIT_EXTENDED, because SYS_EXIT gives only 0 or 1 on a 32-bit core.
[[noreturn]] inline void exit(int code) {
  constexpr intptr_t application_exit = 0x20026;
  const intptr_t block[2] = {application_exit, code};
  semihosting(Operation::exit_extended, block);
  for (;;) {}
}

}  // namespace board
