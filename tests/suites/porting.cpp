// What docs/PORTING.md shows, cut out of it: an interrupt asks between any two ticks, and gets what one tick has
// published.

#include <porting_snippet.hpp>

#include "suite.hpp"

namespace {

void test_an_interrupt_gets_what_the_last_tick_has_published() {
  Summary now{9, 9, 9.0F};
  TEST_ASSERT_TRUE(answer(now));
  TEST_ASSERT_EQUAL_UINT32(0, now.decisions);

  constexpr auto config = Agent::Config().lambda(0.25F).ratio(0.1F).step_size(0.5F).radius(100.0F).epsilon(0.1F);
  TEST_ASSERT_TRUE(agent.start(config, 1) == ballast::Status::ok);
  uint32_t action = 0;
  for (uint32_t tick = 1; tick <= 400; ++tick) {
    action = next_action(action == tick % 2 ? 1.0F : 0.0F, tick % 4);
    TEST_ASSERT_TRUE(answer(now));
    TEST_ASSERT_EQUAL_UINT32(tick, now.decisions);
    TEST_ASSERT_EQUAL_UINT32(action, now.action);
    ASSERT_SAME_BITS(agent.average_reward(), now.average_reward);
  }
  TEST_ASSERT_TRUE(now.average_reward > 0.25F);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_an_interrupt_gets_what_the_last_tick_has_published);
  return UNITY_END();
}
