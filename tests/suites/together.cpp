// An agent and its companions in one snapshot: they go on with the same bits; each can do without the other; what is
// forged is refused or does no harm.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/field/guard.hpp>
#include <ballast/field/health.hpp>
#include <ballast/field/together.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/snapshot_store.hpp>

#include <string.h>

#include "emulated_flash.hpp"
#include "health_feeder.hpp"
#include "noise.hpp"
#include "snapshot_memory.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

constexpr uint32_t features = 7;
constexpr uint32_t states = 4;
using State = OneHot<float, states>;
using Agent = Sarsa<float, State, 2>;
struct Impatient : GuardRules {
  static constexpr uint32_t keep_every = 100;
  static constexpr uint32_t wait = 50;
};
using AgentHealth = Health<2>;
using AgentGuard = Guard<KeptInRam<Agent>, Impatient>;

/// An agent with its companions. Rewards explode now and then, and sensors fail.
struct Field {
  Agent agent;
  AgentHealth health;
  AgentGuard guard;

  Field() { TEST_ASSERT_TRUE(agent.start(Agent::Config().lambda(0.5F).epsilon(0.2F).radius(50.0F), 1) == Status::ok); }

  void run(Noise& noise, uint32_t ticks) {
    for (uint32_t t = 0; t < ticks; ++t) {
      const float reward = noise.number<float>() * (t / 500 % 4 == 1 ? 1e9F : 1.0F);
      const bool is_missing = t / 500 % 4 == 3 && t % 2 == 0;
      const State state(noise.word() % states);
      const Decision decision = is_missing ? agent.skip() : agent.tick(reward, state);
      health.add(agent, decision, reward);
      (void)guard.watch(agent, health);
    }
  }
};

// Not on the stack.
Field field;
Field restored;
Memory saved;
Memory before;
Memory after;

template <class Subject>
void save_in(Memory& memory, Subject& subject) {
  memory.size = 0;
  TEST_ASSERT_TRUE(save(subject, features, memory) == Status::ok);
}
template <>
void save_in(Memory& memory, Field& all) {
  auto watched = together(all.agent, all.health, all.guard);
  save_in(memory, watched);
}
/// Whether everything that a snapshot has is the same.
template <class Subject>
bool has_bytes(const Memory& memory, Subject& subject) {
  save_in(after, subject);
  return memory.size == after.size && memcmp(memory.bytes, after.bytes, after.size) == 0;
}

template <size_t Actions>
void expect_begun(Health<Actions>& health) {
  Health<Actions> begun;
  TEST_ASSERT_EQUAL_HEX64(digest_of(begun), digest_of(health));
}

/// In the state that so many ticks lead to, with weights that were kept. The other one has seen something else.
void prepare(uint32_t ticks) {
  struct {
    Verdict verdict() const { return Verdict::settled; }
    void reset() {}
  } settled;
  field = Field();
  restored = Field();
  Noise noise(4);
  field.run(noise, 100);
  while (field.guard.watch(field.agent, settled) != GuardEvent::kept) {}
  field.run(noise, ticks);
  restored.run(noise, 99);
}

// --- resumed --------------------------------------------------------------------------------------------------------

void check_resumed() {
  save_in(saved, field);
  auto watched = together(restored.agent, restored.health, restored.guard);
  TEST_ASSERT_EQUAL_UINT32(snapshot_bytes<decltype(watched)>, saved.size);
  TEST_ASSERT_FALSE(has_bytes(saved, restored));
  TEST_ASSERT_TRUE(resume(watched, features, saved) == Status::ok);
  TEST_ASSERT_TRUE(has_bytes(saved, restored));
  TEST_ASSERT_EQUAL(field.health.verdict(), restored.health.verdict());
  TEST_ASSERT_EQUAL(field.guard.is_trusted(), restored.guard.is_trusted());
  TEST_ASSERT_EQUAL(field.agent.is_evaluating(), restored.agent.is_evaluating());
  Noise noise(5);
  Noise same = noise;
  field.run(noise, 2000);
  restored.run(same, 2000);
  save_in(saved, field);
  TEST_ASSERT_TRUE(has_bytes(saved, restored));
}

/// In the middle of a block, at its end, while the fallback decides, and with means that have overflowed.
void test_it_goes_on_with_the_same_bits() {
  bool was_trusted = false;
  bool was_not = false;
  for (const uint32_t ticks : {0U, 67U, 660U, 1400U, 1990U}) {
    prepare(ticks);
    was_trusted = was_trusted || field.guard.is_trusted();
    was_not = was_not || !field.guard.is_trusted();
    check_resumed();
    TEST_ASSERT_TRUE(restored.guard.rollbacks() > 0);
  }
  TEST_ASSERT_TRUE(was_trusted && was_not);
}

