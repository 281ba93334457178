// Calls an address where no code is.
#include <stdint.h>

volatile uint16_t where = 0x3F00;

int main() {
  return reinterpret_cast<int (*)()>(where)();
}
