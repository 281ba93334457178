// Random Fourier features, 20 components of 2 inputs, from a table in flash: input and output are all the RAM there is.

#include <ballast/features/random_fourier.hpp>

#include "access_control_table.hpp"
#include "noise.hpp"

#include <etl/array.h>

etl::array<float, 2> input;
etl::array<float, 20> output;

/// Not inlined, so that it has an entry and a return to count between.
[[gnu::noipa]] ballast::Status measured() {
  return ballast::random_fourier(access_control_table, input, output);
}

int main() {
  Noise random(1);
  for (int i = 0; i < 100; ++i) {
    for (float& x : input) { x = random.number<float>(); }
    if (measured() != ballast::Status::ok) { return 1; }
  }
  return ballast::absolute(output[19]) > 0.0F ? 0 : 1;
}