void test_health_alone() {
  prepare(700);
  auto watched = together(field.agent, field.health);
  save_in(saved, watched);
  TEST_ASSERT_EQUAL_UINT32(snapshot_bytes<Agent> + 8 + AgentHealth::snapshot_bytes, saved.size);
  auto other = together(restored.agent, restored.health);
  TEST_ASSERT_TRUE(resume(other, features, saved) == Status::ok);
  TEST_ASSERT_EQUAL_HEX64(digest_of(field.health), digest_of(restored.health));
}

void test_a_learner_with_its_health() {
  using OneLearner = Learner<float, 3>;
  OneLearner learner;
  Health<> health;
  OneLearner other;
  Health<> other_health;
  TEST_ASSERT_TRUE(learner.start(OneLearner::Config()) == Status::ok);
  for (int t = 0; t < 100; ++t) {
    const auto report = learner.update(OneHot<float, 3>(t % 3 == 0 ? 1 : 0), 1.0F, OneHot<float, 3>(2));
    health.add(report, 1.0F);
  }
  auto watched = together(learner, health);
  save_in(saved, watched);
  auto others = together(other, other_health);
  TEST_ASSERT_TRUE(resume(others, features, saved) == Status::ok);
  TEST_ASSERT_EQUAL_HEX64(digest_of(health), digest_of(other_health));
  ASSERT_SAME_BITS(learner.weight(0), other.weight(0));

  // A Health for another number of actions begins again.
  Health<2> of_two;
  of_two.set_weights_norm(3.0F);
  auto of_other = together(other, of_two);
  TEST_ASSERT_TRUE(resume(of_other, features, saved) == Status::ok);
  expect_begun(of_two);
}

// --- without each other ---------------------------------------------------------------------------------------------

void test_an_agent_alone_resumes_it() {
  prepare(700);
  save_in(saved, field);
  TEST_ASSERT_TRUE(resume(restored.agent, features, saved) == Status::ok);
  save_in(before, field.agent);
  TEST_ASSERT_TRUE(has_bytes(before, restored.agent));
  TEST_ASSERT_TRUE(adopt(restored.agent, Agent::Config(), 1, features, saved) == Status::ok);
  ASSERT_SAME_BITS(field.agent.learner().weight(3), restored.agent.learner().weight(3));
}

/// Where a snapshot has none, companions begin again.
void test_a_snapshot_without_companions() {
  prepare(700);
  save_in(saved, field.agent);
  Noise noise(9);
  restored.run(noise, 1700);
  auto watched = together(restored.agent, restored.health, restored.guard);
  TEST_ASSERT_TRUE(resume(watched, features, saved) == Status::ok);
  expect_begun(restored.health);
  TEST_ASSERT_TRUE(restored.guard.is_trusted() && !restored.guard.keeper().has_any());
  TEST_ASSERT_EQUAL_UINT32(0, restored.guard.handovers());
  ASSERT_SAME_BITS(field.agent.learner().weight(2), restored.agent.learner().weight(2));
}

// --- damaged, truncated, forged -------------------------------------------------------------------------------------

/// What the companions take, at the end: without the section `end` and the checksum.
constexpr size_t companion_bytes = 8 + AgentHealth::snapshot_bytes + 8 + AgentGuard::snapshot_bytes;

/// What is saved now; and every byte is as before.
void expect_refusal(Status expected) {
  auto watched = together(restored.agent, restored.health, restored.guard);
  TEST_ASSERT_EQUAL_STRING(name(expected), name(resume(watched, features, saved)));
  TEST_ASSERT_TRUE(has_bytes(before, restored));
}
void flip(size_t at, uint32_t bit) {
  saved.bytes[at] = static_cast<uint8_t>(saved.bytes[at] ^ 1U << bit);
}

void test_every_flipped_bit_is_noticed() {
  prepare(900);
  save_in(saved, field);
  save_in(before, restored);
  for (size_t at = saved.size - 12 - companion_bytes; at < saved.size; ++at) {
    for (auto bit = static_cast<uint32_t>(at % 3); bit < 8; bit += 3) {
      flip(at, bit);
      expect_refusal(Status::snapshot_damaged);
      flip(at, bit);
    }
  }
}

void test_every_truncation_is_noticed() {
  prepare(900);
  save_in(saved, field);
  save_in(before, restored);
  const size_t whole = saved.size;
  for (saved.size = whole - 1; saved.size > whole - 12 - companion_bytes; --saved.size) {
    expect_refusal(Status::storage_failed);
  }
}

