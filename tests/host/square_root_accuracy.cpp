// The square root by digits, which cores without the instruction use, must be the correctly rounded one.

#include <ballast/math/square_root.hpp>

#include <cmath>

#include "noise.hpp"
#include "suite.hpp"

using ballast::detail::square_root_by_digits;

namespace {

void test_float() {
  for (uint32_t bits = 1; bits < ballast::Ieee754<float>::exponent_mask; bits += 211) {
    const float x = ballast::from_bits<float>(bits);
    ASSERT_SAME_BITS(std::sqrt(x), square_root_by_digits(x));
  }
}

void test_double() {
  Noise random(1);
  for (int i = 0; i < 1000000; ++i) {
    const uint64_t bits = (uint64_t{random.word()} << 40) ^ (uint64_t{random.word()} << 20) ^ random.word();
    const double x = ballast::from_bits<double>(bits % ballast::Ieee754<double>::exponent_mask);
    if (x > 0.0) { ASSERT_SAME_BITS(std::sqrt(x), square_root_by_digits(x)); }
  }
}

void test_edges() {
  ASSERT_SAME_BITS(std::sqrt(__FLT_DENORM_MIN__), square_root_by_digits(__FLT_DENORM_MIN__));
  ASSERT_SAME_BITS(std::sqrt(__FLT_MAX__), square_root_by_digits(__FLT_MAX__));
  ASSERT_SAME_BITS(std::sqrt(__DBL_DENORM_MIN__), square_root_by_digits(__DBL_DENORM_MIN__));
  ASSERT_SAME_BITS(std::sqrt(__DBL_MAX__), square_root_by_digits(__DBL_MAX__));
  ASSERT_SAME_BITS(1.0F, square_root_by_digits(1.0F));
  ASSERT_SAME_BITS(0x1.fffffep-1F, square_root_by_digits(0x1.fffffcp-1F));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_float);
  RUN_TEST(test_double);
  RUN_TEST(test_edges);
  return UNITY_END();
}
