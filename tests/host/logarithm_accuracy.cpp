// The logarithm against long double, over every magnitude and next to 1, where it is small and a relative error would
// show. The bounds asserted are close to what is measured and printed.

#include <ballast/math/logarithm.hpp>

#include "accuracy.hpp"
#include "noise.hpp"
#include "suite.hpp"

namespace {

template <class T>
void add(WorstError<T>& worst, T x) {
  if (x > T{0} && std::isfinite(x)) { worst.add(ballast::logarithm(x), std::log(static_cast<long double>(x)), x); }
}

/// In [1, 2), with all digits of T.
template <class T>
T mantissa(Noise& random) {
  const uint64_t bits = (uint64_t{random.word()} << 40) ^ (uint64_t{random.word()} << 20) ^ random.word();
  constexpr int digits = ballast::Ieee754<T>::mantissa_bits;
  const uint64_t fraction = bits & ((uint64_t{1} << digits) - 1);
  return ballast::from_bits<T>(static_cast<typename ballast::Ieee754<T>::Word>(ballast::to_bits(T{1}) + fraction));
}

template <class T>
void check_magnitudes(double bound) {
  using Limits = std::numeric_limits<T>;
  Noise random(1);
  WorstError<T> worst;
  for (int exponent = Limits::min_exponent - Limits::digits; exponent < Limits::max_exponent; ++exponent) {
    const T power_of_two = std::ldexp(T{1}, exponent);
    add(worst, power_of_two);
    add(worst, std::nextafter(power_of_two, T{0}));
    add(worst, std::nextafter(power_of_two, Limits::max()));
    for (int i = 0; i < 500; ++i) { add(worst, std::ldexp(mantissa<T>(random), exponent)); }
  }
  TEST_ASSERT_TRUE(worst.report("every magnitude") <= bound);
}

template <class T>
void check_next_to_one(double bound) {
  Noise random(2);
  WorstError<T> worst;
  for (int exponent = -2; exponent >= -std::numeric_limits<T>::digits; --exponent) {
    for (int i = 0; i < 20000; ++i) {
      const T distance = std::ldexp(mantissa<T>(random), exponent);
      add(worst, T{1} - distance);
      add(worst, T{1} + distance);
    }
  }
  TEST_ASSERT_TRUE(worst.report("next to 1") <= bound);
}

void test_float() {
  check_magnitudes<float>(0.53);
  check_next_to_one<float>(0.53);
}

void test_double() {
  check_magnitudes<double>(0.502);
  check_next_to_one<double>(0.502);
}

void test_a_dense_grid_of_floats() {
  WorstError<float> worst;
  for (uint32_t bits = 1; bits < ballast::Ieee754<float>::exponent_mask; bits += 101) {
    add(worst, ballast::from_bits<float>(bits));
  }
  TEST_ASSERT_TRUE(worst.report("grid") <= 0.53);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_float);
  RUN_TEST(test_double);
  RUN_TEST(test_a_dense_grid_of_floats);
  return UNITY_END();
}
