// Stands in for your drivers: replace both functions. A nozzle that cools down towards 25 degrees and is heated by up
// to 15 degrees a second; its sensor has a loose contact.

#include "driver.hpp"

#include <stdint.h>

namespace {

// All zero at the start, so that nothing has to be copied from flash.
float above_180 = 0.0F;
bool is_heating = false;
uint32_t readings = 0;

}  // namespace

float read_sensor() {
  above_180 += (is_heating ? 0.3F : 0.0F) - 0.0008F * (above_180 + 155.0F);  // in one tick of 20 ms
  return ++readings % 97 == 0 ? __builtin_nanf("") : 180.0F + above_180;
}

void set_heater(bool on) {
  is_heating = on;
}
