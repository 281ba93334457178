#pragma once
/// Prints how many cycles each call of COUNTED takes, as timer 1 counts them. Included before the programs of
/// tests/checks/cost, which call it once for each update.

#include <board/console.h>

#include <avr/io.h>

#include <stdint.h>

#define COUNTED(call) counted([&] { return call; })

inline void print_cycles(uint16_t cycles, bool has_overflowed) {
  if (has_overflowed) {
    board_write("too many cycles\n");
    return;
  }
  board_write("cycles ");
  for (uint16_t unit = 10000; unit > 0; unit /= 10) { board_putchar('0' + static_cast<char>(cycles / unit % 10)); }
  board_putchar('\n');
}

template <class Call>
auto counted(Call call) {
  TCCR1B = 0;
  TCNT1 = 0;
  TIFR1 = 1 << TOV1;
  TCCR1B = 1 << CS10;
  __asm__ volatile("" ::: "memory");
  const auto result = call();
  __asm__ volatile("" ::: "memory");
  const uint16_t cycles = TCNT1;  // before it is stopped: simavr forgets it then
  const bool has_overflowed = (TIFR1 & (1 << TOV1)) != 0;
  TCCR1B = 0;
  print_cycles(cycles, has_overflowed);
  return result;
}
