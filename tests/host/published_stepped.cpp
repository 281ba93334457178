// Published values, interrupted after every single instruction: the processor traps after each one (the trap flag of
// x86), and the signal handler is the interrupt.

#include <ballast/published.hpp>

#include <signal.h>

#include "suite.hpp"
#include "tear_detector.hpp"

namespace {

ballast::Published<LongTearDetector> values;
volatile uint32_t published = 0;  // volatile is what a handler changes behind the compiler's back
volatile uint32_t step = 0;
uint32_t good = 0;
uint32_t torn = 0;
uint32_t failed = 0;
uint32_t from_elsewhere = 0;  // neither the set before nor the one being published
uint32_t publish_at = 0;      // before which instruction of the reader
uint32_t publications = 0;    // how many then

void publish_next() {
  published = published + 1;
  values.publish(LongTearDetector::of(published));
}

void read_in_the_interrupt(int /*signal*/) {
  step = step + 1;
  LongTearDetector set{};
  if (!values.read(set, 1)) {
    ++failed;
  } else if (!set.is_whole()) {
    ++torn;
  } else if (set.number() != published && set.number() + 1 != published) {
    ++from_elsewhere;
  } else {
    ++good;
  }
}

void publish_in_the_interrupt(int /*signal*/) {
  const uint32_t now = step;
  step = now + 1;
  if (now != publish_at) { return; }
  for (uint32_t i = 0; i < publications; ++i) { publish_next(); }
}

void set_interrupt(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigaction(SIGTRAP, &action, nullptr);
}

/// What a compiler keeps below the stack pointer is left alone: 128 bytes.
inline __attribute__((always_inline)) void trap_after_each_instruction() {
  __asm__ volatile("leaq -128(%%rsp), %%rsp\n pushfq\n orq $0x100, (%%rsp)\n popfq\n leaq 128(%%rsp), %%rsp" ::
                       : "memory", "cc");
}

inline __attribute__((always_inline)) void trap_no_more() {
  __asm__ volatile("leaq -128(%%rsp), %%rsp\n pushfq\n andq $~0x100, (%%rsp)\n popfq\n leaq 128(%%rsp), %%rsp" ::
                       : "memory", "cc");
}

__attribute__((noinline)) void publish_stepped(const LongTearDetector& set) {
  trap_after_each_instruction();
  values.publish(set);
  trap_no_more();
}

__attribute__((noinline)) bool read_stepped(LongTearDetector& set, uint32_t attempts) {
  trap_after_each_instruction();
  const bool is_read = values.read(set, attempts);
  trap_no_more();
  return is_read;
}

void test_a_reader_at_every_instruction_of_the_writer() {
  set_interrupt(read_in_the_interrupt);
  step = 0;
  for (uint32_t i = 0; i < 10; ++i) {
    published = published + 1;
    publish_stepped(LongTearDetector::of(published));
  }
  TEST_ASSERT_GREATER_THAN_UINT32(10 * (LongTearDetector::size + 3), step);
  TEST_ASSERT_EQUAL_UINT32(0, torn);
  TEST_ASSERT_EQUAL_UINT32(0, failed);
  TEST_ASSERT_EQUAL_UINT32(0, from_elsewhere);
  TEST_ASSERT_EQUAL_UINT32(step, good);
}

/// How many of the instructions of a reader let it fail when the writer interrupts there.
uint32_t disturbed(uint32_t attempts, uint32_t count) {
  set_interrupt(publish_in_the_interrupt);
  publications = count;
  uint32_t refused = 0;
  uint32_t steps = 1;
  for (publish_at = 0; publish_at < steps; ++publish_at) {
    const uint32_t before = published;
    LongTearDetector set = LongTearDetector::of(1000000);
    step = 0;
    const bool is_read = read_stepped(set, attempts);
    steps = step;
    TEST_ASSERT_TRUE(set.is_whole());
    TEST_ASSERT_TRUE(is_read ? set.number() >= before && set.number() <= published : set.number() == 1000000);
    refused += is_read ? 0U : 1U;
  }
  TEST_ASSERT_GREATER_THAN_UINT32(LongTearDetector::size + 3, steps);
  return refused;
}

void test_the_writer_at_every_instruction_of_a_reader() {
  TEST_ASSERT_EQUAL_UINT32(0, disturbed(1, 1));
  TEST_ASSERT_GREATER_THAN_UINT32(0, disturbed(1, 2));
  TEST_ASSERT_EQUAL_UINT32(0, disturbed(2, 2));
  TEST_ASSERT_EQUAL_UINT32(0, disturbed(2, 3));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_a_reader_at_every_instruction_of_the_writer);
  RUN_TEST(test_the_writer_at_every_instruction_of_a_reader);
  return UNITY_END();
}
