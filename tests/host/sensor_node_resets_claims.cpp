// What the example of a sensor node claims of resets: each costs at most one period of learning, wherever it hits.

#include <ballast/snapshot.hpp>
#include <sensor_node/resets.hpp>

#include <vector>

#include "suite.hpp"

namespace {

using namespace sensor_node;
using ballast::Status;

// Not on the stack.
Board board;
Controller saved;
Controller learning;
Controller resumed;
Flash before;
Flash flash;

/// A sink.
struct Bytes {
  std::vector<uint8_t> bytes;

  bool write(const uint8_t* from, size_t count) {
    bytes.insert(bytes.end(), from, from + count);
    return true;
  }
};

/// Everything there is in the agent.
std::vector<uint8_t> state_of(const Controller& controller) {
  Bytes sink;
  TEST_ASSERT_TRUE(ballast::save(controller.agent(), 0, sink) == Status::ok);
  return sink.bytes;
}

// --- a month ---------------------------------------------------------------------------------------------------------

/// Keeps what was saved last, and compares.
struct Watch : Resets {
  std::vector<uint8_t> last_save;  // empty: nothing yet
  uint32_t saves = 0;              // since the last reset
  uint32_t updates = 0;            // at the last reset
  uint32_t resumed_from_a_save = 0;
  bool was_reset = false;

  void after_tick(const Board& now) {
    if (was_reset) { TEST_ASSERT_EQUAL_UINT32(updates, now.updates()); }  // nothing is learned across the gap
    was_reset = false;
    if (now.node->saves() != saves) { last_save = state_of(now.node->controller()); }
    saves = now.node->saves();
    TEST_ASSERT_EQUAL_UINT32(now.flash.has_power() ? 0 : 1, now.node->failed_saves());
  }
  void after_reset(const Board& now, uint32_t lost, bool was_saving) {
    Resets::after_reset(now, lost, was_saving);
    TEST_ASSERT_TRUE(lost <= ticks_per_save);
    if (last_save.empty()) {
      TEST_ASSERT_EQUAL_UINT32(0, now.updates());
    } else {
      TEST_ASSERT_TRUE(last_save == state_of(now.node->controller()));
      ++resumed_from_a_save;
    }
    saves = 0;
    updates = now.updates();
    was_reset = true;
  }
};

void test_a_reset_goes_on_bit_for_bit_from_the_last_save_and_loses_at_most_one_period() {
  uint32_t resets = 0;
  uint32_t while_saving = 0;
  uint32_t resumed_from_a_save = 0;
  for (uint64_t site_seed = 1; site_seed <= 10; ++site_seed) {
    Watch watch;
    (void)month_with_resets(site_seed, board, watch);
    resets += watch.count;
    while_saving += watch.while_saving;
    resumed_from_a_save += watch.resumed_from_a_save;
  }
  TEST_ASSERT_TRUE(resets >= 100 && while_saving >= 40 && resets - while_saving >= 40);
  TEST_ASSERT_TRUE(resumed_from_a_save >= 95);
}

void test_a_node_that_is_reset_every_five_hours_gets_on() {
  board.flash.clear();
  TEST_ASSERT_TRUE(board.reset(1));
  uint32_t ticks = 0;
  (void)live_through(1, [&](const Outcome& outcome) {
    if (++ticks % (5 * ticks_per_hour) == 0) { TEST_ASSERT_TRUE(board.reset(1)); }
    return board.node->tick(outcome);
  });
  TEST_ASSERT_TRUE(board.updates() > ticks / 3);
}

// --- every moment of a save ------------------------------------------------------------------------------------------

void live(Controller& controller, uint64_t site_seed, uint32_t ticks) {
  Site site(site_seed);
  Outcome outcome = site.observe();
  for (uint32_t tick = 0; tick < ticks; ++tick) { outcome = site.step(controller.tick(outcome)); }
}

/// Saves what is being learned, over what was saved before; power is lost in one of its writes. What is resumed then?
std::vector<uint8_t> resumed_after_loss_in(uint32_t operation) {
  flash = before;
  flash.lose_power_in(operation);
  ballast::SnapshotStore<Flash> store(flash);
  const bool is_saved = learning.save(store) == Status::ok;
  TEST_ASSERT_TRUE(is_saved == flash.has_power());
  flash.restore_power();
  ballast::SnapshotStore<Flash> after(flash);
  TEST_ASSERT_TRUE(resumed.resume(after) == Status::ok);
  return state_of(resumed);
}

void test_power_that_is_lost_in_any_write_of_a_save_leaves_the_save_before() {
  before.clear();
  ballast::SnapshotStore<Flash> store(before);
  TEST_ASSERT_TRUE(saved.start(1) == Status::ok);
  live(saved, 1, 2000);
  learning = saved;
  TEST_ASSERT_TRUE(saved.save(store) == Status::ok);
  live(learning, 2, ticks_per_save);
  const auto state_before = state_of(saved);
  const auto state_after = state_of(learning);
  TEST_ASSERT_FALSE(state_before == state_after);
  uint32_t operation = 0;
  while (resumed_after_loss_in(operation) == state_before) { ++operation; }
  TEST_ASSERT_EQUAL_UINT32(Outages::writes_of_a_save, operation);  // as many as there are: this one was after the last
  TEST_ASSERT_TRUE(resumed_after_loss_in(operation) == state_after);
}

void test_a_flash_that_contains_something_else_is_started_from_nothing() {
  for (uint32_t seed = 0; seed < 10; ++seed) {
    board.flash.clear();
    ballast::Random random(seed);
    for (uint32_t address = 0; address < Flash::slots * Flash::slot_bytes; ++address) {
      const uint8_t byte = static_cast<uint8_t>(random.word() >> 24);
      TEST_ASSERT_TRUE(board.flash.program(address, &byte, 1));
    }
    TEST_ASSERT_TRUE(board.reset(1));
    TEST_ASSERT_EQUAL_UINT32(0, board.updates());
    TEST_ASSERT_EQUAL_UINT32(0, board.node->controller().agent().decisions());
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_a_reset_goes_on_bit_for_bit_from_the_last_save_and_loses_at_most_one_period);
  RUN_TEST(test_a_node_that_is_reset_every_five_hours_gets_on);
  RUN_TEST(test_power_that_is_lost_in_any_write_of_a_save_leaves_the_save_before);
  RUN_TEST(test_a_flash_that_contains_something_else_is_started_from_nothing);
  return UNITY_END();
}
