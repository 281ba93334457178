// Health, Guard and Scale as firmware may use them without having meant to: actions that are none, agents that are
// frozen, rewards that overflow, guards that are saved in one firmware and resumed in another.

#include <ballast/control/sarsa.hpp>
#include <ballast/field/guard.hpp>
#include <ballast/field/health.hpp>
#include <ballast/field/scale.hpp>
#include <ballast/field/telemetry.hpp>
#include <ballast/field/together.hpp>
#include <ballast/field/weights_norm.hpp>
#include <ballast/learner.hpp>
#include <ballast/snapshot.hpp>

#include <string.h>

#include <etl/array.h>
#include <etl/crc32.h>

#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

constexpr int block = HealthRules::block;
constexpr float infinity = from_bits<float>(Ieee754<float>::exponent_mask);

using Features = etl::array<float, 2>;
using Agent = Sarsa<float, Features, 2>;

struct OftenKept : GuardRules {
  static constexpr uint32_t keep_every = 1000;
  static constexpr uint32_t wait = 100;
};

/// In another type than KeptInRam, with no room for weights.
struct KeptNowhere {
  template <class Subject>
  static bool keep(const Subject& /*subject*/) noexcept {
    return false;
  }
  template <class Subject>
  static bool restore(Subject& /*subject*/) noexcept {
    return false;
  }
  static void forget() noexcept {}
  static constexpr uint32_t snapshot_bytes = 0;
  template <class Archive>
  static void exchange(Archive& /*archive*/) noexcept {}
};

/// An agent with its companions, in the tick of a control loop.
template <class Keeper = KeptInRam<Agent>>
struct Watched {
  Agent agent;
  Health<2> health;
  Guard<Keeper, OftenKept> guard;
  Noise noise{3};

  auto together() { return ballast::together(agent, health, guard); }

  Watched() { TEST_ASSERT_TRUE(agent.start(Agent::Config().step_size(0.01F).epsilon(0.1F), 5) == Status::ok); }

  GuardEvent tick(float reward) {
    const Decision decision = agent.tick(reward, {{noise.number<float>(), noise.number<float>()}});
    health.add(agent, decision, reward);
    return guard.watch(agent, health);
  }
  void run(int ticks) {
    for (int t = 0; t < ticks; ++t) { (void)tick(noise.number<float>()); }
  }
  void run_blind(int ticks) {
    for (int t = 0; t < ticks; ++t) { (void)tick(infinity); }
  }
};

struct File {
  uint8_t bytes[1024]{};
  size_t size = 0;
  bool write(const uint8_t* from, size_t count) {
    if (count > sizeof bytes - size) { return false; }
    memcpy(bytes + size, from, count);
    size += count;
    return true;
  }
  bool read(uint32_t offset, uint8_t* to, size_t count) const {
    if (offset > size || count > size - offset) { return false; }
    memcpy(to, bytes + offset, count);
    return true;
  }
};

// --- health ---------------------------------------------------------------------------------------------------------

/// greedy_action() returns `actions` if none is feasible, and a decision may be one of yours.
void test_an_action_that_is_none_is_no_index() {
  struct {
    Health<32> health;
    uint32_t after[4] = {~0U, ~0U, ~0U, ~0U};
  } there;
  Sarsa<float, Features, 32> agent;
  TEST_ASSERT_TRUE(agent.start(decltype(agent)::Config(), 1) == Status::ok);
  for (uint32_t action = 32; action < 40; ++action) {
    there.health.add(agent, {Status::no_feasible_action, false, false, action}, 0.0F);
  }
  for (const uint32_t word : there.after) { TEST_ASSERT_EQUAL_HEX32(~0U, word); }
}

