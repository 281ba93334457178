#pragma once
/// Text and an exit code from an emulated program, by semihosting. On a board these functions do nothing: without a
/// debugger the breakpoint below is a fault.

#include <stdint.h>

namespace emulator {

#if defined(EMULATED)
constexpr bool is_present = true;

inline void call(intptr_t operation, const void* argument) {
  register intptr_t result __asm__("r0") = operation;
  register const void* block __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(result) : "r"(block) : "memory");
}
#else
constexpr bool is_present = false;

inline void call(intptr_t, const void*) {}
#endif

inline void write(const char* text) {
  call(0x04, text);
}

inline void exit(int code) {
  const intptr_t block[2] = {0x20026, code};
  call(0x20, block);
}

}  // namespace emulator
