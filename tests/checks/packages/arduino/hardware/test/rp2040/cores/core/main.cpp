#include <Arduino.h>

bool has_learned();  // of the sketch Learns; others are not linked

int main() {
  setup();
  loop();
  return has_learned() ? 0 : 1;
}
