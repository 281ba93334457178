// How far pow is from the truth, in units in the last place, over bases in [1, 2^32] and powers in (0, 1]. The
// promise is 2 ulp in float and 4 in double; what is measured is printed, and a bound close to it is asserted so
// that a lost digit is noticed.

#include <ballast/pow.hpp>

#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <limits>

#include "suite.hpp"

namespace {

static_assert(std::numeric_limits<long double>::digits >= 64, "the reference must be better than what it judges");

template <class T>
class Measured {
 public:
  void at(T base, T power) {
    const long double truth = std::pow(static_cast<long double>(base), static_cast<long double>(power));
    int exponent = 0;
    std::frexp(truth, &exponent);
    const long double ulp = std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits);
    const long double error = std::fabs(static_cast<long double>(ballast::pow(base, power)) - truth) / ulp;
    if (!(error <= worst_)) {
      worst_ = error;
      base_ = base;
      power_ = power;
    }
    ++cases_;
  }

  double worst(const char* name) const {
    std::printf("%s: %ld cases, at most %.3Lf ulp, at base %a power %a\n", name, cases_, worst_,
                static_cast<double>(base_), static_cast<double>(power_));
    return static_cast<double>(worst_);
  }

 private:
  long double worst_ = 0.0L;
  T base_{};
  T power_{};
  long cases_ = 0;
};

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
double worst_error(const char* name) {
  Measured<T> measured;
  for_each_base<T>([&](T base) { for_each_power<T>([&](T power) { measured.at(base, power); }); });
  return measured.worst(name);
}

// What a schedule sees: the integer t + offset, itself rounded to float, beyond 2^24 too.
double worst_error_of_integers_in_float() {
  double worst = 0.0;
  for (uint32_t n = 1; n < UINT32_MAX - n / 700 - 1; n += n / 700 + 1) {
    const long double truth = std::pow(static_cast<long double>(n), static_cast<long double>(0.99F));
    int exponent = 0;
    std::frexp(truth, &exponent);
    const float result = ballast::pow(static_cast<float>(n), 0.99F);
    const long double error = std::fabs(static_cast<long double>(result) - truth) / std::ldexp(1.0L, exponent - 24);
    worst = std::fmax(worst, static_cast<double>(error));
  }
  std::printf("float, of integers up to 2^32: at most %.3f ulp\n", worst);
  return worst;
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
