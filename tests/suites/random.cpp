#include <ballast/random.hpp>

#include "suite.hpp"

using ballast::Random;

namespace {

void test_the_same_seed_gives_the_same_numbers() {
  Random a(7);
  Random b(7);
  Random other(8);
  int differences = 0;
  for (int i = 0; i < 100; ++i) {
    const uint32_t word = a.word();
    TEST_ASSERT_EQUAL_HEX32(word, b.word());
    differences += word != other.word() ? 1 : 0;
  }
  TEST_ASSERT_TRUE(differences > 95);
  TEST_ASSERT_TRUE(a.state() == b.state());
}

template <class T>
void check_uniform() {
  Random random(1);
  T sum = T{0};
  for (int i = 0; i < 4096; ++i) {
    const T x = random.uniform<T>();
    TEST_ASSERT_TRUE(x >= T{0} && x < T{1});
    sum = sum + x;
  }
  TEST_ASSERT_TRUE(sum > T{1950} && sum < T{2150});  // 2048, give or take five standard deviations of 18
  for (int i = 0; i < 100; ++i) {
    const T x = random.uniform(T{-3}, T{5});
    TEST_ASSERT_TRUE(x >= T{-3} && x < T{5});
  }
}

void test_uniform_numbers() {
  check_uniform<float>();
  check_uniform<double>();
}

void test_below_is_fair() {
  Random random(3);
  uint32_t counts[6] = {};
  for (int i = 0; i < 6000; ++i) { ++counts[random.below(6)]; }
  for (const uint32_t count : counts) { TEST_ASSERT_TRUE(count > 850 && count < 1150); }
  for (int i = 0; i < 100; ++i) { TEST_ASSERT_EQUAL_UINT32(0, random.below(1)); }
}

static_assert(sizeof(Random) == 8 && __is_trivially_copyable(Random), "state and nothing else");

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_the_same_seed_gives_the_same_numbers);
  RUN_TEST(test_uniform_numbers);
  RUN_TEST(test_below_is_fair);
  return UNITY_END();
}
