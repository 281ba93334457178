// Sine and cosine against long double, over |x| <= 2^20. The promise is 2 ulp in float and 4 in double; the bounds
// asserted are close to what is measured and printed.

#include <ballast/math/sine.hpp>

#include "accuracy.hpp"
#include "noise.hpp"
#include "suite.hpp"

namespace {

template <class T>
struct Errors {
  WorstError<T> sine;
  WorstError<T> cosine;

  void at(T x) {
    const auto result = ballast::sine_cosine(x);
    sine.add(result.sine, std::sin(static_cast<long double>(x)), x);
    cosine.add(result.cosine, std::cos(static_cast<long double>(x)), x);
    ASSERT_SAME_BITS(result.cosine, ballast::cosine(x));
  }

  void on_both_sides(T x) {
    at(x);
    at(-x);
    at(std::nextafter(x, T{0}));
    at(std::nextafter(x, T{2} * x));
  }
};

constexpr double half_pi = 1.57079632679489661923;

/// Next to every multiple of pi / 2, where one of the two functions is nearly zero.
template <class T>
void add_zeros(Errors<T>& errors) {
  for (int k = 1; k <= 667544; k += k < 4000 ? 1 : 11) { errors.on_both_sides(static_cast<T>(k * half_pi)); }
}

/// Every order of magnitude, and every power of two.
template <class T>
void add_magnitudes(Errors<T>& errors) {
  Noise random(1);
  for (int exponent = -60; exponent < 20; ++exponent) {
    errors.on_both_sides(std::ldexp(T{1}, exponent));
    for (int i = 0; i < 12000; ++i) {
      errors.at(std::ldexp(T{1} + static_cast<T>(0.5F) * (random.number<T>() + T{1}), exponent));
    }
  }
}

template <class T>
void check(double bound) {
  Errors<T> errors;
  errors.at(T{0});
  add_zeros(errors);
  add_magnitudes(errors);
  TEST_ASSERT_TRUE(errors.sine.report("sine") <= bound);
  TEST_ASSERT_TRUE(errors.cosine.report("cosine") <= bound);
}

void test_float() {
  check<float>(0.53);
}
void test_double() {
  check<double>(0.51);
}

void test_a_dense_grid_of_floats() {
  Errors<float> errors;
  for (uint32_t bits = ballast::to_bits(0x1p-14F); bits <= ballast::to_bits(0x1p20F); bits += 97) {
    errors.at(ballast::from_bits<float>(bits));
  }
  TEST_ASSERT_TRUE(errors.sine.report("sine") <= 0.53);
  TEST_ASSERT_TRUE(errors.cosine.report("cosine") <= 0.53);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_float);
  RUN_TEST(test_double);
  RUN_TEST(test_a_dense_grid_of_floats);
  return UNITY_END();
}
