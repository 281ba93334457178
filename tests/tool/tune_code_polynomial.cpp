// The configuration that `ballast tune --code` writes: a polynomial schedule, and nothing as by default.
#include <type_traits>

#include "config.hpp"
#include "suite.hpp"

namespace {

using Projection = ballast::WithoutOnes<ballast::SeparateBalls<double>>;
static_assert(
    std::is_same_v<Learner,
                   ballast::Learner<double, 6, ballast::Standard, Projection, ballast::PolynomialSchedule<double>>>);

void test_it_has_the_numbers() {
  const auto& settings = config.settings();
  ASSERT_SAME_BITS(0.25, settings.lambda);
  ASSERT_SAME_BITS(1.0, settings.ratio);
  ASSERT_SAME_BITS(1.0, settings.schedule.beta_0);  // 0.125 x 16^0.75
  TEST_ASSERT_EQUAL_UINT32(16, settings.schedule.offset);
  ASSERT_SAME_BITS(0.75, settings.schedule.power);
  TEST_ASSERT_EQUAL_UINT32(20, settings.schedule.hold);
  ASSERT_SAME_BITS(2.0, settings.projection.average_reward_radius);
  ASSERT_SAME_BITS(300.0, settings.projection.weights_radius);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_it_has_the_numbers);
  return UNITY_END();
}