/// With the checksum corrected: refused, and nothing has changed; or it goes on.
void test_every_forged_bit_is_harmless() {
  prepare(900);
  save_in(saved, field);
  save_in(before, restored);
  const Field untouched = restored;
  uint32_t accepted = 0;
  uint32_t refused = 0;
  for (size_t at = saved.size - 12 - companion_bytes; at < saved.size - 4; ++at) {
#if defined(LONG_RUNS) || defined(__SANITIZE_ADDRESS__)
    for (uint32_t bit = 0; bit < 8; ++bit) {
#else
    for (auto bit = static_cast<uint32_t>(at % 8); bit < 8; bit += 8) {
#endif
      flip(at, bit);
      saved.sign();
      auto watched = together(restored.agent, restored.health, restored.guard);
      if (resume(watched, features, saved) == Status::ok) {
        Noise noise(2);
        restored.run(noise, 140);
        TEST_ASSERT_TRUE(restored.health.verdict() <= Verdict::blind);
        TEST_ASSERT_FALSE(is_nan(restored.health.reward()) || is_nan(restored.health.explained()));
        restored = untouched;
        ++accepted;
      } else {
        TEST_ASSERT_TRUE(has_bytes(before, restored));
        ++refused;
      }
      flip(at, bit);
    }
  }
  TEST_ASSERT_TRUE(accepted > 30 && refused > 30);
}

/// Sections in another order, twice, with another length, or that must not be skipped.
void test_forged_sections() {
  prepare(900);
  save_in(saved, field);
  save_in(before, restored);
  const size_t health = saved.size - 12 - companion_bytes;
  const size_t guard = health + 8 + AgentHealth::snapshot_bytes;
  const auto forge = [&](size_t at, uint32_t word, Status expected) {
    save_in(saved, field);
    saved.put_word(at, word);
    saved.sign();
    expect_refusal(expected);
  };
  forge(health, 9, Status::snapshot_of_later_version);
  forge(health, 0, Status::snapshot_damaged);  // the end, with more to come
  forge(health + 4, UINT32_MAX, Status::snapshot_damaged);
  forge(guard, 6, Status::snapshot_of_later_version);
  forge(saved.size - 8, 4, Status::snapshot_damaged);  // an end with a length
  save_in(saved, field.agent);
  saved.put_word(saved.size - 8, 4);
  saved.sign();
  expect_refusal(Status::snapshot_damaged);  // companions that are not there begin again only if all is well

  save_in(saved, field);
  saved.put_word(health + 4, 4);  // the rest would be sections
  saved.sign();
  auto watched = together(restored.agent, restored.health, restored.guard);
  TEST_ASSERT_FALSE(resume(watched, features, saved) == Status::ok);
  TEST_ASSERT_TRUE(has_bytes(before, restored));

  save_in(saved, field);
  saved.put_word(health, 0x10000U | 99U);  // of somebody else: skipped
  saved.sign();
  TEST_ASSERT_TRUE(resume(watched, features, saved) == Status::ok);
  expect_begun(restored.health);
  TEST_ASSERT_EQUAL_UINT32(field.guard.handovers(), restored.guard.handovers());
}

// --- in a store -----------------------------------------------------------------------------------------------------

using Flash = EmulatedFlash<Geometry<2, 1, 1136, 8>>;
Flash flash;

void test_a_store() {
  using Store = SnapshotStore<Flash>;
  Store store(flash);
  prepare(700);
  auto watched = together(field.agent, field.health, field.guard);
  TEST_ASSERT_TRUE(store.save(watched, features) == Status::ok);
  const uint32_t operations = flash.operations;
  TEST_ASSERT_TRUE(store.save(watched, features) == Status::ok);  // nothing has changed: nothing is written
  TEST_ASSERT_EQUAL_UINT32(operations, flash.operations);
  field.health.set_weights_norm(3.0F);
  TEST_ASSERT_TRUE(store.save(watched, features) == Status::ok);
  TEST_ASSERT_TRUE(flash.operations > operations);

  Store after_restart(flash);
  auto other = together(restored.agent, restored.health, restored.guard);
  TEST_ASSERT_TRUE(after_restart.resume(other, features) == Status::ok);
  save_in(saved, field);
  TEST_ASSERT_TRUE(has_bytes(saved, restored));
  const uint32_t later = flash.operations;
  TEST_ASSERT_TRUE(after_restart.save(other, features) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(later, flash.operations);
  TEST_ASSERT_EQUAL_UINT32(0, flash.violations);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_it_goes_on_with_the_same_bits);
  RUN_TEST(test_health_alone);
  RUN_TEST(test_a_learner_with_its_health);
  RUN_TEST(test_an_agent_alone_resumes_it);
  RUN_TEST(test_a_snapshot_without_companions);
  RUN_TEST(test_every_flipped_bit_is_noticed);
  RUN_TEST(test_every_truncation_is_noticed);
  RUN_TEST(test_every_forged_bit_is_harmless);
  RUN_TEST(test_forged_sections);
  RUN_TEST(test_a_store);
  return UNITY_END();
}
