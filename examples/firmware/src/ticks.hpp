#pragma once
/// A tick every few milliseconds, by the core's own timer.

#include <stdint.h>

/// What the core runs at after a reset: the internal oscillator. If you set up the PLL, say so here.
constexpr uint32_t core_clock_hz = 16000000;

/// Up to 1048 ms at 16 MHz: the timer has 24 bits.
void start_ticks(uint32_t milliseconds);

/// Sleeps until the next tick. If one was missed because the last took too long, returns at once.
void wait_for_tick();

extern "C" void tick_handler();
