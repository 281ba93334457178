#include "timer.hpp"

namespace {

struct SysTick {
  volatile uint32_t control;
  volatile uint32_t reload;
  volatile uint32_t current;
};

SysTick& timer() {
  return *reinterpret_cast<SysTick*>(0xE000E010U);
}

}  // namespace

void start_timer() {
  timer().reload = TICKS;
  timer().current = 0;
  timer().control = 7;  // processor clock, interrupt, on
}

extern "C" {

/// `frame` is what the core has stacked: r0 to r3, r12, lr, pc, xpsr.
__attribute__((used)) void take_interrupt(const uint32_t* frame) {
  timer().control = 0;
  interrupted(frame[6]);
}

__attribute__((naked)) void tick_handler() {
  __asm__ volatile("mov r0, sp\n push {r4, lr}\n bl take_interrupt\n pop {r4, pc}");
}
}
