#include <stdlib.h>

int main() {
  void* volatile p = malloc(8);
  free(p);
  return 0;
}
