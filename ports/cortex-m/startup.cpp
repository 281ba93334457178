#include "run.hpp"

extern "C" {

extern uint32_t stack_top[];

[[noreturn]] void reset_handler() {
#if defined(__ARM_FP)
  // CPACR: full access to CP10 and CP11, before the first floating-point instruction.
  *reinterpret_cast<volatile uint32_t*>(0xE000ED88U) |= 0xFU << 20;
  __asm__ volatile("dsb\n isb" ::: "memory");
#endif
  board::run();
}

[[noreturn]] void fault_handler() {
  board::fault();
}

/// For a program that has one; otherwise a tick is a fault.
__attribute__((weak)) void tick_handler() {
  board::fault();
}

__attribute__((section(".vectors"), used)) const Function vectors[16] = {
    reinterpret_cast<Function>(stack_top),
    reset_handler,
    fault_handler,  // NMI
    fault_handler,  // HardFault
    fault_handler,  // MemManage
    fault_handler,  // BusFault
    fault_handler,  // UsageFault
    fault_handler,  // SecureFault
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
