// Health: each verdict is reached by its rule and left with hysteresis; means, rates and counts are what they say; no
// number makes it give up; the same inputs give the same bits everywhere.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/field/health.hpp>

#include <math.h>

#include "health_feeder.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

static_assert(sizeof(Health<>) == 64 && sizeof(Health<1>) == 64 && sizeof(Health<4>) == 72 && sizeof(Health<32>) == 128,
              "64 bytes, and 2 for each action");
static_assert(Health<>::snapshot_bytes == 4 * 28 && Health<5>::snapshot_bytes == 4 * 33, "");

void expect(Verdict expected, Verdict verdict) {
  TEST_ASSERT_EQUAL_STRING(name(expected), name(verdict));
}

/// One that is settled, and what feeds it.
struct Settled {
  Health<> health;
  Feeder<> feeder;
  Conditions usual;

  Settled() {
    feeder.run(health, usual, HealthRules::settled_after);
    expect(Verdict::settled, health.verdict());
  }
  uint32_t blocks_until(Verdict verdict, const Conditions& now, uint32_t most = 100) {
    return feeder.blocks_until(health, now, verdict, most);
  }
  /// For so many blocks it stays what it is.
  void expect_no_change(const Conditions& now, uint32_t blocks) {
    const Verdict before = health.verdict();
    for (uint32_t i = 0; i < blocks; ++i) {
      feeder.run(health, now, 1);
      expect(before, health.verdict());
    }
  }
};

// --- starting, learning, settled ------------------------------------------------------------------------------------

void expect_for(uint32_t ticks, Verdict verdict, Health<>& health, Feeder<>& feeder,
                const Conditions& now = Conditions()) {
  for (uint32_t t = 0; t < ticks; ++t) {
    expect(verdict, health.verdict());
    feeder.tick(health, now);
  }
}

void test_from_the_start() {
  Health<> health;
  Feeder<> feeder;
  expect_for(HealthRules::calibration * block, Verdict::starting, health, feeder);
  expect_for((HealthRules::settled_after - HealthRules::calibration) * block, Verdict::learning, health, feeder);
  expect_for(100 * block, Verdict::settled, health, feeder);
  health.reset();
  expect(Verdict::starting, health.verdict());
  Health<> other;
  TEST_ASSERT_EQUAL_HEX64(digest_of(other), digest_of(health));
}

/// It is noticed within `most` blocks, and is what is usual from then on: settled again after as many as at the start.
void check_change(const Conditions& changed, uint32_t least, uint32_t most) {
  Settled settled;
  const uint32_t blocks = settled.blocks_until(Verdict::learning, changed);
  TEST_ASSERT_TRUE(blocks >= least && blocks <= most);
  TEST_ASSERT_EQUAL_UINT32(HealthRules::settled_after - 1, settled.blocks_until(Verdict::settled, changed));
  settled.expect_no_change(changed, 30);
}

/// Samples that are far off count for 8 deviations: 64 eighths, less the tolerance, in each block.
constexpr uint32_t least_blocks(int32_t threshold, int32_t tolerance) {
  return static_cast<uint32_t>(threshold / (PageHinkley::most - tolerance) + 1);
}

void test_td_errors_that_change() {
  constexpr uint32_t least = least_blocks(HealthRules::td_error_threshold, HealthRules::tolerance);
  Conditions larger;
  larger.td_error = 2.0F;
  check_change(larger, least, least + 3);
  Conditions smaller;
  smaller.td_error = 0.125F;
  check_change(smaller, least, least + 3);
}

void test_td_errors_that_are_nothing() {
  Settled settled;
  Conditions small;
  small.td_error = 0.01F;
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::learning, small) <= 30);
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::settled, small) <= 64);
  small.td_error = 1e-6F;
  settled.expect_no_change(small, 60);
}

void test_a_mean_reward_that_changes() {
  constexpr uint32_t least = least_blocks(HealthRules::reward_threshold, HealthRules::tolerance);
  for (const float reward : {2.0F, -2.0F}) {
    Conditions changed;
    changed.reward = reward;
    check_change(changed, least, least + 3);
  }
}

void test_a_trace_that_changes() {
  constexpr uint32_t least = least_blocks(HealthRules::trace_threshold, HealthRules::trace_tolerance);
  for (const float trace_norm2 : {50.0F, 0.02F}) {
    Conditions changed;
    changed.trace_norm2 = trace_norm2;
    changed.step_size = 0.01F;
    check_change(changed, least, least + 1);
  }
}

