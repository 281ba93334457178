// Health in fixed point: the same stream gives the same verdicts as in float, at nearly the same block; a number that
// does not fit counts as an overflow. It watches real learners and agents, and is saved with them.

#include <ballast/features/one_hot.hpp>
#include <ballast/field/fixed_health.hpp>
#include <ballast/field/together.hpp>
#include <ballast/fixed.hpp>
#include <ballast/snapshot.hpp>

#include <string.h>

#include "health_feeder.hpp"
#include "snapshot_memory.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

using Fixed16 = FixedLearner<16>;
using FixedReport = Fixed16::Report;

detail::Gain gain_of(float x) {
  const detail::Magnitude m = detail::magnitude_of(static_cast<double>(x));
  return {m.mantissa >> 15, -m.exponent - 15};
}

/// Both, fed with the same numbers.
struct Pair {
  Health<> in_float;
  FixedHealth<Fixed16> in_fixed;
  Feeder<> feeder;
  uint32_t block_in_float = 0;
  uint32_t block_in_fixed = 0;

  void tick(const Conditions& now, bool saturates) {
    const Report<float> seen = feeder.report(now);
    const float reward = feeder.reward(now);
    FixedReport same{seen.status,    seen.projected,  seen.td_error, gain_of(seen.weights_step_size),
                     gain_of(0.01F), seen.trace_norm2};
    same.has_saturated = saturates;
    in_float.add(seen, reward);
    in_fixed.add(same, Fixed16::Value(reward));
  }
  /// Whether both reach the verdict within `most` blocks, no more than `apart` from each other.
  void expect(Verdict verdict, const Conditions& now, uint32_t most, uint32_t apart = 1) {
    block_in_float = block_in_fixed = 0;
    for (uint32_t i = 1; i <= most; ++i) {
      for (uint32_t t = 0; t < block; ++t) { tick(now, false); }
      if (block_in_float == 0 && in_float.verdict() == verdict) { block_in_float = i; }
      if (block_in_fixed == 0 && in_fixed.verdict() == verdict) { block_in_fixed = i; }
    }
    TEST_ASSERT_TRUE(block_in_float > 0 && block_in_fixed > 0);
    TEST_ASSERT_UINT32_WITHIN(apart, block_in_float, block_in_fixed);
  }
};

void test_settled_and_means() {
  Pair pair;
  pair.expect(Verdict::settled, {}, 70);
  TEST_ASSERT_TRUE(absolute(pair.in_fixed.reward().to_double() - static_cast<double>(pair.in_float.reward())) < 1e-3);
  TEST_ASSERT_TRUE(
      absolute(pair.in_fixed.td_error_size().to_double() - static_cast<double>(pair.in_float.td_error_size())) < 1e-3);
  TEST_ASSERT_TRUE(absolute(pair.in_fixed.explained().to_double() - static_cast<double>(pair.in_float.explained())) <
                   1e-2);
}

void check_after_settled(Verdict verdict, const Conditions& now) {
  Pair pair;
  pair.expect(Verdict::settled, {}, 70);
  pair.expect(verdict, now, 40);
}
void test_reward_that_changes() {
  Conditions now;
  now.reward = 2.0F;
  check_after_settled(Verdict::learning, now);
}
void test_boundary() {
  Conditions now;
  now.projected_every = 1;
  check_after_settled(Verdict::at_the_boundary, now);
}
void test_blind() {
  Conditions now;
  now.refused_every = 2;
  now.refusal = Status::skipped;
  check_after_settled(Verdict::blind, now);
}
void test_diverging() {
  Conditions now;
  now.td_error = 23.0F;
  check_after_settled(Verdict::diverging, now);
}
void test_saturation() {
  Pair pair;
  pair.expect(Verdict::settled, {}, 70);
  for (uint32_t t = 0; t < 2 * block; ++t) { pair.tick({}, true); }
  TEST_ASSERT_EQUAL_STRING("diverging", name(pair.in_fixed.verdict()));
  TEST_ASSERT_EQUAL_STRING("settled", name(pair.in_float.verdict()));
}

