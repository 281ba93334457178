// A second unit that includes everything: nothing in a header may be defined twice.
#include <ballast/ballast.hpp>

float step_size_of_the_other_unit(uint32_t t);

float step_size_of_the_other_unit(uint32_t t) {
  return ballast::PolynomialSchedule<float>{1.5F, 1, 0.99F, 150}.rate(t);
}