/// Noticed once, after 15 samples that are the same as the one before; that may be how it is.
void test_a_trace_that_stands_still() {
  Conditions still;
  still.trace_change = 0.0F;
  check_change(still, 8, 8);
  Settled settled;
  settled.expect_no_change(still, 7);
  settled.expect_no_change(settled.usual, 1);
  settled.expect_no_change(still, 7);
}

/// One-hot features without a return to a state have the same trace most of the time: that is usual.
void test_a_trace_that_stands_still_most_of_the_time() {
  Health<> health;
  Noise noise(3);
  for (uint32_t t = 0; t < 400 * block; ++t) {
    Report<float> report;
    report.td_error = t % 2 == 0 ? 1.0F : -1.0F;
    report.weights_step_size = 0.1F;
    report.trace_norm2 = noise.number<float>() > 0.8F ? 1.5F : 1.0625F;
    health.add(report, report.td_error);
    if (t > 80 * block) { expect(Verdict::settled, health.verdict()); }
  }
}

// --- diverging ------------------------------------------------------------------------------------------------------

/// 64 times the mean square is the limit; it ends at 32 times. The rewards' is 1/3, and TD errors' a third of theirs.
Conditions td_errors_beyond(float times) {
  Conditions now;
  now.td_error = sqrtf(times);
  return now;
}

void test_td_errors_that_diverge() {
  Settled settled;
  TEST_ASSERT_EQUAL_UINT32(1, settled.blocks_until(Verdict::diverging, td_errors_beyond(500.0F)));
  settled.expect_no_change(td_errors_beyond(100.0F), 20);
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::learning, td_errors_beyond(12.0F)) <= 2);
  Settled other;
  TEST_ASSERT_TRUE(other.blocks_until(Verdict::diverging, td_errors_beyond(28.0F), 40) > 40);
}

/// Between the two limits it stays what it is. (A mean over 32 ticks varies: the middle is safe.)
void test_divergence_has_hysteresis() {
  Health<> health;
  const auto run = [&health](float td_error, uint32_t blocks) {
    Report<float> report;
    for (uint32_t t = 0; t < blocks * block; ++t) {
      report.td_error = td_error;
      report.trace_norm2 = 1.0F + 0.01F * static_cast<float>(t / block % 7);
      health.add(report, t % 2 == 0 ? 1.0F : -1.0F);
    }
    return health.verdict();
  };
  expect(Verdict::settled, run(1.0F, 70));
  expect(Verdict::learning, run(6.9F, 20));  // 47 times 1
  expect(Verdict::settled, run(1.0F, 140));
  expect(Verdict::diverging, run(9.0F, 3));
  expect(Verdict::diverging, run(6.9F, 10));
  expect(Verdict::learning, run(5.0F, 10));
}

/// Until it is settled, TD errors contain what the average reward is off by; and updates overwrite, if the trace is
/// long.
void test_what_holds_from_the_start_does_not_diverge() {
  Health<> health;
  Feeder<> feeder;
  Conditions now = td_errors_beyond(1000.0F);
  now.step_size = 0.95F;
  expect_for(HealthRules::calibration * block, Verdict::starting, health, feeder, now);
  expect_for((HealthRules::settled_after - HealthRules::calibration) * block, Verdict::learning, health, feeder, now);
  expect_for(20 * block, Verdict::settled, health, feeder, now);
  TEST_ASSERT_TRUE(health.overwriting_rate() > 0.5F);
}

/// TD errors that stay where they are for long enough are usual, however large.
void test_td_errors_that_stay_large() {
  Settled settled;
  const Conditions large = td_errors_beyond(1000.0F);
  TEST_ASSERT_EQUAL_UINT32(1, settled.blocks_until(Verdict::diverging, large));
  const uint32_t blocks = settled.blocks_until(Verdict::settled, large);
  TEST_ASSERT_TRUE(blocks >= HealthRules::settled_after && blocks <= 90);
  settled.expect_no_change(large, 40);
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::diverging, td_errors_beyond(1e6F)) <= 2);
}

/// Rewards that do not vary could vary a little.
void test_rewards_that_do_not_vary() {
  Settled settled;
  Conditions constant;
  constant.deviation = 0.0F;
  constant.td_error = 0.2F;
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::diverging, constant, 80) > 80);
}

