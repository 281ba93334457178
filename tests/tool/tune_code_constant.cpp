// The configuration that `ballast tune --code` writes: a constant step-size, all else as by default.
#include <type_traits>

#include "config.hpp"
#include "suite.hpp"

namespace {

static_assert(std::is_same_v<Learner, ballast::Learner<float, 6>>);

void test_it_has_the_numbers() {
  const auto& settings = config.settings();
  ASSERT_SAME_BITS(0.75F, settings.lambda);
  ASSERT_SAME_BITS(0.3F, settings.ratio);
  ASSERT_SAME_BITS(0.7F, settings.schedule.step_size);
  ASSERT_SAME_BITS(1000.0F, settings.projection.radius);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_it_has_the_numbers);
  return UNITY_END();
}
