// Guard: what it does at each verdict; weights that come back are those that were kept, to the bit; when an agent
// learns, and when it only evaluates.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/field/guard.hpp>
#include <ballast/field/health.hpp>
#include <ballast/field/kept.hpp>
#include <ballast/snapshot_store.hpp>

#include "emulated_flash.hpp"
#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

constexpr uint32_t states = 4;
using State = OneHot<float, states>;
using Agent = Sarsa<float, State, 2>;
using OneLearner = Learner<float, states>;

/// Times that are short enough to wait for.
struct Impatient : GuardRules {
  static constexpr uint32_t keep_every = 20;
  static constexpr uint32_t wait = 5;
};
using AgentGuard = Guard<KeptInRam<Agent>, Impatient>;

/// Says what the test wants it to say.
struct FakeHealth {
  Verdict now = Verdict::starting;
  uint32_t resets = 0;
  Verdict verdict() const { return now; }
  void reset() {
    now = Verdict::starting;
    ++resets;
  }
};

void expect(GuardEvent expected, GuardEvent event) {
  TEST_ASSERT_EQUAL_STRING(name(expected), name(event));
}

/// An agent that goes on learning, with its guard.
template <class GuardOf>
struct Guarded {
  Agent agent;
  FakeHealth health;
  GuardOf guard;
  Noise noise{3};

  explicit Guarded(const GuardOf& of = GuardOf()) : guard(of) {
    TEST_ASSERT_TRUE(agent.start(Agent::Config().lambda(0.5F).epsilon(0.2F), 1) == Status::ok);
  }
  GuardEvent tick(Verdict verdict) {
    (void)agent.tick(noise.number<float>(), State(noise.word() % states));
    health.now = verdict;
    const GuardEvent event = guard.watch(agent, health);
    TEST_ASSERT_EQUAL(!guard.is_trusted(), agent.is_evaluating());
    return event;
  }
  void expect_nothing(Verdict verdict, uint32_t ticks) {
    for (uint32_t t = 0; t < ticks; ++t) { expect(GuardEvent::nothing, tick(verdict)); }
  }
  void keep() {
    uint32_t ticks = 0;
    while (tick(Verdict::settled) != GuardEvent::kept) { TEST_ASSERT_TRUE(++ticks < Impatient::keep_every); }
  }
};

template <class Subject>
bool has_same_weights(const Subject& a, const Subject& b) {
  for (uint32_t i = 0; i < 2 * states; ++i) {
    if (to_bits(a.learner().weight(i)) != to_bits(b.learner().weight(i))) { return false; }
  }
  return to_bits(a.average_reward()) == to_bits(b.average_reward());
}

// --- keeping --------------------------------------------------------------------------------------------------------

void test_nothing_happens_at_other_verdicts() {
  Guarded<AgentGuard> guarded;
  for (const Verdict verdict : {Verdict::starting, Verdict::learning, Verdict::stalled}) {
    guarded.expect_nothing(verdict, 3 * Impatient::keep_every);
  }
  TEST_ASSERT_FALSE(guarded.guard.keeper().has_any());
  expect(GuardEvent::kept, guarded.tick(Verdict::settled));
  TEST_ASSERT_TRUE(guarded.guard.keeper().has_any());
}

void test_a_copy_now_and_then() {
  Guarded<AgentGuard> guarded;
  for (int copies = 0; copies < 3; ++copies) {
    guarded.expect_nothing(Verdict::settled, Impatient::keep_every - 1);
    expect(GuardEvent::kept, guarded.tick(Verdict::settled));
  }
  TEST_ASSERT_TRUE(guarded.guard.is_trusted());
  TEST_ASSERT_EQUAL_UINT32(0, guarded.guard.rollbacks());
  TEST_ASSERT_EQUAL_UINT32(0, guarded.guard.handovers());
}

// --- rolling back ---------------------------------------------------------------------------------------------------

Guarded<AgentGuard> guarded_agent;  // not on the stack

