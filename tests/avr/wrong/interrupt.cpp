// Enables an interrupt that has no handler.
#include <avr/io.h>

int main() {
  TIMSK1 = 1 << TOIE1;
  TCCR1B = 1 << CS10;
  __asm__ volatile("sei");
  for (;;) {}
}
