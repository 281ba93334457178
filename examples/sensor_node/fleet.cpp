// Six nodes, each at its own site and with its own fault, that send a record a day, for `ballast telemetry`. For the
// host.
//   sensor_node_fleet > fleet.bin

#include <stdint.h>
#include <stdio.h>

#include "faults.hpp"

namespace {

using namespace sensor_node;

bool send(const uint8_t (&bytes)[ballast::telemetry_bytes]) {
  return fwrite(bytes, 1, sizeof bytes, stdout) == sizeof bytes;
}

bool live(uint32_t device, Fault fault) {
  static Controller controller;
  bool is_sent = true;
  (void)month_with_fault(device, fault, controller, [&](uint32_t tick, uint32_t) {
    if ((tick + 1) % ticks_per_day != 0) { return; }
    uint8_t bytes[ballast::telemetry_bytes];
    controller.telemetry(device, (tick + 1) / ticks_per_day, bytes);
    is_sent = send(bytes) && is_sent;
  });
  return is_sent;
}

}  // namespace

int main() {
  uint32_t device = 1;
  for (const Fault fault : faults) {
    if (!live(device++, fault)) { return 1; }
  }
  return 0;
}