/// Its TD errors and its trace stay as they were: no sensor is stuck, nothing has changed.
void test_a_frozen_agent_stays_settled() {
  Watched<> watched;
  watched.run(100 * block);
  TEST_ASSERT_TRUE(watched.health.verdict() == Verdict::settled);
  const uint8_t before = watched.health.blocks_since_change();
  watched.agent.evaluate();
  for (int k = 0; k < 100; ++k) {
    watched.run(block);
    TEST_ASSERT_TRUE(watched.health.verdict() == Verdict::settled);
    TEST_ASSERT_TRUE(watched.health.blocks_since_change() > before);
  }
}

/// The last update before it was frozen happened to overwrite: that says nothing of what follows.
void test_a_frozen_agent_does_not_diverge() {
  Watched<> watched;
  watched.run(100 * block);
  const auto config = Agent::Config(watched.agent.learner().config(), watched.agent.exploration());
  TEST_ASSERT_TRUE(watched.agent.reconfigure(config.step_size(1e6F)) == Status::ok);
  watched.run(1);
  watched.agent.evaluate();
  for (int k = 0; k < 100; ++k) {
    watched.run(block);
    TEST_ASSERT_FALSE(watched.health.verdict() == Verdict::diverging);
  }
  TEST_ASSERT_TRUE(watched.guard.is_trusted());
}

/// It has not updated anything, and no norm was given.
void test_an_agent_that_evaluates_from_the_start_has_no_small_updates() {
  Watched<> watched;
  watched.agent.evaluate();
  watched.run(50 * block);
  ASSERT_SAME_BITS(0.0F, watched.health.small_update_rate());
  ASSERT_SAME_BITS(0.0F, watched.health.overwriting_rate());
}

/// Rewards of any size are finite: what health makes of them must be one that can be resumed.
void test_health_of_huge_rewards_can_be_resumed() {
  for (const float size : {3e38F, -3e38F, 1e38F}) {
    Watched<> watched;
    watched.agent.evaluate();
    for (int t = 0; t < 30 * block; ++t) { (void)watched.tick(t < 10 * block || t % 2 == 0 ? size : -size); }
    File file;
    TEST_ASSERT_TRUE(save(watched.together(), 1, file) == Status::ok);
    Watched<> into;
    auto together = into.together();
    TEST_ASSERT_TRUE(resume(together, 1, file) == Status::ok);
  }
}

/// Words as a snapshot has them.
struct Words {
  uint32_t words[30]{};
  size_t at = 0;
  bool is_valid = true;

  static bool is_storing() { return true; }
  void operator()(uint32_t& x) { x = words[at++]; }
  float number(float /*x*/) { return from_bits<float>(words[at++]); }
  template <class T>
  void below(T& x, uint32_t limit) {
    require(words[at] < limit);
    x = static_cast<T>(words[at++]);
  }
  void require(bool condition) { is_valid = is_valid && condition; }
};

/// A verdict of a later version would otherwise never end.
void test_a_verdict_that_is_none_begins_again() {
  Words words;
  words.words[27] = 7;  // state
  Health<2> health;
  health.exchange(words);
  TEST_ASSERT_EQUAL_UINT32(30, words.at);
  TEST_ASSERT_TRUE(words.is_valid);
  TEST_ASSERT_TRUE(health.verdict() == Verdict::starting);
}

/// The deviation of the reward is divided by.
void test_a_deviation_that_is_not_finite_is_refused() {
  for (const uint32_t log2 : {0xFEFFU, 0xFF00U, 0xFFFFU}) {
    Words words;
    words.words[7] = log2;
    Health<2> health;
    health.exchange(words);
    TEST_ASSERT_TRUE(words.is_valid == (log2 < 0xFF00U));
  }
}

/// A learner that is not updated meanwhile can be handed back all the same.
void test_a_learner_is_handed_back_after_it_was_blind() {
  Learner<float, 2> learner;
  TEST_ASSERT_TRUE(learner.start(Learner<float, 2>::Config()) == Status::ok);
  Health<> health;
  Guard<KeptInRam<Learner<float, 2>>> guard;
  for (int t = 0; t < 20 * block && guard.is_trusted(); ++t) {
    health.add(Status::skipped);
    (void)guard.watch(learner, health);
  }
  TEST_ASSERT_FALSE(guard.is_trusted());
  TEST_ASSERT_TRUE(health.skip_rate() > 0.25F);
  for (int t = 0; t < 40 * block && !guard.is_trusted(); ++t) {
    health.add(Status::ok);
    (void)guard.watch(learner, health);
  }
  TEST_ASSERT_TRUE(guard.is_trusted());
}

