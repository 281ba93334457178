// The cosines of many angles at once have the bits of ballast::cosine, whatever the angles are.

#include <experiments/trials/cosines.hpp>

#include <ballast/math/random.hpp>
#include <ballast/math/sine.hpp>

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "suite.hpp"

using ballast::Random;
using ballast::experiments::to_cosines;

namespace {

template <class T>
bool is_same(T angle, T cosine) {
  const T expected = ballast::cosine(angle);
  const bool are_nan = ballast::is_nan(expected) && ballast::is_nan(cosine);
  const bool good = are_nan || ballast::to_bits(expected) == ballast::to_bits(cosine);
  if (!good) { std::printf("cos(%a) is %a, not %a\n", double{angle}, double{expected}, double{cosine}); }
  return good;
}

template <class T>
void check(const std::vector<T>& angles) {
  std::vector<T> cosines(angles.size());
  to_cosines(angles.data(), cosines.data(), angles.size());
  for (std::size_t i = 0; i < angles.size(); ++i) { TEST_ASSERT_TRUE(is_same(angles[i], cosines[i])); }
}

/// From 2^-30 to 2^16, where the fast way ends at 2^14.
template <class T>
void check_random() {
  Random random(1);
  std::vector<T> angles(20000);
  for (int exponent = -30; exponent <= 16; ++exponent) {
    const double largest = std::ldexp(1.0, exponent);
    for (T& angle : angles) { angle = static_cast<T>(random.uniform(-largest, largest)); }
    check(angles);
  }
}

void test_random_angles() {
  check_random<float>();
  check_random<double>();
}

/// Those of random Fourier features.
void test_usual_angles() {
  Random random(2);
  std::vector<double> angles(3000000);
  for (double& angle : angles) { angle = random.uniform(-16.0, 16.0); }
  check(angles);
  check(std::vector<float>(angles.begin(), angles.end()));
}

/// Where the cosine is 0, 1 or -1, where the table changes, and next to that.
template <class T>
void check_multiples() {
  using Word = typename ballast::Ieee754<T>::Word;
  std::vector<T> angles;
  for (int k = -3000; k <= 3000; ++k) {
    const auto angle = static_cast<T>(k * (3.14159265358979323846 / 256));
    for (int i = -3; i <= 3; ++i) {
      angles.push_back(k == 0 ? static_cast<T>(i) * std::numeric_limits<T>::min()
                              : ballast::from_bits<T>(ballast::to_bits(angle) + static_cast<Word>(i)));
    }
  }
  check(angles);
}

void test_multiples_of_a_256th_of_pi() {
  check_multiples<float>();
  check_multiples<double>();
}

template <class T>
void check_special() {
  using Limits = std::numeric_limits<T>;
  const std::vector<T> special = {T{0},
                                  -T{0},
                                  T{1},
                                  Limits::min(),
                                  Limits::denorm_min(),
                                  T{16384},
                                  T{2147483520},
                                  T{2147483648},
                                  Limits::max(),
                                  Limits::infinity(),
                                  -T{16384},
                                  Limits::quiet_NaN(),
                                  -T{2147483520}};
  for (const T first : special) {
    for (const T second : special) { check<T>({first, second}); }
  }
}

void test_special_angles() {
  check_special<float>();
  check_special<double>();
}

void test_any_number_of_angles_in_place() {
  for (std::size_t n = 0; n < 6; ++n) {
    std::vector<double> numbers(n + 1);
    for (std::size_t i = 0; i <= n; ++i) { numbers[i] = static_cast<double>(i) + 0.5; }
    to_cosines(numbers.data(), numbers.data(), n);
    for (std::size_t i = 0; i < n; ++i) { TEST_ASSERT_TRUE(is_same(static_cast<double>(i) + 0.5, numbers[i])); }
    TEST_ASSERT_TRUE(numbers[n] == static_cast<double>(n) + 0.5);
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_random_angles);
  RUN_TEST(test_usual_angles);
  RUN_TEST(test_multiples_of_a_256th_of_pi);
  RUN_TEST(test_special_angles);
  RUN_TEST(test_any_number_of_angles_in_place);
  return UNITY_END();
}
