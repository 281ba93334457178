#pragma once
/// Runs a project for a board on a PC. Its main loop never ends: the delay that it calls ends the process.

#include "lives.hpp"

/// Calls until the end, and what is checked there.
struct Life {
  uint32_t delays = 0;
  void (*end)() = nullptr;
};
inline Life life;

void pass_delay();

/// Takes the place of printf in a project (-Dprintf=print_line).
extern "C" int print_line(const char* format, ...) __attribute__((format(printf, 1, 2)));