void test_a_learner_tells_saturations() {
  Fixed16 learner;
  constexpr auto config = Fixed16::Config().lambda(0.25).ratio(0.05).step_size(0.2).radius(1000);
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  Fixed16::Features phi{};
  phi[0] = Fixed16::Feature(0.5);
  TEST_ASSERT_FALSE(learner.update(phi, Fixed16::Value(1), phi).has_saturated);
  TEST_ASSERT_EQUAL_UINT32(0, learner.saturations());
  TEST_ASSERT_TRUE(learner.update(phi, Fixed16::Value(16000), phi).has_saturated);
  TEST_ASSERT_EQUAL_UINT32(1, learner.saturations());
}

// --- a learner and an agent that are watched ------------------------------------------------------------------------

constexpr uint32_t places = 8;

/// A walk on a ring in which place 0 pays about `size`, as no number that is foreseen.
struct Ring {
  using Features = OneHot<FixedFeature, places>;

  Noise noise{11};
  uint32_t place = 0;

  void walk(bool is_clockwise) { place = (place + (is_clockwise ? 1 : places - 1)) % places; }
  template <class Value>
  Value reward(int32_t size) {
    const auto random = static_cast<int32_t>(noise.word() % 101);
    return Value::fraction(size * ((place == 0 ? 100 : 0) + random), 200);
  }
  Features features() const { return Features(place); }
};

struct OneActive : FixedLimits {
  static constexpr size_t active = 1;
};

struct WatchedLearner {
  using Learner = FixedLearner<places, OneActive>;

  Learner learner;
  FixedHealth<Learner> health;
  Ring ring;

  void start() {
    constexpr auto config = Learner::Config().lambda(0.25).ratio(0.05).step_size(0.1).radius(1000);
    TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  }
  void tick(int32_t size) {
    const Ring::Features phi = ring.features();
    ring.walk((ring.noise.word() & 64U) != 0);
    const auto reward = ring.reward<Learner::Value>(size);
    health.add(learner.update(phi, reward, ring.features()), reward);
  }
  uint32_t saturations() const { return learner.saturations(); }
};

struct WatchedAgent {
  using Agent = FixedSarsa<Ring::Features, 2, OneActive>;

  Agent agent;
  FixedHealth<Agent, Agent::actions> health;
  Ring ring;
  Decision decision{};

  void start() {
    constexpr auto config = Agent::Config().lambda(0.25).ratio(0.05).step_size(0.1).radius(1000).epsilon(0.1);
    TEST_ASSERT_TRUE(agent.start(config, 1) == Status::ok);
    decision = agent.observe(ring.features());
  }
  void tick(int32_t size) {
    ring.walk(decision.action == 1);
    const auto reward = ring.reward<Agent::Value>(size);
    decision = agent.tick(reward, ring.features());
    TEST_ASSERT_TRUE(decision.has_learned);
    health.add(agent, decision, reward);
  }
  uint32_t saturations() const { return agent.learner().saturations(); }
};

/// Settled while rewards are as usual; after a few that do not fit, diverging.
template <class Watched>
void check_watched() {
  static Watched watched;  // not on the stack
  watched.start();
  for (uint32_t t = 0; t < 130 * block; ++t) { watched.tick(1); }
  TEST_ASSERT_EQUAL_STRING("settled", name(watched.health.verdict()));
  TEST_ASSERT_EQUAL_UINT32(0, watched.saturations());
  TEST_ASSERT_EQUAL_UINT32(0, watched.health.overwriting_rate().raw());
  const double reward = watched.health.reward().to_double();
  TEST_ASSERT_TRUE(reward > 0.2 && reward < 0.8);
  for (uint32_t t = 0; t < 2 * block; ++t) { watched.tick(1000000); }
  TEST_ASSERT_EQUAL_STRING("diverging", name(watched.health.verdict()));
  TEST_ASSERT_TRUE(watched.saturations() > block);
  TEST_ASSERT_TRUE(watched.health.overwriting_rate().raw() > 0x8000);
}