void test_updates_that_overwrite() {
  Settled settled;
  Conditions now;
  now.step_size = 1.3F;
  TEST_ASSERT_EQUAL_UINT32(6, settled.blocks_until(Verdict::diverging, now));  // 1 - (7/8)^6 > 1/2
  TEST_ASSERT_TRUE(settled.health.overwriting_rate() > 0.5F && settled.health.small_update_rate() == 0.0F);
  TEST_ASSERT_EQUAL_UINT32(12, settled.blocks_until(Verdict::settled, settled.usual));  // at 1/8
  TEST_ASSERT_TRUE(settled.health.overwriting_rate() > 0.1F && settled.health.overwriting_rate() <= 0.125F);
  now.step_size = 0.6F;
  settled.expect_no_change(now, 20);
  TEST_ASSERT_TRUE(settled.health.overwriting_rate() < 0.01F);
}

/// Seven at once: the sample at the end of the block is a good one.
void test_overflow() {
  Settled settled;
  Report<float> report;
  report.status = Status::overflow;
  for (int i = 0; i < 6; ++i) { settled.health.add(report, 1.0F); }
  Settled other = settled;
  settled.expect_no_change(settled.usual, 1);
  other.health.add(report, 1.0F);
  TEST_ASSERT_TRUE(other.health.overwriting_rate() > 0.5F && other.health.rejection_rate() == 0.0F);
  TEST_ASSERT_EQUAL_UINT32(1, other.blocks_until(Verdict::diverging, other.usual));
  TEST_ASSERT_TRUE(other.blocks_until(Verdict::settled, other.usual) <= 12);
}

// --- rates ----------------------------------------------------------------------------------------------------------

Conditions with_projections(uint32_t every) {
  Conditions now;
  now.projected_every = every;
  return now;
}
Conditions with_refusals(uint32_t every, Status refusal) {
  Conditions now;
  now.refused_every = every;
  now.refusal = refusal;
  return now;
}

bool is_near(float expected, float actual, float by) {
  return fabsf(expected - actual) <= by;
}

void test_at_the_boundary() {
  Settled settled;
  settled.expect_no_change(with_projections(11), 40);
  TEST_ASSERT_TRUE(is_near(1.0F / 11.0F, settled.health.projection_rate(), 0.02F));
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::at_the_boundary, with_projections(5)) <= 10);
  settled.expect_no_change(with_projections(20), 40);
  TEST_ASSERT_TRUE(is_near(0.05F, settled.health.projection_rate(), 0.02F));
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::settled, with_projections(70)) <= 20);
  TEST_ASSERT_EQUAL_UINT32(2, Settled().blocks_until(Verdict::at_the_boundary, with_projections(1)));
}

float rate_of(const Health<>& health, Status refusal) {
  return refusal == Status::skipped ? health.skip_rate() : health.rejection_rate();
}

void check_blind(Status refusal) {
  Settled settled;
  settled.expect_no_change(with_refusals(5, refusal), 40);
  TEST_ASSERT_TRUE(is_near(0.2F, rate_of(settled.health, refusal), 0.02F));
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::blind, with_refusals(3, refusal)) <= 10);
  settled.expect_no_change(with_refusals(11, refusal), 40);
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::settled, with_refusals(23, refusal)) <= 20);
  TEST_ASSERT_EQUAL_UINT32(3, Settled().blocks_until(Verdict::blind, with_refusals(1, refusal)));
}

void test_blind_by_rejections() {
  check_blind(Status::feature_not_finite);
}
void test_blind_by_skips() {
  check_blind(Status::skipped);
}

/// Refused and skipped ticks count together.
void test_blind_by_both() {
  Settled settled;
  Health<>& health = settled.health;
  uint32_t t = 0;
  for (; t < 20 * block; ++t) {
    const bool is_bad = t % 3 == 0;
    settled.feeder.tick(health, with_refusals(is_bad ? 1 : 0, t % 2 == 0 ? Status::skipped : Status::invalid_start));
  }
  expect(Verdict::blind, health.verdict());
  TEST_ASSERT_TRUE(health.skip_rate() < 0.2F && health.rejection_rate() < 0.2F);
}