void check_roll_back(Verdict verdict) {
  Guarded<AgentGuard>& guarded = guarded_agent;
  guarded = Guarded<AgentGuard>();
  guarded.expect_nothing(Verdict::learning, 50);
  guarded.keep();
  const Agent kept = guarded.agent;
  guarded.expect_nothing(Verdict::learning, 30);
  const Agent before = guarded.agent;
  TEST_ASSERT_FALSE(has_same_weights(kept, before));

  expect(GuardEvent::rolled_back, guarded.tick(verdict));
  TEST_ASSERT_TRUE(has_same_weights(kept, guarded.agent));
  const Agent& agent = guarded.agent;
  TEST_ASSERT_EQUAL_UINT32(before.decisions() + 1, agent.decisions());
  TEST_ASSERT_EQUAL_UINT32(before.learner().updates() + 1, agent.learner().updates());
  TEST_ASSERT_EQUAL_MEMORY(&before.learner().config(), &agent.learner().config(), sizeof(Agent::Learner::Settings));
  TEST_ASSERT_EQUAL_UINT32(1, guarded.guard.rollbacks());
  TEST_ASSERT_EQUAL_UINT32(1, guarded.guard.handovers());

  guarded.expect_nothing(verdict, Impatient::wait - 1);  // frozen
  TEST_ASSERT_TRUE(has_same_weights(kept, agent));
  TEST_ASSERT_EQUAL_UINT32(0, guarded.health.resets);
  expect(GuardEvent::handed_back, guarded.tick(verdict));
  TEST_ASSERT_EQUAL_UINT32(1, guarded.health.resets);
  guarded.expect_nothing(Verdict::starting, 5);
  TEST_ASSERT_FALSE(has_same_weights(kept, agent));
  TEST_ASSERT_EQUAL_UINT32(before.learner().updates() + 1 + 4, agent.learner().updates());  // the first one observes
}

void test_rolled_back() {
  check_roll_back(Verdict::diverging);
  check_roll_back(Verdict::at_the_boundary);
}

void test_nothing_to_go_back_to() {
  Guarded<AgentGuard> guarded;
  guarded.expect_nothing(Verdict::learning, 10);
  const Agent before = guarded.agent;
  guarded.health.now = Verdict::diverging;
  expect(GuardEvent::handed_over, guarded.guard.watch(guarded.agent, guarded.health));
  TEST_ASSERT_TRUE(has_same_weights(before, guarded.agent));
  TEST_ASSERT_TRUE(guarded.agent.is_evaluating());
  TEST_ASSERT_EQUAL_UINT32(0, guarded.guard.rollbacks());
  TEST_ASSERT_EQUAL_UINT32(1, guarded.guard.handovers());
  guarded.expect_nothing(Verdict::diverging, Impatient::wait - 1);
  expect(GuardEvent::handed_back, guarded.tick(Verdict::diverging));
}

/// How many ticks the fallback decides after a roll-back.
template <class GuardOf>
uint32_t ticks_of_fallback(Guarded<GuardOf>& guarded) {
  expect(GuardEvent::rolled_back, guarded.tick(Verdict::diverging));
  uint32_t ticks = 1;
  while (guarded.tick(Verdict::diverging) == GuardEvent::nothing) { ++ticks; }
  TEST_ASSERT_TRUE(guarded.guard.is_trusted());
  return ticks;
}

void test_each_time_takes_twice_as_long() {
  Guarded<AgentGuard> guarded;
  guarded.keep();
  for (const uint32_t times : {1U, 2U, 4U, 8U, 16U, 32U, 64U, 64U, 64U}) {
    TEST_ASSERT_EQUAL_UINT32(times * Impatient::wait, ticks_of_fallback(guarded));
    guarded.expect_nothing(Verdict::settled, Impatient::keep_every - 1);  // not long enough to be forgotten
  }
  guarded.keep();
  TEST_ASSERT_EQUAL_UINT32(Impatient::wait, ticks_of_fallback(guarded));
  TEST_ASSERT_EQUAL_UINT32(10, guarded.guard.rollbacks());
}

/// What was kept last comes back every time.
void test_the_same_weights_again_and_again() {
  Guarded<AgentGuard> guarded;
  guarded.expect_nothing(Verdict::learning, 30);
  guarded.keep();
  const Agent kept = guarded.agent;
  for (int i = 0; i < 3; ++i) {
    guarded.expect_nothing(Verdict::learning, 10);
    TEST_ASSERT_FALSE(has_same_weights(kept, guarded.agent));
    (void)ticks_of_fallback(guarded);
    TEST_ASSERT_TRUE(has_same_weights(kept, guarded.agent));
  }
}

// --- blind ----------------------------------------------------------------------------------------------------------

void test_blind_hands_over_and_back() {
  Guarded<AgentGuard> guarded;
  guarded.keep();
  guarded.expect_nothing(Verdict::learning, 10);
  expect(GuardEvent::handed_over, guarded.tick(Verdict::blind));
  const Agent before = guarded.agent;
  guarded.expect_nothing(Verdict::blind, 300);
  expect(GuardEvent::handed_back, guarded.tick(Verdict::learning));
  TEST_ASSERT_TRUE(has_same_weights(before, guarded.agent));
  TEST_ASSERT_EQUAL_UINT32(0, guarded.health.resets);
  TEST_ASSERT_EQUAL_UINT32(0, guarded.guard.rollbacks());
  TEST_ASSERT_EQUAL_UINT32(1, guarded.guard.handovers());
  TEST_ASSERT_EQUAL_UINT32(Impatient::wait, ticks_of_fallback(guarded));  // that was no failure
}

