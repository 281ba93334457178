#include "timer.hpp"

namespace {

volatile uint32_t& device(uint32_t address) {
  return *reinterpret_cast<volatile uint32_t*>(address);
}

// The core-local interruptor of the emulated board. The upper halves stay 0: a test takes seconds, not minutes.
constexpr uint32_t compare = 0x02004000U;
constexpr uint32_t time = 0x0200BFF8U;

__attribute__((interrupt, aligned(4))) void take_interrupt() {
  uint32_t pc = 0;
  __asm__ volatile(".option push\n.option arch, +zicsr\ncsrr %0, mepc\n.option pop" : "=r"(pc));
  device(compare + 4) = UINT32_MAX;  // no more for now
  interrupted(pc);
}

}  // namespace

void start_timer() {
  device(compare + 4) = UINT32_MAX;
  __asm__ volatile(
      ".option push\n.option arch, +zicsr\n"
      "csrw mtvec, %0\n"
      "csrs mie, %1\n"      // the timer's
      "csrsi mstatus, 8\n"  // all
      ".option pop" ::"r"(take_interrupt),
      "r"(0x80)
      : "memory");

  // The emulator counts whole ticks from the last write on. One that ends in between would make it one less.
  uint32_t now = 0;
  do {
    now = device(time);
    device(compare + 4) = UINT32_MAX;
    device(compare) = now + TICKS;
    device(compare + 4) = 0;
  } while (device(time) != now);
}
