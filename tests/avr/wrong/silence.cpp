// Ends the simulator, which then exits with 0, but not as a program ends.
#include <avr/io.h>

int main() {
  __asm__ volatile("cli");
  SMCR = 1 << SE;
  for (;;) { __asm__ volatile("sleep"); }
}