/// After a roll-back it is not handed back to an agent that cannot see.
void test_blind_after_a_roll_back() {
  Guarded<AgentGuard> guarded;
  guarded.keep();
  expect(GuardEvent::rolled_back, guarded.tick(Verdict::diverging));
  guarded.expect_nothing(Verdict::blind, 10 * Impatient::wait);
  TEST_ASSERT_EQUAL_UINT32(0, guarded.health.resets);
  expect(GuardEvent::handed_back, guarded.tick(Verdict::diverging));
  TEST_ASSERT_EQUAL_UINT32(1, guarded.health.resets);
}

void test_reset() {
  Guarded<AgentGuard> guarded;
  guarded.keep();
  (void)ticks_of_fallback(guarded);
  expect(GuardEvent::rolled_back, guarded.tick(Verdict::diverging));
  guarded.guard.reset();
  TEST_ASSERT_TRUE(guarded.guard.is_trusted());
  TEST_ASSERT_EQUAL_UINT32(0, guarded.guard.rollbacks() + guarded.guard.handovers());
  TEST_ASSERT_FALSE(guarded.guard.keeper().has_any());
  guarded.agent.evaluate(false);
  guarded.expect_nothing(Verdict::settled, Impatient::keep_every - 1);
  expect(GuardEvent::kept, guarded.tick(Verdict::settled));
  TEST_ASSERT_EQUAL_UINT32(Impatient::wait, ticks_of_fallback(guarded));
}

// --- a learner ------------------------------------------------------------------------------------------------------

void test_a_learner_alone() {
  OneLearner learner;
  FakeHealth health;
  Guard<KeptInRam<OneLearner>, Impatient> guard;
  Noise noise(8);
  TEST_ASSERT_TRUE(learner.start(OneLearner::Config().lambda(0.5F)) == Status::ok);
  OneLearner kept;
  const auto watch = [&](Verdict verdict) {
    const State at(noise.word() % states);
    const State next(noise.word() % states);
    (void)learner.update(at, noise.number<float>(), next);
    health.now = verdict;
    return guard.watch(learner, health);
  };
  for (uint32_t t = 1; t < Impatient::keep_every; ++t) { expect(GuardEvent::nothing, watch(Verdict::settled)); }
  expect(GuardEvent::kept, watch(Verdict::settled));
  kept = learner;
  expect(GuardEvent::nothing, watch(Verdict::learning));
  expect(GuardEvent::rolled_back, watch(Verdict::at_the_boundary));
  for (uint32_t i = 0; i < states; ++i) {
    ASSERT_SAME_BITS(kept.weight(i), learner.weight(i));
    TEST_ASSERT_TRUE(learner.trace(i) == 0.0F);
  }
  ASSERT_SAME_BITS(kept.average_reward(), learner.average_reward());
  TEST_ASSERT_EQUAL_UINT32(kept.updates() + 2, learner.updates());
  TEST_ASSERT_FALSE(guard.is_trusted());
}

// --- in a store -----------------------------------------------------------------------------------------------------

using Flash = EmulatedFlash<Geometry<4, 2, 896, 8>>;
using Store = SnapshotStore<Flash>;
using StoreGuard = Guard<KeptInStore<Store>, Impatient>;

Flash good_flash;
Flash failing_flash;

void test_kept_in_a_store() {
  Flash& flash = good_flash;
  Store store(flash);
  Guarded<StoreGuard> guarded(StoreGuard(KeptInStore<Store>(store, 77)));
  guarded.expect_nothing(Verdict::learning, 10);
  expect(GuardEvent::handed_over, guarded.tick(Verdict::diverging));  // there is none yet
  while (guarded.tick(Verdict::diverging) != GuardEvent::handed_back) {}
  guarded.expect_nothing(Verdict::learning, 30);
  guarded.keep();
  const Agent kept = guarded.agent;
  const auto other = Agent::Config(kept.learner().config(), kept.exploration()).lambda(0.25F).epsilon(0.125F);
  TEST_ASSERT_TRUE(guarded.agent.reconfigure(other) == Status::ok);
  guarded.expect_nothing(Verdict::learning, 10);
  expect(GuardEvent::rolled_back, guarded.tick(Verdict::diverging));
  TEST_ASSERT_TRUE(has_same_weights(kept, guarded.agent));
  ASSERT_SAME_BITS(0.25F, guarded.agent.learner().config().lambda);
  ASSERT_SAME_BITS(0.125F, guarded.agent.exploration().steps[0].epsilon);
  TEST_ASSERT_EQUAL_UINT32(0, flash.violations);

  Store other_store(flash);  // after a restart
  Guarded<StoreGuard> restarted(StoreGuard(KeptInStore<Store>(other_store, 77)));
  expect(GuardEvent::rolled_back, restarted.tick(Verdict::diverging));
  TEST_ASSERT_TRUE(has_same_weights(kept, restarted.agent));
  Guarded<StoreGuard> stranger(StoreGuard(KeptInStore<Store>(other_store, 78)));
  expect(GuardEvent::handed_over, stranger.tick(Verdict::diverging));
}