/// Nothing but counts.
void test_a_refused_report_changes_counts_alone() {
  Settled settled;
  const Health<> before = settled.health;
  Report<float> report;
  report.td_error = 1e30F;
  report.trace_norm2 = 1e30F;
  report.weights_step_size = 1e30F;
  for (const Status status : {Status::reward_not_finite, Status::skipped}) {
    report.status = status;
    for (uint32_t t = 0; t < 2 * block; ++t) { settled.health.add(report, 1e30F); }
  }
  ASSERT_SAME_BITS(before.td_error(), settled.health.td_error());
  ASSERT_SAME_BITS(before.td_error_size(), settled.health.td_error_size());
  ASSERT_SAME_BITS(before.reward(), settled.health.reward());
  ASSERT_SAME_BITS(before.reward_deviation(), settled.health.reward_deviation());
  TEST_ASSERT_TRUE(settled.health.overwriting_rate() == 0.0F);
  TEST_ASSERT_TRUE(settled.health.rejection_rate() > 0.1F && settled.health.skip_rate() > 0.1F);
}

// --- stalled --------------------------------------------------------------------------------------------------------

/// |k delta| ||z|| in units of ||theta|| 2^-digits.
template <class T>
Verdict verdict_of_updates(float units, bool has_norm, float td_error = 1.0F) {
  constexpr int digits = Ieee754<T>::mantissa_bits + 1;
  constexpr float norm = 0x1p10F;
  Health<> health;
  Report<T> report;
  if (has_norm) { health.set_weights_norm(norm); }
  for (uint32_t t = 0; t < 80 * block; ++t) {
    report.td_error = static_cast<T>(t % 2 == 0 ? td_error : -td_error);
    report.trace_norm2 = static_cast<T>(4.0F + 0.001F * static_cast<float>(t / block % 7));
    const float step = units * norm / 2.0F;
    report.weights_step_size = static_cast<T>(step) / static_cast<T>(td_error) / static_cast<T>(uint64_t{1} << digits);
    health.add(report, t % 3 == 0 ? T{1} : T{-1});
  }
  const bool is_counted = units < 1.0F && has_norm;
  TEST_ASSERT_TRUE(is_counted ? health.small_update_rate() > 0.99F : health.small_update_rate() == 0.0F);
  TEST_ASSERT_TRUE(health.overwriting_rate() == 0.0F);
  return health.verdict();
}

template <class T>
void check_stalled() {
  expect(Verdict::stalled, verdict_of_updates<T>(0.98F, true));
  expect(Verdict::settled, verdict_of_updates<T>(1.02F, true));
  expect(Verdict::settled, verdict_of_updates<T>(0.5F, false));
  expect(Verdict::settled, verdict_of_updates<T>(0.98F, true, 0.015F));  // nothing that matters
  expect(Verdict::stalled, verdict_of_updates<T>(0.98F, true, 0.017F));
}

void test_stalled() {
  check_stalled<float>();
  check_stalled<double>();
}

void test_stalled_has_hysteresis() {
  Settled settled;
  settled.health.set_weights_norm(1.0F);
  Conditions now;
  now.step_size = 1e-9F;
  TEST_ASSERT_EQUAL_UINT32(6, settled.blocks_until(Verdict::stalled, now));
  TEST_ASSERT_EQUAL_UINT32(12, settled.blocks_until(Verdict::settled, settled.usual));
}

/// No features, no error: nothing is small without a norm to compare with.
void test_nothing_is_small_without_a_norm() {
  Health<> health;
  for (uint32_t t = 0; t < 20 * block; ++t) { health.add(Report<float>(), 0.0F); }
  TEST_ASSERT_TRUE(health.small_update_rate() == 0.0F);
  health.set_weights_norm(1.0F);
  for (uint32_t t = 0; t < 20 * block; ++t) { health.add(Report<float>(), 0.0F); }
  TEST_ASSERT_TRUE(health.small_update_rate() > 0.8F);
}

// --- several at once ------------------------------------------------------------------------------------------------

/// The later one in the list counts; where it ends, the one before it does.
void test_what_outweighs_what() {
  Settled settled;
  settled.health.set_weights_norm(1.0F);
  Conditions now;
  now.step_size = 1e-12F;
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::stalled, now) <= 10);
  now.projected_every = 2;
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::at_the_boundary, now) <= 10);
  TEST_ASSERT_TRUE(settled.health.small_update_rate() > 0.5F);
  now.td_error = 30.0F;
  TEST_ASSERT_EQUAL_UINT32(1, settled.blocks_until(Verdict::diverging, now));
  now.refused_every = 2;
  now.refusal = Status::skipped;
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::blind, now) <= 10);
  settled.expect_no_change(now, 10);

  now.refused_every = 0;  // and these TD errors are usual by now
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::at_the_boundary, now) <= 20);
  now.td_error = settled.usual.td_error;
  now.projected_every = 0;
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::stalled, now) <= 30);
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::learning, settled.usual) <= 20);
}

