// Ticks in one thread, the log drained in another: whatever their speeds, the blocks are whole, in order, and what is
// missing is in the gaps. Built once more with ThreadSanitizer, which looks for data races.

#include <ballast/features/one_hot.hpp>
#include <ballast/field/recorder.hpp>

#include <atomic>
#include <thread>
#include <vector>

#include "suite.hpp"

using namespace ballast;

namespace {

using Table = OneHot<float, 8>;
using Agent = Sarsa<float, Table, 3>;
using Recording = Recorder<Agent, Table, 256>;

struct Blocks {
  std::vector<std::vector<uint8_t>> blocks;
  bool write(const uint8_t* bytes, size_t count) {
    blocks.emplace_back(bytes, bytes + count);
    return true;
  }
};

uint32_t word(const std::vector<uint8_t>& block, size_t at) {
  return detail::get_word(block.data() + at);
}

/// Of the records of a block, which are ticks of 8 bytes, and a gap of 6 at the beginning.
struct Counted {
  uint32_t ticks = 0;
  uint32_t lost = 0;

  void add(const std::vector<uint8_t>& block, uint32_t number) {
    TEST_ASSERT_EQUAL_UINT32(number, word(block, 8));
    TEST_ASSERT_EQUAL_UINT32(ticks + lost, word(block, 12));
    const auto contents = static_cast<uint32_t>(block.size() - 4);
    TEST_ASSERT_EQUAL_HEX32(detail::checksum_of_block(block.data(), contents), word(block, contents));
    size_t at = 28;
    if ((block[at] & 15U) == static_cast<uint8_t>(detail::RecordKind::gap)) {
      lost += word(block, at + 2);
      at += 6;
    }
    ticks += static_cast<uint32_t>((contents - at) / 8);
  }
};

void test_a_log_is_drained_while_it_is_written() {
  static uint8_t ring[4 * Recording::block_bytes];
  static Recording recorder(ring);
  static Agent agent;
  TEST_ASSERT_TRUE(agent.start(Agent::Config(), 1) == Status::ok);
  Blocks log;
  std::atomic<bool> is_over{false};
  std::thread other([&] {
    while (!is_over.load(std::memory_order_acquire)) {
      (void)recorder.drain(log);
      if (log.blocks.size() % 16 == 0) { std::this_thread::yield(); }
    }
  });
  constexpr uint32_t ticks = 50000;
  for (uint32_t t = 0; t < ticks; ++t) {
    (void)recorder.tick(agent, 0.5F, Table(t % 8));
    if (t % 256 == 0) { std::this_thread::yield(); }
  }
  is_over.store(true, std::memory_order_release);
  other.join();
  recorder.flush();
  TEST_ASSERT_TRUE(recorder.drain(log) == Status::ok);
  (void)recorder.tick(agent, 0.5F, Table(0));  // tells the last gap
  recorder.flush();
  TEST_ASSERT_TRUE(recorder.drain(log) == Status::ok);

  Counted counted;
  uint32_t number = 0;
  for (const auto& block : log.blocks) { counted.add(block, number++); }
  TEST_ASSERT_EQUAL_UINT32(ticks + 1, counted.ticks + counted.lost);
  TEST_ASSERT_EQUAL_UINT32(recorder.lost(), counted.lost);
  TEST_ASSERT_TRUE(counted.ticks > 0);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_a_log_is_drained_while_it_is_written);
  return UNITY_END();
}
