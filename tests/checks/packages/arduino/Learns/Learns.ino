#include <BallastArduino.h>
#include "learns.hpp"

bool result = false;

void setup() {
  result = result_of_learning();  // declared by the builder
}

void loop() {}

bool result_of_learning() { return learns(); }

bool has_learned() { return result; }