/// Each without passing through another that does not hold.
void test_straight_from_one_to_another() {
  Settled settled;
  Conditions bad = with_refusals(1, Status::skipped);
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::blind, bad) <= 10);
  bad = with_projections(1);
  bad.td_error = 40.0F;
  while (settled.health.verdict() == Verdict::blind) { settled.feeder.tick(settled.health, bad); }
  for (uint32_t t = 0; t < 4; ++t) { settled.feeder.tick(settled.health, bad); }  // the end of the same block
  expect(Verdict::diverging, settled.health.verdict());
}

// --- numbers --------------------------------------------------------------------------------------------------------

/// The same means in double; ticks at the end of a block are not sampled.
struct Means {
  double td_error = 0;
  double td_error2 = 0;
  double reward = 0;
  double variance = 0;

  void add(double delta, double r) {
    td_error += (delta - td_error) / 32;
    td_error2 += (delta * delta - td_error2) / 32;
    const double error = r - reward;
    reward += error / 32;
    variance += (error * error - variance) / 32;
  }
};

template <class T>
void check_means() {
  Health<> health;
  Feeder<T> feeder;
  Means means;
  const auto expect_near = [](double expected, float actual) {
    TEST_ASSERT_TRUE(fabs(expected - static_cast<double>(actual)) <= 1e-5 * (1 + fabs(expected)));
  };
  Conditions now;
  now.reward = 3.0F;
  for (uint32_t t = 0; t < 12 * block; ++t) {
    const auto report = feeder.report(now);
    const T reward = feeder.reward(now);
    health.add(report, reward);
    if (t % block < block - 24) { means.add(static_cast<double>(report.td_error), static_cast<double>(reward)); }
    expect_near(means.td_error, health.td_error());
    expect_near(sqrt(means.td_error2), health.td_error_size());
    expect_near(means.reward, health.reward());
    expect_near(sqrt(means.variance), health.reward_deviation());
    expect_near(1 - means.td_error2 / means.variance, health.explained());
  }
}

void test_means() {
  check_means<float>();
  check_means<double>();
}

void test_nothing_is_explained_at_first() {
  Health<> health;
  ASSERT_SAME_BITS(0.0F, health.explained());
  health.add(Report<float>(), 0.0F);
  ASSERT_SAME_BITS(0.0F, health.explained());
  health.add(Report<float>(), 1.0F);
  ASSERT_SAME_BITS(1.0F, health.explained());
}

/// And what it would put into a snapshot is accepted there.
bool is_finite_throughout(Health<>& health) {
  Words words;
  health.exchange(words);
  return words.is_right && is_finite(health.td_error()) && is_finite(health.td_error_size()) &&
         is_finite(health.reward()) && is_finite(health.reward_deviation()) && !is_nan(health.explained());
}

/// As large as it gets, as small, and from one end to the other: finite after each block; then all is as before.
template <class T>
void check_extreme(float size) {
  Settled settled;
  Health<>& health = settled.health;
  Feeder<T> feeder;
  for (uint32_t t = 0; t < 24 * block; ++t) {
    auto report = feeder.report(settled.usual);
    const float sign = t / (8 * block) % 2 == 0 ? 1.0F : -1.0F;
    report.td_error = static_cast<T>(t % 3 == 0 ? -size : sign * size);
    health.add(report, static_cast<T>(sign * size));
    if (t % block == block - 1) { TEST_ASSERT_TRUE(is_finite_throughout(health)); }
  }
  TEST_ASSERT_TRUE(settled.blocks_until(Verdict::settled, settled.usual, 400) <= 400);
  settled.feeder.run(health, settled.usual, 70);  // until means are what they were
  TEST_ASSERT_TRUE(is_near(0.29F, health.td_error_size(), 0.15F) && is_near(0.0F, health.reward(), 0.3F));
}

