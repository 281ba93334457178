// What happens before main(), and when something goes wrong. No code of a vendor or of the C library is needed.

#include <stdint.h>

#include "emulator.hpp"
#include "ticks.hpp"

namespace {

/// Compared as numbers: to the language, the linker's symbols are different objects, whose order means nothing.
template <class T>
bool is_before(const T* a, const T* b) {
  return reinterpret_cast<uintptr_t>(a) < reinterpret_cast<uintptr_t>(b);
}

}  // namespace

extern "C" {

using Function = void (*)();
extern uint32_t stack_top[];
extern uint32_t data_load[];
extern uint32_t data_start[];
extern uint32_t data_end[];
extern uint32_t bss_start[];
extern uint32_t bss_end[];
extern Function init_array_start[];
extern Function init_array_end[];
int main();

[[noreturn]] void fault_handler() {
  emulator::exit(125);                                               // does nothing on a board
  *reinterpret_cast<volatile uint32_t*>(0xE000ED0CU) = 0x05FA0004U;  // AIRCR: reset
  for (;;) {}
}

[[noreturn]] void reset_handler() {
  *reinterpret_cast<volatile uint32_t*>(0xE000ED88U) |= 0xFU << 20;  // CPACR: the FPU, before its first instruction
  __asm__ volatile("dsb\n isb" ::: "memory");

  const uint32_t* source = data_load;
  for (uint32_t* word = data_start; is_before(word, data_end); ++word) { *word = *source++; }
  for (uint32_t* word = bss_start; is_before(word, bss_end); ++word) { *word = 0; }
  for (Function* constructor = init_array_start; is_before(constructor, init_array_end); ++constructor) {
    (*constructor)();
  }
  main();
  fault_handler();
}

// The vectors of the core. Those of the chip's own interrupts follow from index 16 on: add them as you use them.
__attribute__((section(".vectors"), used)) const Function vectors[16] = {
    reinterpret_cast<Function>(stack_top),
    reset_handler,
    fault_handler,  // NMI
    fault_handler,  // HardFault
    fault_handler,  // MemManage
    fault_handler,  // BusFault
    fault_handler,  // UsageFault
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    fault_handler,  // SVCall
    fault_handler,  // DebugMonitor
    nullptr,
    fault_handler,  // PendSV
    tick_handler,   // SysTick
};
}
