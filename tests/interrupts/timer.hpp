#pragma once
/// One interrupt from the core's own timer, some instructions after it was asked for. For an emulator that counts time
/// in instructions (-icount shift=0): there it comes before exactly the same instruction each time.

#include <stdint.h>

/// The interrupt, supplied by the program. `pc` is the instruction that comes next in what was interrupted.
void interrupted(uintptr_t pc);

/// Asks for an interrupt after TICKS ticks of the timer: more instructions than what is to be interrupted has.
void start_timer();
