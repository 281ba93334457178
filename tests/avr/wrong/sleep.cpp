// Waits for an interrupt that never comes, and takes no processor time.
#include <avr/io.h>

int main() {
  __asm__ volatile("sei");
  SMCR = 1 << SE;
  for (;;) { __asm__ volatile("sleep"); }
}
