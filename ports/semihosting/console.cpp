#include <board/console.h>

#include "semihosting.hpp"

void board_putchar(int character) {
  const char byte = static_cast<char>(character);
  board::semihosting(board::Operation::write_character, &byte);
}

void board_write(const char* text) {
  board::semihosting(board::Operation::write_string, text);
}
