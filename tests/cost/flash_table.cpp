// Random Fourier features, 20 components of 2 inputs, from a table in flash: input and output are all the RAM there is.

#include <ballast/random_fourier.hpp>

#include "access_control_table.hpp"

etl::array<float, 2> input;
etl::array<float, 20> output;

/// Not inlined, so that nothing is known about the input.
[[gnu::noipa]] ballast::Status measured() {
  return ballast::random_fourier(access_control_table, input, output);
}

int main() {
  input = {{0.5F, 0.25F}};
  if (measured() != ballast::Status::ok) { return 1; }
  return ballast::absolute(output[19]) > 0.0F ? 0 : 1;
}