/// A store that fails: nothing was kept, and it is tried again after a while.
void test_a_store_that_fails() {
  Flash& flash = failing_flash;
  flash.defect = {Defect::program_fails, 0, Flash::size};
  Store store(flash);
  Guarded<StoreGuard> guarded(StoreGuard(KeptInStore<Store>(store, 77)));
  guarded.expect_nothing(Verdict::settled, 2 * Impatient::keep_every - 1);
  flash.defect = {};
  expect(GuardEvent::kept, guarded.tick(Verdict::settled));
}

// --- with a Health --------------------------------------------------------------------------------------------------

/// Two states, and the reward says which. A step-size far too large, and a sensor that fails for some time.
struct Field {
  Agent agent;
  Health<2> health;
  Guard<KeptInRam<Agent>, GuardRules> guard;
  Noise noise{6};
  uint32_t events[5]{};

  void run(uint32_t ticks, float factor, bool is_missing = false) {
    for (uint32_t t = 0; t < ticks; ++t) {
      const uint32_t state = noise.word() % states;
      const float reward = factor * (static_cast<float>(state) + noise.number<float>());
      const Decision decision = is_missing ? agent.skip() : agent.tick(reward, State(state));
      health.add(agent, decision, reward);
      ++events[static_cast<uint32_t>(guard.watch(agent, health))];
    }
  }
  uint32_t count(GuardEvent event) const { return events[static_cast<uint32_t>(event)]; }
};

Field real_one;

void test_a_real_one() {
  Field& field = real_one;
  const auto config = Agent::Config().radius(100.0F);
  TEST_ASSERT_TRUE(field.agent.start(config, 1) == Status::ok);
  field.run(GuardRules::keep_every + 4000, 1.0F);
  TEST_ASSERT_EQUAL_UINT32(1, field.count(GuardEvent::kept));
  TEST_ASSERT_TRUE(field.guard.is_trusted());
  Agent::Learner::Weights kept;
  const KeptInRam<Agent> keeper = field.guard.keeper();
  Agent other;
  TEST_ASSERT_TRUE(other.start(config, 1) == Status::ok);
  KeptInRam<Agent> copy = keeper;
  TEST_ASSERT_TRUE(copy.restore(other));
  for (uint32_t i = 0; i < 2 * states; ++i) { kept[i] = other.learner().weight(i); }

  uint32_t ticks = 0;
  while (field.guard.is_trusted()) {  // rewards beyond the radius
    field.run(1, 1e6F);
    TEST_ASSERT_TRUE(++ticks < 2000);
  }
  TEST_ASSERT_EQUAL_UINT32(1, field.count(GuardEvent::rolled_back));
  for (uint32_t i = 0; i < 2 * states; ++i) { ASSERT_SAME_BITS(kept[i], field.agent.learner().weight(i)); }
  field.run(GuardRules::wait, 1.0F);
  TEST_ASSERT_EQUAL_UINT32(1, field.count(GuardEvent::handed_back));
  TEST_ASSERT_TRUE(field.guard.is_trusted());

  field.run(1000, 1.0F, true);
  TEST_ASSERT_TRUE(!field.guard.is_trusted() && field.agent.is_evaluating());
  field.run(2000, 1.0F);
  TEST_ASSERT_TRUE(field.guard.is_trusted() && !field.agent.is_evaluating());
  TEST_ASSERT_EQUAL_UINT32(2, field.count(GuardEvent::handed_back));
  TEST_ASSERT_EQUAL_UINT32(1, field.guard.rollbacks());
  TEST_ASSERT_EQUAL_UINT32(2, field.guard.handovers());
}

void test_every_event_has_a_name() {
  TEST_ASSERT_EQUAL_STRING("handed_back", name(GuardEvent::handed_back));
  TEST_ASSERT_EQUAL_STRING("unknown", name(static_cast<GuardEvent>(5)));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_nothing_happens_at_other_verdicts);
  RUN_TEST(test_a_copy_now_and_then);
  RUN_TEST(test_rolled_back);
  RUN_TEST(test_nothing_to_go_back_to);
  RUN_TEST(test_each_time_takes_twice_as_long);
  RUN_TEST(test_the_same_weights_again_and_again);
  RUN_TEST(test_blind_hands_over_and_back);
  RUN_TEST(test_blind_after_a_roll_back);
  RUN_TEST(test_reset);
  RUN_TEST(test_a_learner_alone);
  RUN_TEST(test_kept_in_a_store);
  RUN_TEST(test_a_store_that_fails);
  RUN_TEST(test_a_real_one);
  RUN_TEST(test_every_event_has_a_name);
  return UNITY_END();
}
