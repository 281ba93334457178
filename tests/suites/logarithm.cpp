#include <ballast/math/logarithm.hpp>

#include "suite.hpp"

// Accuracy is measured on the host (tests/host/logarithm_accuracy.cpp); here are values that must be exact or are
// correctly rounded, and the edges, on every core.
namespace {

using ballast::logarithm;

void test_one_gives_zero() {
  ASSERT_SAME_BITS(0.0F, logarithm(1.0F));
  ASSERT_SAME_BITS(0.0, logarithm(1.0));
}

void test_known_values() {
  ASSERT_SAME_BITS(0x1.62e43p-1F, logarithm(2.0F));
  ASSERT_SAME_BITS(0x1.62e42fefa39efp-1, logarithm(2.0));
  ASSERT_SAME_BITS(-0x1.62e43p-1F, logarithm(0.5F));
  ASSERT_SAME_BITS(-0x1.62e42fefa39efp-1, logarithm(0.5));
  ASSERT_SAME_BITS(0x1.26bb1cp+1F, logarithm(10.0F));
  ASSERT_SAME_BITS(0x1.26bb1bbb55516p+1, logarithm(10.0));
  ASSERT_SAME_BITS(-0x1.26bb1bbb55515p+1, logarithm(0.1));
}

void test_next_to_one() {
  ASSERT_SAME_BITS(-0x1p-24F, logarithm(0x1.fffffep-1F));
  ASSERT_SAME_BITS(0x1.fffffep-24F, logarithm(0x1.000002p0F));
  ASSERT_SAME_BITS(-0x1p-53, logarithm(0x1.fffffffffffffp-1));
  ASSERT_SAME_BITS(0x1.fffffffffffffp-53, logarithm(0x1.0000000000001p0));
}

void test_both_ends() {
  ASSERT_SAME_BITS(-0x1.9d1dap+6F, logarithm(__FLT_DENORM_MIN__));
  ASSERT_SAME_BITS(0x1.62e43p+6F, logarithm(__FLT_MAX__));
  ASSERT_SAME_BITS(-0x1.74385446d71c3p+9, logarithm(static_cast<double>(__DBL_DENORM_MIN__)));
  ASSERT_SAME_BITS(0x1.62e42fefa39efp+9, logarithm(static_cast<double>(__DBL_MAX__)));
}

template <class T>
void check_not_a_number() {
  const T infinity = ballast::from_bits<T>(ballast::Ieee754<T>::exponent_mask);
  const T nan = ballast::from_bits<T>(ballast::Ieee754<T>::exponent_mask | 1U);
  const T bad[] = {T{0}, -T{0}, T{-1}, -infinity, infinity, nan, -nan};
  for (const T x : bad) { TEST_ASSERT_FALSE(ballast::is_finite(logarithm(x))); }
}

void test_what_has_no_logarithm_gives_nan() {
  check_not_a_number<float>();
  check_not_a_number<double>();
}

static_assert(logarithm(2.718F) > 0.999F && logarithm(2.718F) < 1.0F, "also in constant expressions");

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_one_gives_zero);
  RUN_TEST(test_known_values);
  RUN_TEST(test_next_to_one);
  RUN_TEST(test_both_ends);
  RUN_TEST(test_what_has_no_logarithm_gives_nan);
  return UNITY_END();
}