// --- guard ----------------------------------------------------------------------------------------------------------

/// Whoever froze the agent ends that.
void test_what_was_frozen_before_stays_frozen() {
  Watched<> watched;
  watched.agent.evaluate();
  watched.run(20 * block);
  watched.run_blind(20 * block);
  TEST_ASSERT_FALSE(watched.guard.is_trusted());
  watched.run(40 * block);
  TEST_ASSERT_TRUE(watched.guard.is_trusted());
  TEST_ASSERT_TRUE(watched.agent.is_evaluating());
}

/// Started again while the fallback decides, it would learn from actions that are not its own.
void test_an_agent_that_is_started_again_waits_until_it_is_handed_back() {
  Watched<> watched;
  watched.run_blind(20 * block);
  TEST_ASSERT_FALSE(watched.guard.is_trusted());
  TEST_ASSERT_TRUE(watched.agent.start(Agent::Config(), 1) == Status::ok);
  while (!watched.guard.is_trusted()) {
    watched.run(1);
    TEST_ASSERT_EQUAL_UINT32(0, watched.agent.learner().updates());
  }
  watched.run(3);
  TEST_ASSERT_TRUE(watched.agent.learner().updates() > 0);
}

/// The kept weights are larger than the radius is now: they are put back, and the next update is in the ball.
void test_kept_weights_beyond_a_smaller_radius() {
  Watched<> watched;
  const etl::array<float, 4> weights{{3.0F, 4.0F, 0.0F, 0.0F}};
  TEST_ASSERT_TRUE(watched.agent.restore(weights, 0.0F) == Status::ok);
  KeptInRam<Agent> keeper;
  TEST_ASSERT_TRUE(keeper.keep(watched.agent));
  const auto config = Agent::Config(watched.agent.learner().config(), watched.agent.exploration()).radius(1.0F);
  TEST_ASSERT_TRUE(watched.agent.reconfigure(config) == Status::ok);
  TEST_ASSERT_TRUE(keeper.restore(watched.agent));
  watched.run(3);
  TEST_ASSERT_TRUE(weights_norm(watched.agent.learner()) <= 1.0F);
}

/// A guard with another keeper knows who decides: nobody else would hand back to an agent that evaluates.
void test_a_guard_that_keeps_weights_elsewhere_hands_back() {
  Watched<> watched;
  watched.run(20 * block);
  watched.run_blind(20 * block);
  File file;
  TEST_ASSERT_TRUE(save(watched.together(), 1, file) == Status::ok);
  Watched<KeptNowhere> into;
  auto together = into.together();
  TEST_ASSERT_TRUE(resume(together, 1, file) == Status::ok);
  TEST_ASSERT_FALSE(into.guard.is_trusted());
  TEST_ASSERT_TRUE(into.health.verdict() == Verdict::blind);
  TEST_ASSERT_EQUAL_UINT32(1, into.guard.handovers());
  into.run(40 * block);
  TEST_ASSERT_TRUE(into.guard.is_trusted());
  TEST_ASSERT_FALSE(into.agent.is_evaluating());
}
/// And the other way round: there are no weights then.
void test_a_guard_that_keeps_weights_here_hands_back() {
  Watched<KeptNowhere> watched;
  watched.run_blind(20 * block);
  File file;
  TEST_ASSERT_TRUE(save(watched.together(), 1, file) == Status::ok);
  Watched<> into;
  into.run(100 * block);
  TEST_ASSERT_TRUE(into.guard.keeper().has_any());
  auto together = into.together();
  TEST_ASSERT_TRUE(resume(together, 1, file) == Status::ok);
  TEST_ASSERT_FALSE(into.guard.is_trusted());
  TEST_ASSERT_FALSE(into.guard.keeper().has_any());
}

