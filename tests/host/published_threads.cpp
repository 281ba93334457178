// Published values between threads, which are on as many cores as there are: what a reader gets is whole and never from
// before what it got last. Built once more with ThreadSanitizer, which looks for data races.

#include <ballast/published.hpp>

#include <atomic>
#include <thread>

#include "suite.hpp"
#include "tear_detector.hpp"

namespace {

struct Seen {
  uint32_t torn = 0;
  uint32_t from_the_past = 0;
  std::atomic<uint32_t> changes{0};  // reads that gave something new; the writer looks at it
};

void read_until(const std::atomic<bool>& is_over, const ballast::Published<LongTearDetector>& values, Seen& seen) {
  uint32_t last = 0;
  while (!is_over.load(std::memory_order_relaxed)) {
    LongTearDetector set{};
    if (!values.read(set)) { continue; }
    seen.torn += set.is_whole() ? 0U : 1U;
    seen.from_the_past += set.number() < last ? 1U : 0U;
    if (set.number() != last) { seen.changes.fetch_add(1, std::memory_order_relaxed); }
    last = set.number();
  }
}

bool has_seen_enough(const Seen& seen) {
  return seen.changes.load(std::memory_order_relaxed) > 20;
}

void test_two_threads_read_what_a_third_one_publishes() {
  static ballast::Published<LongTearDetector> values;
  std::atomic<bool> is_over{false};
  Seen seen[2];
  std::thread first([&] { read_until(is_over, values, seen[0]); });
  std::thread second([&] { read_until(is_over, values, seen[1]); });
  // Many, and on a busy machine more: until the readers have had their turns.
  uint32_t publications = 0;
  while (publications < 300000 || !has_seen_enough(seen[0]) || !has_seen_enough(seen[1])) {
    values.publish(LongTearDetector::of(++publications));
    if (publications % 1024 == 0) { std::this_thread::yield(); }  // where there is one core, the others get their turn
  }
  is_over = true;
  first.join();
  second.join();

  LongTearDetector set{};
  TEST_ASSERT_TRUE(values.read(set, 1));
  TEST_ASSERT_EQUAL_UINT32(publications, set.number());
  for (const Seen& reader : seen) {
    TEST_ASSERT_EQUAL_UINT32(0, reader.torn);
    TEST_ASSERT_EQUAL_UINT32(0, reader.from_the_past);
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_two_threads_read_what_a_third_one_publishes);
  return UNITY_END();
}
