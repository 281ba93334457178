// Claims what is not so, as the table of examples/thermostat would: that SARSA costs less than the counters from the
// first month on. The gate expects that this is refused.

#include <thermostat/comparison.hpp>

int main() {
  using namespace thermostat;
  return holds({learned, {by_counters}, {1}, 0.0}, compare(busy_plant, 20)) ? 0 : 1;
}