void test_extremes() {
  for (const float size : {1e19F, 3e38F}) { check_extreme<float>(size); }
  check_extreme<double>(1e30F);
}

void test_nothing_at_all() {
  for (const float size : {0.0F, 1e-40F, 1e-30F}) { check_extreme<float>(size); }
}

// --- agents ---------------------------------------------------------------------------------------------------------

/// What Health asks an agent for.
struct FakeAgent {
  using Value = float;
  static constexpr uint32_t actions = 3;
  Report<float> last;
  bool is_frozen = false;
  const Report<float>& report() const { return last; }
  bool is_evaluating() const { return is_frozen; }
};

struct WatchedAgent {
  Health<3> health;
  FakeAgent agent;
  Feeder<> feeder;
  uint32_t ticks = 0;

  /// Action 2 is not taken.
  void tick(const Conditions& now) {
    Decision decision{Status::ok, false, !agent.is_frozen, ticks++ % 2};
    if (!agent.is_frozen) { agent.last = feeder.report(now); }
    if (now.refused_every != 0 && ticks % now.refused_every == 0) { decision.status = now.refusal; }
    decision.has_learned = decision.has_learned && decision.status == Status::ok;
    health.add(agent, decision, feeder.reward(now));
  }
  void run(const Conditions& now, uint32_t blocks) {
    for (uint32_t t = 0; t < blocks * block; ++t) { tick(now); }
  }
};

void test_unused_actions() {
  WatchedAgent watched;
  const Conditions usual;
  for (uint32_t blocks = 1; blocks <= 5; ++blocks) {
    watched.run(usual, 1);
    TEST_ASSERT_EQUAL_UINT16(0, watched.health.unused(0));
    TEST_ASSERT_EQUAL_UINT16(0, watched.health.unused(1));
    TEST_ASSERT_EQUAL_UINT16(blocks, watched.health.unused(2));
    TEST_ASSERT_EQUAL_UINT16(blocks, watched.health.longest_unused());
  }
  TEST_ASSERT_EQUAL_UINT16(0, watched.health.unused(3));
  TEST_ASSERT_EQUAL_UINT16(0, Health<>().longest_unused());
  for (uint32_t t = 0; t < 2 * block; ++t) {  // also one that is taken in the tick in which it is counted
    watched.health.add(watched.agent, {Status::ok, false, false, t % block == block - 1 ? 1U : t % 3}, 0.0F);
    TEST_ASSERT_EQUAL_UINT16(0, watched.health.unused(t % block == block - 1 ? 1 : t % 3));
  }
  TEST_ASSERT_EQUAL_UINT16(0, watched.health.longest_unused());
}

void test_unused_actions_stay_at_the_largest_number() {
  WatchedAgent watched;
  const uint32_t word = Health<3>::snapshot_bytes / 4 - 1;
  TEST_ASSERT_TRUE(forge(watched.health, word, UINT16_MAX - 1));
  for (int blocks = 0; blocks < 3; ++blocks) {
    watched.run(Conditions(), 1);
    TEST_ASSERT_EQUAL_UINT16(UINT16_MAX, watched.health.unused(2));
  }
}

/// Rewards that nothing was learned from do not count: of the first observation, or after a gap.
void test_a_tick_without_learning() {
  WatchedAgent watched;
  watched.run(Conditions(), 2);
  const uint32_t reward = to_bits(watched.health.reward());
  const uint32_t td_error = to_bits(watched.health.td_error());
  watched.health.add(watched.agent, {Status::ok, false, false, 0}, 1e9F);
  watched.health.add(watched.agent, {Status::skipped, false, false, 0}, 1e9F);
  TEST_ASSERT_EQUAL_HEX32(reward, to_bits(watched.health.reward()));
  TEST_ASSERT_EQUAL_HEX32(td_error, to_bits(watched.health.td_error()));
}

