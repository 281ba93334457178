#include <board/console.h>

#include <cstdio>

void board_putchar(int character) {
  std::putchar(character);
}

void board_write(const char* text) {
  std::fputs(text, stdout);
}
