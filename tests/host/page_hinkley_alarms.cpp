// How often the Page-Hinkley test raises a false alarm: with independent normal samples, as the formula in its header
// says.

#include <ballast/field/page_hinkley.hpp>
#include <ballast/math/normal.hpp>
#include <ballast/math/random.hpp>

#include <math.h>

#include "suite.hpp"

using ballast::PageHinkley;

namespace {

constexpr uint32_t alarms = 1500;

double mean_time_between_alarms(int32_t tolerance, int32_t threshold, uint64_t seed) {
  PageHinkley test;
  ballast::Random random(seed);
  double samples = 0;
  for (uint32_t seen = 0; seen < alarms; ++samples) {
    const double eighths = 8.0 * static_cast<double>(ballast::normal<float>(random));
    test.add(PageHinkley::clipped(static_cast<int32_t>(lround(eighths))), tolerance);
    seen += test.has_changed(threshold) ? 1U : 0U;
  }
  return samples / alarms;
}

/// Both in deviations.
double formula(double tolerance, double threshold) {
  const double x = 2 * tolerance * (threshold + 1.166);
  return (exp(x) - x - 1) / (4 * tolerance * tolerance);
}

/// In eighths, as Health counts.
void check(int32_t tolerance, int32_t threshold) {
  const double ratio = mean_time_between_alarms(tolerance, threshold, 1) / formula(tolerance / 8.0, threshold / 8.0);
  TEST_ASSERT_TRUE(ratio > 0.93 && ratio < 1.13);
}

void test_small_tolerances() {
  check(2, 48);
  check(2, 64);
}
void test_the_tolerance_of_td_errors_and_rewards() {
  check(4, 24);
  check(4, 32);
  check(4, 44);
}
void test_large_tolerances() {
  check(8, 16);
  check(8, 24);
  check(12, 12);
  check(12, 16);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_small_tolerances);
  RUN_TEST(test_the_tolerance_of_td_errors_and_rewards);
  RUN_TEST(test_large_tolerances);
  return UNITY_END();
}
