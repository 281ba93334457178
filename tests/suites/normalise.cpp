#include <ballast/features/normalise.hpp>

#include "noise.hpp"
#include "suite.hpp"

#include <etl/array.h>

using namespace ballast;

namespace {

template <class T>
constexpr T epsilon = T{1} / static_cast<T>(uint64_t{1} << Ieee754<T>::mantissa_bits);

template <class T, size_t N>
T norm(const etl::array<T, N>& phi) {
  return square_root(kernel::dot(phi.data(), phi.data(), N));
}

template <class T, size_t N>
etl::array<T, N> random_vector(uint32_t seed, T scale) {
  Noise random(seed);
  etl::array<T, N> phi{};
  for (T& x : phi) { x = random.number<T>() * scale; }
  return phi;
}

// --- what is longer -------------------------------------------------------------------------------------------------

/// The length becomes 1, the direction stays: entries keep their ratio to the largest one.
template <class T, size_t N>
void check_scaled(T scale) {
  const T tolerance = static_cast<T>(4 + N / 16) * epsilon<T>;
  for (uint32_t seed = 1; seed < 20; ++seed) {
    const auto small = random_vector<T, N>(seed, T{1});
    auto phi = random_vector<T, N>(seed, scale);
    TEST_ASSERT_TRUE(limit_norm(phi) == Status::ok);
    TEST_ASSERT_TRUE(absolute(norm(phi) - T{1}) <= tolerance);
    for (size_t i = 0; i < N; ++i) { TEST_ASSERT_TRUE(absolute(phi[i] * norm(small) - small[i]) <= T{4} * tolerance); }
  }
}

template <class T>
void check_lengths(T large) {
  check_scaled<T, 2>(T{64});
  check_scaled<T, 1>(static_cast<T>(0x1p20));
  check_scaled<T, 17>(T{64});
  check_scaled<T, 300>(T{2});
  check_scaled<T, 2>(large);
  check_scaled<T, 300>(large);
}

void test_a_longer_vector_gets_length_one() {
  check_lengths<float>(0x1p100F);
  check_lengths<double>(0x1p1000);
}

template <class T, size_t N>
void check_all_equal(T value) {
  etl::array<T, N> phi{};
  for (T& x : phi) { x = value; }
  TEST_ASSERT_TRUE(limit_norm(phi) == Status::ok);
  for (const T x : phi) {
    TEST_ASSERT_TRUE(absolute(absolute(x) - active_feature_value<T>(N)) <= T{4} * epsilon<T>);
    TEST_ASSERT_TRUE(is_negative(x) == is_negative(value));
  }
}

void test_the_largest_numbers() {
  check_all_equal<float, 40>(__FLT_MAX__);
  check_all_equal<float, 40>(-__FLT_MAX__);
  check_all_equal<float, 1>(__FLT_MAX__);
  check_all_equal<double, 40>(static_cast<double>(__DBL_MAX__));
  etl::array<float, 3> phi{{1e30F, -1e30F, 1.0F}};
  TEST_ASSERT_TRUE(limit_norm(phi) == Status::ok);
  TEST_ASSERT_TRUE(absolute(phi[0] - 0.70710678F) < 1e-6F && absolute(phi[1] + 0.70710678F) < 1e-6F);
  TEST_ASSERT_TRUE(phi[2] > 0.7e-30F && phi[2] < 0.71e-30F);
}

void test_entries_of_one_whose_norm_is_larger() {
  check_all_equal<float, 16>(1.0F);
  check_all_equal<float, 3>(0.6F);
  etl::array<float, 2> phi{{0.0F, -4.0F}};
  TEST_ASSERT_TRUE(limit_norm(phi) == Status::ok);
  ASSERT_SAME_BITS(0.0F, phi[0]);
  ASSERT_SAME_BITS(-1.0F, phi[1]);
}

// --- what is not ----------------------------------------------------------------------------------------------------

template <class T, size_t N>
void check_left_alone(const etl::array<T, N>& before) {
  etl::array<T, N> phi = before;
  TEST_ASSERT_TRUE(limit_norm(phi) == Status::ok);
  for (size_t i = 0; i < N; ++i) { ASSERT_SAME_BITS(before[i], phi[i]); }
}

void test_a_shorter_vector_is_left_alone() {
  check_left_alone<float, 3>({{0.0F, -0.0F, 0.0F}});
  check_left_alone<float, 3>({{1.0F, 0.0F, 0.0F}});
  check_left_alone<float, 2>({{0.6F, -0.79F}});
  check_left_alone<float, 2>({{__FLT_DENORM_MIN__, 1e-30F}});
  check_left_alone<double, 2>({{0.6, -0.79}});
  check_left_alone(random_vector<float, 100>(1, 0.1F));
}

// --- what is no vector ----------------------------------------------------------------------------------------------

template <class T>
void check_not_finite() {
  const T infinity = from_bits<T>(Ieee754<T>::exponent_mask);
  const T nan = from_bits<T>(Ieee754<T>::exponent_mask | 1U);
  const T bad[] = {infinity, -infinity, nan, -nan};
  for (size_t position = 0; position < 5; ++position) {
    for (const T value : bad) {
      etl::array<T, 5> phi{{T{3}, T{3}, T{3}, T{3}, T{3}}};
      phi[position] = value;
      TEST_ASSERT_TRUE(limit_norm(phi) == Status::feature_not_finite);
      for (size_t i = 0; i < 5; ++i) { ASSERT_SAME_BITS(i == position ? value : T{3}, phi[i]); }
    }
  }
}

void test_what_is_not_finite_is_refused_and_left_alone() {
  check_not_finite<float>();
  check_not_finite<double>();
}

// --- binary features ------------------------------------------------------------------------------------------------

void test_binary_features() {
  ASSERT_SAME_BITS(1.0F, active_feature_value<float>(1));
  ASSERT_SAME_BITS(0.5F, active_feature_value<float>(4));
  ASSERT_SAME_BITS(0.25, active_feature_value<double>(16));
  for (size_t n = 1; n < 200; ++n) {
    const float value = active_feature_value<float>(n);
    TEST_ASSERT_TRUE(absolute(static_cast<float>(n) * value * value - 1.0F) <= 4.0F * epsilon<float>);
  }
}

static_assert(active_feature_value<float>(8) > 0.3535F && active_feature_value<float>(8) < 0.3536F, "a constant");

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_a_longer_vector_gets_length_one);
  RUN_TEST(test_the_largest_numbers);
  RUN_TEST(test_entries_of_one_whose_norm_is_larger);
  RUN_TEST(test_a_shorter_vector_is_left_alone);
  RUN_TEST(test_what_is_not_finite_is_refused_and_left_alone);
  RUN_TEST(test_binary_features);
  return UNITY_END();
}
