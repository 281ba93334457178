#include "ticks.hpp"

namespace {

struct SysTick {
  volatile uint32_t control;
  volatile uint32_t reload;
  volatile uint32_t current;
};

volatile uint32_t ticks = 0;  // written by the interrupt
uint32_t seen = 0;

}  // namespace

void start_ticks(uint32_t milliseconds) {
  SysTick& timer = *reinterpret_cast<SysTick*>(0xE000E010U);
  timer.reload = core_clock_hz / 1000 * milliseconds - 1;
  timer.current = 0;
  timer.control = 7;  // processor clock, interrupt, on
}

void wait_for_tick() {
  while (ticks == seen) { __asm__ volatile("wfi"); }
  ++seen;
}

void tick_handler() {
  ticks = ticks + 1;
}
