// The same inputs give the same bits: every build, of every compiler, for every core, must arrive at the digests
// committed here. A digest changes only together with what the library computes, in a commit that says why.

#include <ballast/pow.hpp>
#include <ballast/product.hpp>
#include <ballast/schedule.hpp>

#include <etl/fnv_1.h>

#include "suite.hpp"

namespace {

#if defined(BALLAST_WRONG_PLAIN_PRODUCT)  // the gate's wrong program: what happens without product()
template <class T>
T product(T a, T b) {
  return a * b;
}
#else
using ballast::product;
#endif

// The soft double addition that GCC links on Armv7-M and v8-M without a double FPU rounds rare cases wrongly.
// There equal bits are promised for float only.
#if defined(__ARM_ARCH) && __ARM_ARCH >= 7 && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && \
    !(defined(__ARM_FP) && (__ARM_FP & 8))
constexpr bool double_addition_is_ieee = false;
#else
constexpr bool double_addition_is_ieee = true;
#endif

class Digest {
 public:
  template <class T>
  void add(T x) {
    auto bits = ballast::to_bits(x);
    for (size_t i = 0; i < sizeof bits; ++i, bits >>= 8) { hash_.add(static_cast<uint8_t>(bits & 0xFFU)); }
  }

  uint64_t value() { return hash_.value(); }

 private:
  etl::fnv_1a_64 hash_;
};

template <class T>
uint64_t digest_of_pow() {
  constexpr double powers[] = {0.99, 0.5, 0.0625, 1e-3};
  Digest digest;
  for (const double power : powers) {
    uint32_t base = 1;
    for (int i = 0; i < 300; ++i) {
      digest.add(ballast::pow(static_cast<T>(base), static_cast<T>(power)));
      base += base / 14 + 1;  // 1 to 2^31, ever more coarsely
    }
  }
  return digest.value();
}

template <class T>
uint64_t digest_of_schedules() {
  const ballast::ConstantSchedule<T> constant{static_cast<T>(0.7)};
  const ballast::PolynomialSchedule<T> evaluation{static_cast<T>(1.5), 1, static_cast<T>(0.99), 150};
  const ballast::PolynomialSchedule<T> control{static_cast<T>(600), 400, static_cast<T>(0.99), 150};
  Digest digest;
  for (uint32_t t = 0; t < 1000; ++t) {
    digest.add(constant.step_size(t));
    digest.add(evaluation.step_size(t));
    digest.add(control.step_size(t));
  }
  return digest.value();
}

/// Multiplications followed by additions, in the two shapes learning has: a recursion and a sum over features.
template <class T>
uint64_t digest_of_products() {
  const ballast::PolynomialSchedule<T> schedule{static_cast<T>(1.5), 1, static_cast<T>(0.99), 150};
  T feature[16];
  T weight[16];
  for (uint32_t i = 0; i < 16; ++i) {
    feature[i] = T{1} / static_cast<T>(i + 3);
    weight[i] = T{0};
  }
  Digest digest;
  for (uint32_t t = 0; t < 500; ++t) {
    T sum = T{0};
    for (uint32_t i = 0; i < 16; ++i) { sum = sum + product(weight[i], feature[i]); }
    const T step = product(schedule.step_size(t), static_cast<T>(t % 3) - sum);
    for (uint32_t i = 0; i < 16; ++i) { weight[i] = weight[i] + product(step, feature[i]); }
    digest.add(sum);
  }
  return digest.value();
}

void test_pow() {
  TEST_ASSERT_EQUAL_HEX64(0x8BF2C21EB7995F98U, digest_of_pow<float>());
}
void test_pow_double() {
  TEST_ASSERT_EQUAL_HEX64(0x5E3F1ADA664DDA33U, digest_of_pow<double>());
}

void test_schedules() {
  TEST_ASSERT_EQUAL_HEX64(0x7B29B695CF91F260U, digest_of_schedules<float>());
}
void test_schedules_double() {
  TEST_ASSERT_EQUAL_HEX64(0x61CEFE6C67603012U, digest_of_schedules<double>());
}

void test_products() {
  TEST_ASSERT_EQUAL_HEX64(0x991E2D9E46BC21CAU, digest_of_products<float>());
}

void test_products_double() {
  if (double_addition_is_ieee) { TEST_ASSERT_EQUAL_HEX64(0xAC910596FEF340A2U, digest_of_products<double>()); }
}

// Why double is not promised there: 1.0 plus this number should end in 717a.
void test_double_addition_is_known_to_misround_on_v7m() {
  volatile double one = 1.0;
  volatile double small = ballast::from_bits<double>(0xBDE58E86738AC000U);
  const uint64_t last_bits = ballast::to_bits(one + small) & 0xFFFFU;
  TEST_ASSERT_EQUAL_HEX64(double_addition_is_ieee ? 0x717AU : 0x7179U, last_bits);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_pow);
  RUN_TEST(test_pow_double);
  RUN_TEST(test_schedules);
  RUN_TEST(test_schedules_double);
  RUN_TEST(test_products);
  RUN_TEST(test_products_double);
  RUN_TEST(test_double_addition_is_known_to_misround_on_v7m);
  return UNITY_END();
}
