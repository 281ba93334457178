#include "project.hpp"

#include <stdarg.h>

void pass_delay() {
  if (life.delays-- > 0) { return; }
  life.end();
  exit(0);
}

int print_line(const char* format, ...) {
  char text[200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  printed.add(text);
  return 0;
}
