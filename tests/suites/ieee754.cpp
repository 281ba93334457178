#include <ballast/math/ieee754.hpp>

#include "suite.hpp"

namespace {

template <class T>
void check_finiteness(T smallest, T largest, T infinity, T nan) {
  TEST_ASSERT_TRUE(ballast::is_finite(T{0}));
  TEST_ASSERT_TRUE(ballast::is_finite(-T{0}));
  TEST_ASSERT_TRUE(ballast::is_finite(smallest));
  TEST_ASSERT_TRUE(ballast::is_finite(largest));
  TEST_ASSERT_TRUE(ballast::is_finite(-largest));
  TEST_ASSERT_FALSE(ballast::is_finite(infinity));
  TEST_ASSERT_FALSE(ballast::is_finite(-infinity));
  TEST_ASSERT_FALSE(ballast::is_finite(nan));
  TEST_ASSERT_FALSE(ballast::is_finite(-nan));
}

void test_finiteness_of_float() {
  check_finiteness(__FLT_DENORM_MIN__, __FLT_MAX__, __builtin_huge_valf(), __builtin_nanf(""));
}

void test_finiteness_of_double() {
  check_finiteness(static_cast<double>(__DBL_DENORM_MIN__), static_cast<double>(__DBL_MAX__), __builtin_huge_val(),
                   __builtin_nan(""));
}

void test_bits_and_back() {
  TEST_ASSERT_EQUAL_HEX32(0xC0200000U, ballast::to_bits(-2.5F));
  TEST_ASSERT_EQUAL_HEX64(0xC004000000000000U, ballast::to_bits(-2.5));
  ASSERT_SAME_BITS(-2.5F, ballast::from_bits<float>(0xC0200000U));
  ASSERT_SAME_BITS(-2.5, ballast::from_bits<double>(0xC004000000000000U));
}

template <class T>
void check_sign_and_size(T nan) {
  TEST_ASSERT_TRUE(ballast::is_negative(-T{0}) && ballast::is_negative(T{-3}));
  TEST_ASSERT_FALSE(ballast::is_negative(T{0}) || ballast::is_negative(T{3}));
  ASSERT_SAME_BITS(T{0}, ballast::absolute(-T{0}));
  ASSERT_SAME_BITS(T{3}, ballast::absolute(T{-3}));
  ASSERT_SAME_BITS(T{3}, ballast::absolute(T{3}));
  ASSERT_SAME_BITS(nan, ballast::absolute(-nan));
}

void test_sign_and_size() {
  check_sign_and_size(__builtin_nanf(""));
  check_sign_and_size(__builtin_nan(""));
}

static_assert(ballast::is_finite(1.0F) && !ballast::is_finite(__builtin_nanf("")), "also in constant expressions");

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_finiteness_of_float);
  RUN_TEST(test_finiteness_of_double);
  RUN_TEST(test_bits_and_back);
  RUN_TEST(test_sign_and_size);
  return UNITY_END();
}
