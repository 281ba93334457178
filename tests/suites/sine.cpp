#include <ballast/math/sine.hpp>

#include "suite.hpp"

// Accuracy is measured on the host (tests/host/sine_accuracy.cpp); here are values that must be exact or are correctly
// rounded, and the edges, on every core.
namespace {

using ballast::cosine;
using ballast::sine;

template <class T>
void check_zero_and_tiny(T tiny, T smallest) {
  ASSERT_SAME_BITS(T{0}, sine(T{0}));
  ASSERT_SAME_BITS(-T{0}, sine(-T{0}));
  ASSERT_SAME_BITS(T{1}, cosine(T{0}));
  ASSERT_SAME_BITS(tiny, sine(tiny));
  ASSERT_SAME_BITS(-tiny, sine(-tiny));
  ASSERT_SAME_BITS(T{1}, cosine(tiny));
  ASSERT_SAME_BITS(smallest, sine(smallest));
}

void test_zero_and_tiny() {
  check_zero_and_tiny<float>(1e-20F, __FLT_DENORM_MIN__);
  check_zero_and_tiny<double>(1e-200, static_cast<double>(__DBL_DENORM_MIN__));
}

void test_known_values() {
  ASSERT_SAME_BITS(0x1.aed548p-1F, sine(1.0F));
  ASSERT_SAME_BITS(0x1.14a28p-1F, cosine(1.0F));
  ASSERT_SAME_BITS(0x1.aed548f090ceep-1, sine(1.0));
  ASSERT_SAME_BITS(0x1.14a280fb5068cp-1, cosine(1.0));
  ASSERT_SAME_BITS(-0x1.3b32b2ca06654p-1, sine(1048575.0));
  ASSERT_SAME_BITS(0x1.937a45bd49642p-1, cosine(-1048575.0));
  ASSERT_SAME_BITS(0x1.1a62633145c07p-53, sine(3.14159265358979323846));
  ASSERT_SAME_BITS(0x1.1a62633145c07p-54, cosine(1.57079632679489661923));
}

void test_every_quadrant() {
  for (int i = -20; i <= 20; ++i) {
    const float x = static_cast<float>(i) * 0.4F;
    ASSERT_SAME_BITS(sine(x), -sine(-x));
    ASSERT_SAME_BITS(cosine(x), cosine(-x));
    const float one = sine(x) * sine(x) + cosine(x) * cosine(x);
    TEST_ASSERT_TRUE(one > 0.999999F && one < 1.000001F);
  }
}

template <class T>
void check_not_finite(T too_large) {
  using F = ballast::Ieee754<T>;
  const T bad[] = {too_large, -too_large, ballast::from_bits<T>(F::exponent_mask),
                   ballast::from_bits<T>(F::exponent_mask | 1U)};
  for (const T x : bad) {
    TEST_ASSERT_FALSE(ballast::has_sine(x));
    TEST_ASSERT_FALSE(ballast::is_finite(sine(x)));
    TEST_ASSERT_FALSE(ballast::is_finite(cosine(x)));
  }
}

void test_what_has_no_sine_gives_nan() {
  check_not_finite<float>(0x1p31F);
  check_not_finite<double>(0x1p31);
}

template <class T>
void check_largest(T largest) {
  const T both[] = {largest, -largest};
  for (const T x : both) {
    TEST_ASSERT_TRUE(ballast::has_sine(x));
    TEST_ASSERT_TRUE(ballast::absolute(sine(x)) <= T{1});
    TEST_ASSERT_TRUE(ballast::absolute(cosine(x)) <= T{1});
  }
}

void test_the_largest_angles() {
  check_largest<float>(0x1.fffffep30F);
  check_largest<double>(0x1.fffffffffffffp30);
}

static_assert(sine(0.5F) > 0.479F && sine(0.5F) < 0.48F, "also in constant expressions");

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_zero_and_tiny);
  RUN_TEST(test_known_values);
  RUN_TEST(test_every_quadrant);
  RUN_TEST(test_what_has_no_sine_gives_nan);
  RUN_TEST(test_the_largest_angles);
  return UNITY_END();
}
