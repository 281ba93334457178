#include <ballast/features/random_fourier.hpp>

#include "access_control_table.hpp"
#include "noise.hpp"
#include "suite.hpp"

#include <etl/array.h>

using namespace ballast;

namespace {

template <class T, size_t N>
T dot(const etl::array<T, N>& a, const etl::array<T, N>& b) {
  T sum = T{0};
  for (size_t i = 0; i < N; ++i) { sum = sum + product(a[i], b[i]); }
  return sum;
}

template <class T, size_t Inputs, size_t Components>
bool is_same(const RandomFourierTable<T, Inputs, Components>& a, const RandomFourierTable<T, Inputs, Components>& b) {
  return __builtin_memcmp(&a, &b, sizeof a) == 0;
}

// --- the formula ----------------------------------------------------------------------------------------------------

template <class T>
void check_formula() {
  constexpr RandomFourierTable<T, 2, 3> table = {
      {{T{1}, T{2}}, {static_cast<T>(-0.5), T{0}}, {T{3}, T{-4}}}, {T{0}, static_cast<T>(0.25), T{6}}, T{2}};
  etl::array<T, 3> phi{};
  TEST_ASSERT_TRUE(random_fourier(table, {{T{3}, static_cast<T>(0.5)}}, phi) == Status::ok);
  ASSERT_SAME_BITS(T{2} * cosine(T{4}), phi[0]);
  ASSERT_SAME_BITS(T{2} * cosine(static_cast<T>(-1.25)), phi[1]);
  ASSERT_SAME_BITS(T{2} * cosine(T{13}), phi[2]);
}

void test_formula() {
  check_formula<float>();
  check_formula<double>();
}

/// phi(x) . phi(y) of a table of 1024 components, computed as the mean over 16 tables of 64, which fit any RAM.
template <class T>
T mean_product(const etl::array<T, 3>& x, const etl::array<T, 3>& y) {
  RandomFourierTable<T, 3, 64> table;
  etl::array<T, 64> of_x{};
  etl::array<T, 64> of_y{};
  Random random(1);
  T sum = T{0};
  for (int k = 0; k < 16; ++k) {
    TEST_ASSERT_TRUE(draw_random_fourier(table, {static_cast<T>(0.5)}, random) == Status::ok);
    TEST_ASSERT_TRUE(random_fourier(table, x, of_x) == Status::ok);
    TEST_ASSERT_TRUE(random_fourier(table, y, of_y) == Status::ok);
    sum = sum + dot(of_x, of_y);
  }
  return sum / T{16};
}

// The mean of D numbers of size about 1: with D = 1024 within five standard deviations, 0.16, of the kernel.
// (tests/host/random_fourier_kernel.cpp looks closer.)
template <class T>
void check_kernel() {
  const etl::array<T, 3> x{{static_cast<T>(0.2), static_cast<T>(-0.4), T{1}}};
  const etl::array<T, 3> y{{static_cast<T>(0.8), static_cast<T>(0.4), static_cast<T>(0.5)}};  // ||x - y||^2 = 1.25
  const etl::array<T, 3> far{{T{9}, T{-9}, T{9}}};
  TEST_ASSERT_TRUE(absolute(mean_product(x, x) - T{1}) < static_cast<T>(0.16));
  TEST_ASSERT_TRUE(absolute(mean_product(x, y) - static_cast<T>(0.535261)) < static_cast<T>(0.16));
  TEST_ASSERT_TRUE(absolute(mean_product(x, far)) < static_cast<T>(0.16));
}

void test_products_are_the_kernel() {
  check_kernel<float>();
  check_kernel<double>();
}

// --- drawing --------------------------------------------------------------------------------------------------------

[[maybe_unused]] void test_the_table_in_flash_is_the_one_that_is_drawn() {
  static RandomFourierTable<float, 2, 20> drawn;
  TEST_ASSERT_TRUE(draw_random_fourier(drawn, {1.0F}, 7) == Status::ok);
  TEST_ASSERT_TRUE(is_same(access_control_table, drawn));
  TEST_ASSERT_TRUE(draw_random_fourier(drawn, {1.0F}, 8) == Status::ok);
  TEST_ASSERT_FALSE(is_same(access_control_table, drawn));
}

// Two blocks of 150: as two samplers, one after the other, each with sqrt(2 / 150).
void test_bandwidths_stand_one_after_another() {
  RandomFourierTable<float, 3, 300> both;
  RandomFourierTable<float, 3, 150> one;
  etl::array<float, 300> phi{};
  etl::array<float, 150> part{};
  const etl::array<float, 3> x{{0.5F, -0.25F, 4.0F}};
  TEST_ASSERT_TRUE(draw_random_fourier(both, {0.5F, 1.0F}, 9) == Status::ok);
  TEST_ASSERT_TRUE(random_fourier(both, x, phi) == Status::ok);
  ASSERT_SAME_BITS(square_root(2.0F / 150.0F), both.scale);

  Random random(9);
  const float gammas[] = {0.5F, 1.0F};
  for (size_t block = 0; block < 2; ++block) {
    TEST_ASSERT_TRUE(draw_random_fourier(one, {gammas[block]}, random) == Status::ok);
    TEST_ASSERT_TRUE(random_fourier(one, x, part) == Status::ok);
    for (size_t j = 0; j < 150; ++j) { ASSERT_SAME_BITS(part[j], phi[150 * block + j]); }
  }
}

// The squared norm is at most 2 for each bandwidth, and about 1.
void test_norm() {
  RandomFourierTable<float, 3, 300> table;
  etl::array<float, 300> phi{};
  TEST_ASSERT_TRUE(draw_random_fourier(table, {0.5F, 1.0F}, 3) == Status::ok);
  Noise random(4);
  for (int i = 0; i < 50; ++i) {
    const etl::array<float, 3> x{{random.number<float>(), random.number<float>(), 8.0F * random.number<float>()}};
    TEST_ASSERT_TRUE(random_fourier(table, x, phi) == Status::ok);
    TEST_ASSERT_TRUE(dot(phi, phi) > 1.4F && dot(phi, phi) < 2.6F);
  }
}

template <class T>
void check_variance() {
  RandomFourierTable<T, 8, 128> table;
  TEST_ASSERT_TRUE(draw_random_fourier(table, {static_cast<T>(0.125), T{2}}, 5) == Status::ok);
  T sums[2] = {};
  for (size_t j = 0; j < 128; ++j) {
    for (const T w : table.weights[j]) { sums[j / 64] = sums[j / 64] + w * w; }
    TEST_ASSERT_TRUE(table.phases[j] >= T{0} && table.phases[j] < static_cast<T>(6.283185307179586));
  }
  // 512 squares of mean 2 gamma: give or take five standard deviations of 6 %.
  TEST_ASSERT_TRUE(sums[0] > T{512} * static_cast<T>(0.25 * 0.69) && sums[0] < T{512} * static_cast<T>(0.25 * 1.31));
  TEST_ASSERT_TRUE(sums[1] > T{512} * static_cast<T>(4.0 * 0.69) && sums[1] < T{512} * static_cast<T>(4.0 * 1.31));
}

void test_the_variance_is_twice_gamma() {
  check_variance<float>();
  check_variance<double>();
}

void test_float_is_double_rounded() {
  RandomFourierTable<float, 3, 40> in_float;
  RandomFourierTable<double, 3, 40> in_double;
  TEST_ASSERT_TRUE(draw_random_fourier(in_float, {0.5F, 2.0F}, 6) == Status::ok);
  TEST_ASSERT_TRUE(draw_random_fourier(in_double, {0.5, 2.0}, 6) == Status::ok);
  for (size_t j = 0; j < 40; ++j) {
    for (size_t i = 0; i < 3; ++i) {
      TEST_ASSERT_TRUE(absolute(static_cast<double>(in_float.weights[j][i]) - in_double.weights[j][i]) < 4e-6);
    }
    TEST_ASSERT_TRUE(absolute(static_cast<double>(in_float.phases[j]) - in_double.phases[j]) < 1e-6);
  }
}

template <class T>
void check_bad_gamma(T gamma) {
  static RandomFourierTable<T, 1, 4> table;
  const RandomFourierTable<T, 1, 4> before = table;
  Random random(1);
  TEST_ASSERT_TRUE(draw_random_fourier(table, {T{1}, gamma}, random) == Status::invalid_gamma);
  TEST_ASSERT_TRUE(is_same(before, table));
  TEST_ASSERT_TRUE(random.state() == Random(1).state());
}

void test_what_is_no_bandwidth() {
  const float of_float[] = {
      0.0F, -0.0F, -1.0F, __FLT_MAX__, __builtin_huge_valf(), -__builtin_huge_valf(), __builtin_nanf("")};
  for (const float gamma : of_float) { check_bad_gamma(gamma); }
  const double of_double[] = {0.0, -1.0, static_cast<double>(__DBL_MAX__), __builtin_huge_val(), __builtin_nan("")};
  for (const double gamma : of_double) { check_bad_gamma(gamma); }
}

// --- bad input ------------------------------------------------------------------------------------------------------

template <class T>
void check_refused(const etl::array<T, 3>& x, Status expected) {
  static RandomFourierTable<T, 3, 30> table;
  TEST_ASSERT_TRUE(draw_random_fourier(table, {T{1}}, 2) == Status::ok);
  etl::array<T, 30> phi{};
  for (size_t j = 0; j < 30; ++j) { phi[j] = static_cast<T>(j); }
  TEST_ASSERT_TRUE(random_fourier(table, x, phi) == expected);
  for (size_t j = 0; j < 30; ++j) { ASSERT_SAME_BITS(static_cast<T>(j), phi[j]); }
}

template <class T>
void check_bad_inputs(T largest) {
  const T infinity = from_bits<T>(Ieee754<T>::exponent_mask);
  const T nan = from_bits<T>(Ieee754<T>::exponent_mask | 1U);
  const T not_finite[] = {infinity, -infinity, nan, -nan};
  const T too_large[] = {largest, -largest, static_cast<T>(1e13F)};
  for (size_t i = 0; i < 3; ++i) {
    for (const T bad : not_finite) {
      etl::array<T, 3> x{{T{1}, largest, T{1}}};
      x[i] = bad;
      check_refused(x, Status::input_not_finite);
    }
    for (const T bad : too_large) {
      etl::array<T, 3> x{};
      x[i] = bad;
      check_refused(x, Status::overflow);
    }
  }
  check_refused<T>({{largest, -largest, largest}}, Status::overflow);
}

void test_bad_inputs_are_refused_and_change_nothing() {
  check_bad_inputs<float>(__FLT_MAX__);
  check_bad_inputs<double>(static_cast<double>(__DBL_MAX__));
}

// One component is too large: the last of many.
void test_one_angle_too_large_is_enough() {
  constexpr RandomFourierTable<float, 1, 3> table = {{{1.0F}, {1.0F}, {-4.0F}}, {0.0F, 1.0F, 2.0F}, 1.0F};
  etl::array<float, 3> phi{{7.0F, 7.0F, 7.0F}};
  TEST_ASSERT_TRUE(random_fourier(table, {{0x1p30F}}, phi) == Status::overflow);
  for (const float x : phi) { ASSERT_SAME_BITS(7.0F, x); }
  TEST_ASSERT_TRUE(random_fourier(table, {{0x1.8p28F}}, phi) == Status::ok);
  for (const float x : phi) { TEST_ASSERT_TRUE(absolute(x) <= 1.0F); }
}

static_assert(sizeof(RandomFourierTable<float, 2, 20>) == 4 * (20 * 2 + 20 + 1), "numbers and nothing else");
static_assert(access_control_table.scale > 0.316F && access_control_table.scale < 0.3163F, "a constant");

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_formula);
  RUN_TEST(test_products_are_the_kernel);
#if !defined(__FAST_MATH__)
  RUN_TEST(test_the_table_in_flash_is_the_one_that_is_drawn);
#endif
  RUN_TEST(test_bandwidths_stand_one_after_another);
  RUN_TEST(test_norm);
  RUN_TEST(test_the_variance_is_twice_gamma);
  RUN_TEST(test_float_is_double_rounded);
  RUN_TEST(test_what_is_no_bandwidth);
  RUN_TEST(test_bad_inputs_are_refused_and_change_nothing);
  RUN_TEST(test_one_angle_too_large_is_enough);
  return UNITY_END();
}
