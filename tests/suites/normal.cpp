#include <ballast/math/normal.hpp>

#include "suite.hpp"

// The distribution is looked at closely on the host (tests/host/normal_distribution.cpp); here roughly, on every core.
using ballast::normal;
using ballast::Random;

namespace {

template <class T>
void check_moments() {
  Random random(11);
  T sums[5] = {};
  int beyond_two = 0;
  for (int i = 0; i < 4096; ++i) {
    const T x = normal<T>(random);
    TEST_ASSERT_TRUE(ballast::absolute(x) <= static_cast<T>(5.77F));
    T power = T{1};
    for (T& sum : sums) {
      sum = sum + power;
      power = power * x;
    }
    if (ballast::absolute(x) > T{2}) { ++beyond_two; }
  }
  // Five standard deviations of each moment round 0, 1, 0, 3, and of the count round 186.
  TEST_ASSERT_TRUE(ballast::absolute(sums[1]) < T{4096} * static_cast<T>(0.079F));
  TEST_ASSERT_TRUE(ballast::absolute(sums[2] - T{4096}) < T{4096} * static_cast<T>(0.111F));
  TEST_ASSERT_TRUE(ballast::absolute(sums[3]) < T{4096} * static_cast<T>(0.303F));
  TEST_ASSERT_TRUE(ballast::absolute(sums[4] - T{12288}) < T{4096} * static_cast<T>(0.766F));
  TEST_ASSERT_TRUE(beyond_two > 119 && beyond_two < 253);
}

void test_moments() {
  check_moments<float>();
  check_moments<double>();
}

void test_float_is_double_rounded() {
  Random of_float(3);
  Random of_double(3);
  for (int i = 0; i < 1000; ++i) {
    const double difference = static_cast<double>(normal<float>(of_float)) - normal<double>(of_double);
    TEST_ASSERT_TRUE(ballast::absolute(difference) < 2e-6);
  }
  TEST_ASSERT_TRUE(of_float.state() == of_double.state());
}

// Two seeds whose first word has all bits set, and none: the smallest and the largest u there can be.
constexpr uint64_t seed_of_ones = 0x713EF03729EBCEC6U;
constexpr uint64_t seed_of_zeros = 0x85903A3729EBCEC6U;

template <class T>
void check_both_ends_of_u() {
  Random ones(seed_of_ones);
  const T largest = ballast::absolute(normal<T>(ones));
  TEST_ASSERT_TRUE(ballast::is_finite(largest) && largest > T{0} && largest < static_cast<T>(5.77F));
  Random zeros(seed_of_zeros);
  const T smallest = normal<T>(zeros);
  TEST_ASSERT_TRUE(smallest == T{0});
}

void test_no_u_gives_infinity() {
  TEST_ASSERT_EQUAL_HEX32(0xFFFFFFFFU, Random(seed_of_ones).word());
  TEST_ASSERT_EQUAL_HEX32(0, Random(seed_of_zeros).word());
  check_both_ends_of_u<float>();
  check_both_ends_of_u<double>();
}

template <class T>
void check_angles() {
  Random random(5);
  int in_quarter[4] = {};
  for (int i = 0; i < 1000; ++i) {
    const T angle = ballast::random_angle<T>(random);
    TEST_ASSERT_TRUE(angle >= T{0} && angle < static_cast<T>(6.283185307179586));
    ++in_quarter[static_cast<int>(angle * static_cast<T>(0.636619772367581))];
  }
  for (const int count : in_quarter) { TEST_ASSERT_TRUE(count > 181 && count < 319); }  // 250, give or take five of 14
  Random ones(seed_of_ones);
  TEST_ASSERT_TRUE(ballast::random_angle<T>(ones) < static_cast<T>(6.283185307179586));
}

void test_angles_are_within_a_turn() {
  check_angles<float>();
  check_angles<double>();
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_moments);
  RUN_TEST(test_float_is_double_rounded);
  RUN_TEST(test_no_u_gives_infinity);
  RUN_TEST(test_angles_are_within_a_turn);
  return UNITY_END();
}
