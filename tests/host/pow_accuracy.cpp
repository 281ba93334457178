// How far pow is from the truth, in units in the last place, over bases in [1, 2^32] and powers in (0, 1]. The
// promise is 2 ulp in float and 4 in double; what is measured is printed, and a bound close to it is asserted so
// that a lost digit is noticed.

#include <ballast/math/pow.hpp>

#include <initializer_list>

#include "accuracy.hpp"
#include "suite.hpp"

namespace {

/// Powers: the common ones, both ends, and a grid that is fine in the mantissa as well as in the exponent.
template <class T, class F>
void for_each_power(F visit) {
  for (const double power : {1.0, 0.99, 0.9, 0.75, 2.0 / 3.0, 0.6, 0.5, 0.25}) { visit(static_cast<T>(power)); }
  visit(std::nextafter(T{1}, T{0}));
  visit(std::numeric_limits<T>::denorm_min());
  for (int exponent = 0; exponent > -40; --exponent) {
    for (const double mantissa : {0.53, 0.71, 0.97}) { visit(std::ldexp(static_cast<T>(mantissa), exponent)); }
  }
}

/// Bases: every small integer (what a schedule asks for), both neighbours of every power of two, and a geometric
/// grid over the whole range.
template <class T, class F>
void for_each_base(F visit) {
  const T largest = 4294967296;
  for (int integer = 1; integer <= 5000; ++integer) { visit(static_cast<T>(integer)); }
  for (int exponent = 0; exponent <= 32; ++exponent) {
    const T power_of_two = std::ldexp(T{1}, exponent);
    if (exponent > 0) { visit(std::nextafter(power_of_two, T{0})); }
    visit(power_of_two);
    if (exponent < 32) { visit(std::nextafter(power_of_two, largest)); }
  }
  T base = 1;
  for (int i = 0; i < 23900; ++i) {
    visit(base);
    base = std::fmin(base * static_cast<T>(1.00093), largest);
  }
}

template <class T>
void add(WorstError<T>& worst, T base, T power, long double exact_base) {
  worst.add(ballast::pow(base, power), std::pow(exact_base, static_cast<long double>(power)), base);
}

template <class T>
double worst_error(const char* name) {
  WorstError<T> worst;
  for_each_base<T>(
      [&](T base) { for_each_power<T>([&](T power) { add(worst, base, power, static_cast<long double>(base)); }); });
  return worst.report(name);
}

// What a schedule sees: the integer t + offset, itself rounded to float, beyond 2^24 too.
double worst_error_of_integers_in_float() {
  WorstError<float> worst;
  for (uint32_t n = 1; n < UINT32_MAX - n / 700 - 1; n += n / 700 + 1) {
    for_each_power<float>([&](float power) { add(worst, static_cast<float>(n), power, static_cast<long double>(n)); });
  }
  return worst.report("float, of integers up to 2^32");
}

void test_float() {
  TEST_ASSERT_TRUE(worst_error<float>("float") <= 0.9);
}
void test_double() {
  TEST_ASSERT_TRUE(worst_error<double>("double") <= 0.6);
}
void test_integers_in_float() {
  TEST_ASSERT_TRUE(worst_error_of_integers_in_float() <= 2.0);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_float);
  RUN_TEST(test_double);
  RUN_TEST(test_integers_in_float);
  return UNITY_END();
}