/// Rewards and readings alone are watched: the last report is no news, however unusual it was.
void test_an_agent_that_evaluates() {
  WatchedAgent watched;
  Conditions now;
  watched.run(now, HealthRules::settled_after);
  expect(Verdict::settled, watched.health.verdict());
  watched.agent.is_frozen = true;
  watched.agent.last.td_error = 1e9F;
  watched.agent.last.trace_norm2 = 1e9F;
  const uint32_t td_error = to_bits(watched.health.td_error_size());
  for (uint32_t blocks = 0; blocks < 70; ++blocks) {
    watched.run(now, 1);
    expect(Verdict::settled, watched.health.verdict());
  }
  TEST_ASSERT_EQUAL_HEX32(td_error, to_bits(watched.health.td_error_size()));
  TEST_ASSERT_TRUE(watched.health.unused(2) >= HealthRules::settled_after + 70);  // blocks without updates are shorter
  now.deviation = 0.001F;  // whatever rewards do, TD errors are not compared with them
  watched.run(now, 20);
  expect(Verdict::settled, watched.health.verdict());
  TEST_ASSERT_TRUE(watched.health.reward_deviation() < 0.01F);
  now.reward = 1.0F;
  watched.run(now, 11);
  expect(Verdict::learning, watched.health.verdict());
  TEST_ASSERT_TRUE(is_near(1.0F, watched.health.reward(), 0.01F));
}

void test_an_agent_that_evaluates_can_be_blind() {
  WatchedAgent watched;
  watched.agent.is_frozen = true;
  watched.run(with_refusals(2, Status::skipped), 10);
  expect(Verdict::blind, watched.health.verdict());
  watched.run(Conditions(), 20);
  expect(Verdict::learning, watched.health.verdict());
}

/// The first reward of an evaluation is not looked at by an agent.
void test_a_bad_reward_in_the_first_tick_of_an_evaluation() {
  using Agent = Sarsa<float, OneHot<float, 4>, 2>;
  Agent agent;
  Health<2> health;
  TEST_ASSERT_TRUE(agent.start(Agent::Config(), 1) == Status::ok);
  const auto tick = [&](float reward, uint32_t t) {
    const Decision decision = agent.tick(reward, OneHot<float, 4>(t % 4));
    TEST_ASSERT_TRUE(decision.status == Status::ok);
    health.add(agent, decision, reward);
  };
  for (uint32_t t = 0; t < block; ++t) { tick(1.0F, t); }
  agent.evaluate();
  tick(from_bits<float>(0x7FC00000U), 0);
  for (uint32_t t = 0; t < block; ++t) { tick(1.0F, t); }
  TEST_ASSERT_TRUE(health.reward() > 0.5F && health.reward() <= 1.0F);
}

// --- to the last bit ------------------------------------------------------------------------------------------------

/// Every verdict, every step, and numbers of every size.
template <class T>
uint64_t digest_of_noise() {
  Health<> health;
  Feeder<T> feeder;
  Digest digest;
  health.set_weights_norm(10.0F);
  const float sizes[] = {1.0F, 1.0F, 4.0F, 1e-9F, 1e25F, 1.0F, 1e-4F, 1.0F};
  for (uint32_t t = 0; t < 320 * block; ++t) {
    const uint32_t phase = t / (40 * block);
    Conditions now;
    now.td_error = now.deviation = sizes[phase];
    now.step_size = phase == 6 ? 0.95F : (phase == 7 ? 1e-12F : 0.1F);
    now.projected_every = phase == 4 ? 3 : 0;
    now.refused_every = phase == 5 ? 2 : 0;
    feeder.tick(health, now);
    if (t % 97 != 0) { continue; }
    digest.add_word(digest_of(health));
    digest.add(is_nan(health.explained()) ? 0.0F : health.explained());
  }
  return digest.value();
}

void test_the_same_bits_everywhere() {
  TEST_ASSERT_EQUAL_HEX64(0xD38F3CAB27AE866FU, digest_of_noise<float>());
  TEST_ASSERT_EQUAL_HEX64(0x6836B6EC2277ADC7U, digest_of_noise<double>());
}

// --- forged ---------------------------------------------------------------------------------------------------------

/// A word of a snapshot that is anything: refused, or it comes to terms with it.
void test_forged_words() {
  Settled settled;
  for (uint32_t at = 0; at < Health<>::snapshot_bytes / 4; ++at) {
    for (const uint32_t other : {0U, 7U, 50U, 75U, 255U, 32768U, 65535U, 65536U, 0x7F800000U, 0x7FC00000U, ~0U}) {
      Health<> health = settled.health;
      if (!forge(health, at, other)) { continue; }
      settled.feeder.run(health, settled.usual, 2);
      TEST_ASSERT_TRUE(health.verdict() <= Verdict::blind);
    }
  }
}

// Where words are in a snapshot.
constexpr uint32_t reward_word = 2;
constexpr uint32_t reward_spread_word = 7;
constexpr uint32_t tick_word = 22;

