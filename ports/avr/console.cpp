// USART0, as fast as it goes. simavr prints what is sent, a line at a time.
#include <board/console.h>

#include <avr/io.h>

#include "usart.hpp"

bool board::is_line_open = false;

void board_putchar(int character) {
  UCSR0B = 1 << TXEN0;
  while ((UCSR0A & (1 << UDRE0)) == 0) {}
  UDR0 = static_cast<uint8_t>(character);
  board::is_line_open = character != '\n';
}

void board_write(const char* text) {
  for (; *text != '\0'; ++text) { board_putchar(*text); }
}
