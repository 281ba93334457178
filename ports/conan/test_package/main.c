#include "learns.h"

int main(void) {
  return learns_in_c() ? 0 : 1;
}