/// A mean is limited at a certain tick of a block; after it, nothing is converted that is not finite.
void test_a_forged_mean_is_limited() {
  for (const uint32_t tick : {55U, 66U, 80U, 255U}) {
    Settled settled;
    TEST_ASSERT_TRUE(forge(settled.health, tick_word, tick));
    for (const uint32_t bits : {0x7FC00000U, 0x7F800000U, 0xFFFFFFFFU}) {
      TEST_ASSERT_TRUE(forge(settled.health, reward_word, bits));
      TEST_ASSERT_TRUE(is_finite(settled.health.reward()));
    }
  }
}
/// Before that tick it is what it was.
void test_an_infinite_mean_is_restored() {
  for (const uint32_t tick : {0U, 43U, 54U}) {
    Settled settled;
    TEST_ASSERT_TRUE(forge(settled.health, tick_word, tick));
    TEST_ASSERT_TRUE(forge(settled.health, reward_word, 0x7F800000U));
    TEST_ASSERT_EQUAL_HEX32(0x7F800000U, to_bits(settled.health.reward()));
  }
}

void test_a_spread_that_is_not_finite_is_refused() {
  Settled settled;
  TEST_ASSERT_TRUE(forge(settled.health, reward_spread_word, 255 * 256 - 1));
  TEST_ASSERT_FALSE(forge(settled.health, reward_spread_word, 255 * 256));
  TEST_ASSERT_FALSE(forge(settled.health, reward_spread_word, UINT16_MAX));
}

/// Of a later version.
void test_a_verdict_that_does_not_exist_begins_again() {
  Settled settled;
  Health<> health = settled.health;
  const uint32_t word = Health<>::snapshot_bytes / 4 - 1;
  TEST_ASSERT_TRUE(forge(health, word, 6));
  expect(Verdict::blind, health.verdict());
  TEST_ASSERT_TRUE(forge(health, word, 7));
  expect(Verdict::starting, health.verdict());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_from_the_start);
  RUN_TEST(test_td_errors_that_change);
  RUN_TEST(test_td_errors_that_are_nothing);
  RUN_TEST(test_a_mean_reward_that_changes);
  RUN_TEST(test_a_trace_that_changes);
  RUN_TEST(test_a_trace_that_stands_still);
  RUN_TEST(test_a_trace_that_stands_still_most_of_the_time);
  RUN_TEST(test_what_holds_from_the_start_does_not_diverge);
  RUN_TEST(test_td_errors_that_diverge);
  RUN_TEST(test_divergence_has_hysteresis);
  RUN_TEST(test_td_errors_that_stay_large);
  RUN_TEST(test_rewards_that_do_not_vary);
  RUN_TEST(test_updates_that_overwrite);
  RUN_TEST(test_overflow);
  RUN_TEST(test_at_the_boundary);
  RUN_TEST(test_blind_by_rejections);
  RUN_TEST(test_blind_by_skips);
  RUN_TEST(test_blind_by_both);
  RUN_TEST(test_a_refused_report_changes_counts_alone);
  RUN_TEST(test_stalled);
  RUN_TEST(test_stalled_has_hysteresis);
  RUN_TEST(test_nothing_is_small_without_a_norm);
  RUN_TEST(test_what_outweighs_what);
  RUN_TEST(test_straight_from_one_to_another);
  RUN_TEST(test_means);
  RUN_TEST(test_nothing_is_explained_at_first);
  RUN_TEST(test_extremes);
  RUN_TEST(test_nothing_at_all);
  RUN_TEST(test_unused_actions);
  RUN_TEST(test_unused_actions_stay_at_the_largest_number);
  RUN_TEST(test_a_tick_without_learning);
  RUN_TEST(test_an_agent_that_evaluates);
  RUN_TEST(test_an_agent_that_evaluates_can_be_blind);
  RUN_TEST(test_a_bad_reward_in_the_first_tick_of_an_evaluation);
  RUN_TEST(test_the_same_bits_everywhere);
  RUN_TEST(test_forged_words);
  RUN_TEST(test_a_forged_mean_is_limited);
  RUN_TEST(test_an_infinite_mean_is_restored);
  RUN_TEST(test_a_spread_that_is_not_finite_is_refused);
  RUN_TEST(test_a_verdict_that_does_not_exist_begins_again);
  return UNITY_END();
}
