#include <stdio.h>

volatile int number = 3;

int main() {
  return printf("%d\n", number) > 0 ? 0 : 1;
}
