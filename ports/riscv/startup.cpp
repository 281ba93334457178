#include "run.hpp"

extern "C" {

[[noreturn]] __attribute__((aligned(4), used)) void trap_handler() {
  board::fault();
}

[[noreturn]] __attribute__((used)) void start() {
  board::run();
}

__attribute__((naked, section(".vectors"), used)) void reset_handler() {
  __asm__ volatile(
      ".option push\n.option norelax\nla gp, __global_pointer$\n.option pop\n"
      "la sp, stack_top\n"
      ".option push\n.option arch, +zicsr\n"
      "la t0, trap_handler\ncsrw mtvec, t0\n"
#if defined(__riscv_flen)
      "li t0, 0x2000\ncsrs mstatus, t0\n"  // FS = Initial: switches the FPU on
#endif
      ".option pop\nj start");
}
}