/// The last section has no contents, with companions as without.
void test_a_last_section_with_a_length_is_refused() {
  Watched<> watched;
  File file;
  TEST_ASSERT_TRUE(save(watched.together(), 1, file) == Status::ok);
  file.bytes[file.size - 8] = 4;
  const uint32_t checksum = etl::crc32_t16(file.bytes, file.bytes + file.size - 4).value();
  detail::put_word(file.bytes + file.size - 4, checksum);
  auto together = watched.together();
  TEST_ASSERT_TRUE(resume(together, 1, file) == Status::snapshot_damaged);
}

// --- scale ----------------------------------------------------------------------------------------------------------

/// Of rewards alone.
void test_a_scale_without_inputs() {
  Scale<float, 0> scale;
  for (const float reward : {1.0F, -12.0F, infinity}) { scale.add(reward, {}); }
  scale.use();
  ASSERT_SAME_BITS(0.5F, scale.scaled(8.0F));
  TEST_ASSERT_FALSE(scale.warnings().any());
}

/// What the weights mean is the same after a reset.
void test_a_scale_goes_on_after_a_reset() {
  Noise noise(1);
  Scale<float, 2> measured;
  for (int t = 0; t < 100; ++t) { measured.add(9.0F * noise.number<float>(), {{noise.number<float>(), 3.0F}}); }
  measured.use();
  Scale<float, 2> scale;
  scale.add(1000.0F, {{-1000.0F, 1000.0F}});
  scale.use({{measured.range(0), measured.range(1)}}, measured.largest_reward());
  TEST_ASSERT_TRUE(scale.is_used());
  ASSERT_SAME_BITS(measured.scaled(1.0F), scale.scaled(1.0F));
  for (int t = 0; t < 100; ++t) {
    const Features inputs{{2.0F * noise.number<float>(), noise.number<float>()}};
    Features a;
    Features b;
    measured.encode(inputs, a);
    scale.encode(inputs, b);
    for (size_t i = 0; i < 2; ++i) { ASSERT_SAME_BITS(a[i], b[i]); }
    scale.add(1.0F, inputs);
  }
}

/// A record says all of it.
void test_a_stuck_input_is_in_a_record() {
  TEST_ASSERT_EQUAL_UINT8(input_stuck, (ScaleWarnings{false, false, false, true}.bits()));
  TEST_ASSERT_EQUAL_UINT8(rewards_beyond_one | features_beyond_one | input_beyond_range,
                          (ScaleWarnings{true, true, true, false}.bits()));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_an_action_that_is_none_is_no_index);
  RUN_TEST(test_a_frozen_agent_stays_settled);
  RUN_TEST(test_a_frozen_agent_does_not_diverge);
  RUN_TEST(test_an_agent_that_evaluates_from_the_start_has_no_small_updates);
  RUN_TEST(test_health_of_huge_rewards_can_be_resumed);
  RUN_TEST(test_a_verdict_that_is_none_begins_again);
  RUN_TEST(test_a_deviation_that_is_not_finite_is_refused);
  RUN_TEST(test_a_learner_is_handed_back_after_it_was_blind);
  RUN_TEST(test_what_was_frozen_before_stays_frozen);
  RUN_TEST(test_an_agent_that_is_started_again_waits_until_it_is_handed_back);
  RUN_TEST(test_kept_weights_beyond_a_smaller_radius);
  RUN_TEST(test_a_guard_that_keeps_weights_elsewhere_hands_back);
  RUN_TEST(test_a_guard_that_keeps_weights_here_hands_back);
  RUN_TEST(test_a_last_section_with_a_length_is_refused);
  RUN_TEST(test_a_scale_without_inputs);
  RUN_TEST(test_a_scale_goes_on_after_a_reset);
  RUN_TEST(test_a_stuck_input_is_in_a_record);
  return UNITY_END();
}
