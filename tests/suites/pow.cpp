#include <ballast/math/pow.hpp>

#include "suite.hpp"

// Accuracy is measured on the host (tests/host/pow_accuracy.cpp); here are the values that must be exact, and a
// few correctly rounded ones, on every core.
namespace {

template <class T>
void check_exact_values() {
  ASSERT_SAME_BITS(T{1}, ballast::pow(T{1}, T{1}));
  ASSERT_SAME_BITS(T{1}, ballast::pow(T{1}, static_cast<T>(0.99)));
  ASSERT_SAME_BITS(T{2}, ballast::pow(T{4}, static_cast<T>(0.5)));
  ASSERT_SAME_BITS(T{16}, ballast::pow(T{65536}, static_cast<T>(0.25)));
  ASSERT_SAME_BITS(T{65536}, ballast::pow(T{4294967296}, static_cast<T>(0.5)));
  ASSERT_SAME_BITS(T{4294967296}, ballast::pow(T{4294967296}, T{1}));
  ASSERT_SAME_BITS(T{12345}, ballast::pow(T{12345}, T{1}));
}

void test_exact_values_of_float() {
  check_exact_values<float>();
}
void test_exact_values_of_double() {
  check_exact_values<double>();
}

void test_a_tiny_power_gives_one() {
  ASSERT_SAME_BITS(1.0F, ballast::pow(4294967296.0F, 1e-30F));
  ASSERT_SAME_BITS(1.0F, ballast::pow(4294967296.0F, __FLT_DENORM_MIN__));
  ASSERT_SAME_BITS(1.0, ballast::pow(4294967296.0, 1e-30));
  ASSERT_SAME_BITS(1.0, ballast::pow(4294967296.0, static_cast<double>(__DBL_DENORM_MIN__)));
}

void test_known_values() {
  ASSERT_SAME_BITS(0x1.1f38bep+7F, ballast::pow(151.0F, 0.99F));
  ASSERT_SAME_BITS(0x1.78bcecp+8F, ballast::pow(400.0F, 0.99F));
  ASSERT_SAME_BITS(0x1.1f38be15f3abdp+7, ballast::pow(151.0, 0.99));
  ASSERT_SAME_BITS(0x1.78bceb7e76864p+8, ballast::pow(400.0, 0.99));
}

static_assert(ballast::pow(81.0, 0.25) > 2.9999999 && ballast::pow(81.0, 0.25) < 3.0000001,
              "also in constant expressions");

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_exact_values_of_float);
  RUN_TEST(test_exact_values_of_double);
  RUN_TEST(test_a_tiny_power_gives_one);
  RUN_TEST(test_known_values);
  return UNITY_END();
}
