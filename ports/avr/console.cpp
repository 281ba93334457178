// USART0, as fast as it goes. simavr prints what is sent, a line at a time.
#include <board/console.h>

#include <avr/io.h>

#include "usart.hpp"

namespace board {
namespace {

bool is_line_open = false;

}  // namespace

void send(char character) {
  UCSR0B = 1 << TXEN0;
  while ((UCSR0A & (1 << UDRE0)) == 0) {}
  UDR0 = static_cast<uint8_t>(character);
  is_line_open = character != '\n';
}

void send(const char* text) {
  for (; *text != '\0'; ++text) { send(*text); }
}

void end_line() {
  if (is_line_open) { send('\n'); }
}

}  // namespace board

void board_putchar(int character) {
  board::send(static_cast<char>(character));
}

void board_write(const char* text) {
  board::check_stack();
  board::send(text);
}