void test_a_learner_is_watched() {
  check_watched<WatchedLearner>();
}
void test_an_agent_is_watched() {
  check_watched<WatchedAgent>();
}

// --- snapshots ------------------------------------------------------------------------------------------------------

void test_it_is_saved_with_its_learner() {
  static WatchedLearner watched;
  static WatchedLearner other;
  static Memory memory;
  watched.start();
  for (uint32_t t = 0; t < 30 * block + 5; ++t) { watched.tick(t % 7 == 0 ? 1000000 : 1); }
  auto both = together(watched.learner, watched.health);
  auto others = together(other.learner, other.health);
  TEST_ASSERT_TRUE(save(both, 1, memory) == Status::ok);
  TEST_ASSERT_TRUE(resume(others, 1, memory) == Status::ok);
  TEST_ASSERT_EQUAL_HEX64(digest_of(watched.health), digest_of(other.health));
  other.ring = watched.ring;
  for (uint32_t t = 0; t < 3 * block; ++t) {
    watched.tick(1);
    other.tick(1);
  }
  TEST_ASSERT_EQUAL_HEX64(digest_of(watched.health), digest_of(other.health));
  TEST_ASSERT_EQUAL_INT(0, memcmp(&watched.learner, &other.learner, sizeof other.learner));
}

/// Means are two words each, the lower one first. What they cannot be is refused, and what they can be is accepted.
void test_means_that_were_forged_are_refused() {
  Pair pair;
  for (uint32_t t = 0; t < 3 * block; ++t) { pair.tick({}, false); }
  FixedHealth<Fixed16>& health = pair.in_fixed;
  Words words;
  health.exchange(words);
  TEST_ASSERT_TRUE(words.is_right);
  TEST_ASSERT_EQUAL_UINT32(FixedHealth<Fixed16>::snapshot_bytes, 4 * words.count);
  const uint64_t before = digest_of(health);
  constexpr uint32_t td_error = 1, td_error2 = 3, reward = 5, variance = 7, usual = 9;
  TEST_ASSERT_FALSE(forge(health, td_error, 0x7FFFFFFF));
  TEST_ASSERT_FALSE(forge(health, td_error, 0x80000000));
  TEST_ASSERT_FALSE(forge(health, td_error2, 0x80000000));
  TEST_ASSERT_FALSE(forge(health, td_error2, 0x40000001));
  TEST_ASSERT_FALSE(forge(health, reward, 0x00000011));
  TEST_ASSERT_FALSE(forge(health, variance, 0xFFFFFFFF));
  TEST_ASSERT_FALSE(forge(health, usual, 0x7FFFFFFF));
  TEST_ASSERT_EQUAL_HEX64(before, digest_of(health));
  TEST_ASSERT_TRUE(forge(health, td_error, 0xFFFFFFF1));
  TEST_ASSERT_TRUE(forge(health, td_error2, 0x3FFFFFFF));
  TEST_ASSERT_TRUE(forge(health, reward, 0x0000000F));
  TEST_ASSERT_TRUE(forge(health, variance, 0));
  for (uint32_t t = 0; t < 4 * block; ++t) { pair.tick({}, false); }  // computes on without an overflow
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_settled_and_means);
  RUN_TEST(test_reward_that_changes);
  RUN_TEST(test_boundary);
  RUN_TEST(test_blind);
  RUN_TEST(test_diverging);
  RUN_TEST(test_saturation);
  RUN_TEST(test_a_learner_tells_saturations);
  RUN_TEST(test_a_learner_is_watched);
  RUN_TEST(test_an_agent_is_watched);
  RUN_TEST(test_it_is_saved_with_its_learner);
  RUN_TEST(test_means_that_were_forged_are_refused);
  return UNITY_END();
}
