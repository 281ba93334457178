// What the example of a sensor node claims of its guard: it leaves a healthy node alone, helps one that is mistuned or
// has lost its battery's reading, and goes on after a reset. Retuning and freezing from outside.

#include <sensor_node/faults.hpp>
#include <sensor_node/flash.hpp>

#include "suite.hpp"

namespace {

using namespace sensor_node;
using ballast::GuardEvent;
using ballast::Status;

constexpr uint32_t sites = 100;
constexpr uint32_t fault_begins_at = fault_begins * ticks_per_day;

// Not on the stack.
Controller controller;
Controller other;
Flash flash;

const float nan = ballast::from_bits<float>(0x7FC00000U);

bool is_handed_over(GuardEvent event) {
  return event == GuardEvent::rolled_back || event == GuardEvent::handed_over;
}

ballast::Telemetry record_of(Controller& of, uint32_t day = 0) {
  uint8_t bytes[ballast::telemetry_bytes];
  of.telemetry(1, day, bytes);
  ballast::Telemetry record;
  TEST_ASSERT_TRUE(ballast::decode(bytes, sizeof bytes, record) == Status::ok);
  return record;
}

Summary summary_of(const Controller& of) {
  Summary summary{};
  TEST_ASSERT_TRUE(of.read(summary));
  return summary;
}

/// Days at a site.
void live(Controller& one, Site& site, Outcome& outcome, uint32_t ticks) {
  for (uint32_t tick = 0; tick < ticks; ++tick) { outcome = site.step(one.tick(outcome)); }
}

// --- the guard -------------------------------------------------------------------------------------------------------

void test_a_healthy_node_is_left_alone() {
  static uint8_t decisions[days * ticks_per_day];
  uint32_t kept = 0;
  for (uint64_t site_seed = 1; site_seed <= sites; ++site_seed) {
    controller.guard(false);
    (void)month_with_fault(site_seed, Fault::none, controller,
                           [&](uint32_t tick, uint32_t reports) { decisions[tick] = static_cast<uint8_t>(reports); });
    controller.guard(true);
    (void)month_with_fault(site_seed, Fault::none, controller, [&](uint32_t tick, uint32_t reports) {
      TEST_ASSERT_EQUAL_UINT32(decisions[tick], reports);
      TEST_ASSERT_FALSE(is_handed_over(controller.event()));
      TEST_ASSERT_TRUE(controller.health().verdict() <= ballast::Verdict::settled);
      kept += controller.event() == GuardEvent::kept ? 1U : 0U;
      if (tick % ticks_per_day == 0) { TEST_ASSERT_EQUAL_UINT32(0, record_of(controller).scale_warnings); }
    });
  }
  TEST_ASSERT_TRUE(kept >= 2 * sites);
}

/// The step-size is 100 times too large, and nobody corrects it.
Month mistuned_month(uint64_t site_seed, bool is_guarded, uint32_t& rolled_back_at) {
  controller.guard(is_guarded);
  return month_with_fault(site_seed, Fault::forgotten, controller, [&](uint32_t tick, uint32_t) {
    if (controller.event() == GuardEvent::rolled_back) { rolled_back_at = tick; }
  });
}

void test_a_mistaken_retune_is_rolled_back_and_the_node_earns_more_than_alone() {
  constexpr uint32_t many_sites = 900;  // the gain is small: a standard error is 0.015 an hour
  float alone = 0.0F;
  float guarded = 0.0F;
  for (uint64_t site_seed = 1; site_seed <= many_sites; ++site_seed) {
    uint32_t rolled_back_at = 0;
    alone += mistuned_month(site_seed, false, rolled_back_at).per_hour(fault_begins);
    TEST_ASSERT_EQUAL_UINT32(0, rolled_back_at);
    guarded += mistuned_month(site_seed, true, rolled_back_at).per_hour(fault_begins);
    TEST_ASSERT_TRUE(rolled_back_at > fault_begins_at && rolled_back_at < fault_begins_at + 3 * ticks_per_day);
    TEST_ASSERT_EQUAL_UINT32(1, controller.guard().rollbacks());  // it does not happen again
    ASSERT_SAME_BITS(1.25F, controller.agent().learner().config().schedule.step_size);
    TEST_ASSERT_TRUE(controller.guard().is_trusted());
  }
  TEST_ASSERT_TRUE(guarded > alone + 0.04F * many_sites);
}

void assert_guard_helps(Fault fault, float per_hour) {
  float gain = 0.0F;
  for (uint64_t site_seed = 1; site_seed <= sites; ++site_seed) {
    controller.guard(false);
    const Month alone = month_with_fault(site_seed, fault, controller, [](uint32_t, uint32_t) {});
    controller.guard(true);
    const Month guarded = month_with_fault(site_seed, fault, controller, [](uint32_t, uint32_t) {});
    gain += guarded.per_hour(fault_begins, fault_ends) - alone.per_hour(fault_begins, fault_ends);
    TEST_ASSERT_EQUAL_UINT32(1, controller.guard().handovers());
    TEST_ASSERT_TRUE(controller.guard().is_trusted());  // again
  }
  TEST_ASSERT_TRUE(gain > per_hour * sites);
}
void test_a_reading_that_is_stuck_or_missing_for_a_week_costs_less_than_alone() {
  assert_guard_helps(Fault::stuck, 0.75F);
  assert_guard_helps(Fault::dead, 2.0F);
}

void test_the_fallback_sends_what_it_may_whatever_is_read() {
  for (const float charge : {-1e30F, -0.1F, 0.0F, 0.5F, 1.0F, 1.1F, 1e30F}) {
    TEST_ASSERT_TRUE(fallback({0.0F, charge, 12.0F, true}, true) <= most_reports);
    TEST_ASSERT_EQUAL_UINT32(0, fallback({0.0F, charge, 12.0F, false}, true));
  }
  TEST_ASSERT_EQUAL_UINT32(most_reports, fallback({0.0F, 1.0F, 12.0F, true}, true));
  TEST_ASSERT_EQUAL_UINT32(1, fallback({0.0F, nan, 12.0F, true}, false));
}

// --- from outside ----------------------------------------------------------------------------------------------------

void test_a_retune_with_invalid_numbers_changes_nothing() {
  TEST_ASSERT_TRUE(controller.start(1) == Status::ok);
  Site site(1);
  Outcome outcome = site.observe();
  live(controller, site, outcome, 100);
  other = controller;
  Site other_site = site;
  Outcome other_outcome = outcome;
  for (const float bad : {nan, -1.0F, ballast::from_bits<float>(0x7F800000U)}) {
    TEST_ASSERT_FALSE(controller.retune(bad, 0.01F) == Status::ok);
    TEST_ASSERT_FALSE(controller.retune(1.0F, bad) == Status::ok);
  }
  TEST_ASSERT_FALSE(controller.retune(1.0F, 1.5F) == Status::ok);
  live(controller, site, outcome, 1000);
  live(other, other_site, other_outcome, 1000);
  ASSERT_SAME_BITS(other.agent().average_reward(), controller.agent().average_reward());
  TEST_ASSERT_TRUE(other.agent().random_state() == controller.agent().random_state());
}

void test_a_frozen_node_learns_nothing_and_says_what_it_earns() {
  TEST_ASSERT_TRUE(controller.start(1) == Status::ok);
  Site site(1);
  Outcome outcome = site.observe();
  live(controller, site, outcome, 14 * ticks_per_day);
  const uint32_t updates = controller.agent().learner().updates();
  ASSERT_SAME_BITS(0.0F, summary_of(controller).frozen_per_hour);
  controller.freeze();
  live(controller, site, outcome, 7 * ticks_per_day);
  TEST_ASSERT_EQUAL_UINT32(updates, controller.agent().learner().updates());
  TEST_ASSERT_TRUE(summary_of(controller).frozen_per_hour > 4.0F && summary_of(controller).frozen_per_hour < 12.0F);
  TEST_ASSERT_TRUE(record_of(controller).is_evaluating && !record_of(controller).is_handed_over);
  controller.freeze(false);
  live(controller, site, outcome, ticks_per_day);
  TEST_ASSERT_TRUE(controller.agent().learner().updates() > updates + ticks_per_day / 2);
  ASSERT_SAME_BITS(0.0F, summary_of(controller).frozen_per_hour);
}

void test_a_frozen_node_is_still_frozen_when_the_guard_hands_back() {
  uint32_t handed_back = 0;
  uint32_t updates = 0;
  (void)month_with_fault(1, Fault::dead, controller, [&](uint32_t tick, uint32_t) {
    if (tick == fault_begins_at - 1) {
      controller.freeze();
      updates = controller.agent().learner().updates();
    }
    handed_back += controller.event() == GuardEvent::handed_back ? 1U : 0U;
  });
  TEST_ASSERT_EQUAL_UINT32(1, handed_back);
  TEST_ASSERT_TRUE(controller.agent().is_evaluating());
  TEST_ASSERT_EQUAL_UINT32(updates, controller.agent().learner().updates());
  TEST_ASSERT_TRUE(controller.start(1) == Status::ok);
  TEST_ASSERT_FALSE(controller.agent().is_evaluating());
}

// --- resets and telemetry --------------------------------------------------------------------------------------------

void test_health_and_guard_go_on_after_a_reset() {
  flash.clear();
  bool is_saved = false;
  (void)month_with_fault(1, Fault::retuned, controller, [&](uint32_t, uint32_t) {
    if (is_saved || controller.event() != GuardEvent::rolled_back) { return; }
    is_saved = true;
    ballast::SnapshotStore<Flash> store(flash);
    TEST_ASSERT_TRUE(controller.save(store) == Status::ok);
    ballast::SnapshotStore<Flash> after_reset(flash);
    TEST_ASSERT_TRUE(other.start(2) == Status::ok);
    TEST_ASSERT_TRUE(other.resume(after_reset) == Status::ok);
    TEST_ASSERT_TRUE(other.health().verdict() == ballast::Verdict::diverging);
    TEST_ASSERT_FALSE(other.guard().is_trusted());
    TEST_ASSERT_EQUAL_UINT32(1, other.guard().rollbacks());
    TEST_ASSERT_TRUE(other.guard().keeper().has_any());
    TEST_ASSERT_EQUAL_UINT32(8, other.tick({0.0F, 1.0F, 12.0F, true}));  // the fallback
  });
  TEST_ASSERT_TRUE(is_saved);
}

void test_records_tell_of_a_roll_back_once_and_of_a_reading_that_is_stuck() {
  uint32_t told = 0;
  (void)month_with_fault(1, Fault::retuned, controller, [&](uint32_t tick, uint32_t) {
    if (tick % ticks_per_day == 0) { told += record_of(controller, tick / ticks_per_day).has_rolled_back ? 1U : 0U; }
  });
  TEST_ASSERT_EQUAL_UINT32(1, told);
  (void)month_with_fault(1, Fault::stuck, controller, [&](uint32_t tick, uint32_t) {
    if (tick != fault_ends * ticks_per_day - 1) { return; }
    const ballast::Telemetry record = record_of(controller);
    TEST_ASSERT_TRUE(record.is_handed_over && record.verdict == ballast::Verdict::blind);
    TEST_ASSERT_EQUAL_UINT32(8, record.scale_warnings);
  });
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_a_healthy_node_is_left_alone);
  RUN_TEST(test_a_mistaken_retune_is_rolled_back_and_the_node_earns_more_than_alone);
  RUN_TEST(test_a_reading_that_is_stuck_or_missing_for_a_week_costs_less_than_alone);
  RUN_TEST(test_the_fallback_sends_what_it_may_whatever_is_read);
  RUN_TEST(test_a_retune_with_invalid_numbers_changes_nothing);
  RUN_TEST(test_a_frozen_node_learns_nothing_and_says_what_it_earns);
  RUN_TEST(test_a_frozen_node_is_still_frozen_when_the_guard_hands_back);
  RUN_TEST(test_health_and_guard_go_on_after_a_reset);
  RUN_TEST(test_records_tell_of_a_roll_back_once_and_of_a_reading_that_is_stuck);
  return UNITY_END();
}
