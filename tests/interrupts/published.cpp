// Published values under real interrupts: the core's timer interrupts the writer before each of its instructions in
// turn, and reads there; then a reader, and publishes there. Needs an emulator that counts time in instructions, so
// that a delay of one more instruction moves the interrupt by one.

#include <ballast/published.hpp>

#include "suite.hpp"
#include "tear_detector.hpp"
#include "timer.hpp"

namespace {

ballast::Published<TearDetector> values;
volatile uint32_t published = 0;  // volatile is what an interrupt changes behind the compiler's back

// --- where an interrupt came ----------------------------------------------------------------------------------------

volatile bool is_inside = false;  // the function under test is running
volatile bool has_come = false;
void (*volatile interrupt)() = nullptr;

/// The instructions before which an interrupt came while the function under test was running.
struct Places {
  static constexpr uint32_t capacity = 150;
  uintptr_t pcs[capacity];
  uint32_t count = 0;       // of different ones
  uint32_t interrupts = 0;  // of all, a loop's instructions as often as they are carried out
  uint32_t runs = 0;        // of the function, interrupted there or not
  uint32_t first = 0;       // the run in which an interrupt first came there
  uint32_t last = 0;        // likewise

  void add(uintptr_t pc) {
    first = interrupts == 0 ? runs : first;
    last = runs;
    ++interrupts;
    for (uint32_t i = 0; i < count; ++i) {
      if (pcs[i] == pc) { return; }
    }
    if (count < capacity) { pcs[count++] = pc; }
  }
} places;

// --- the functions under test ---------------------------------------------------------------------------------------

__attribute__((noipa)) void publish(const TearDetector& set) {
  is_inside = true;
  values.publish(set);
  is_inside = false;
}

__attribute__((noipa)) bool read(TearDetector& set) {
  is_inside = true;
  const bool is_read = values.read(set, 1);
  is_inside = false;
  return is_read;
}

// --- the interrupts -------------------------------------------------------------------------------------------------

uint32_t failed = 0;
uint32_t torn = 0;
uint32_t from_elsewhere = 0;  // neither the set before nor the one being published

void read_in_the_interrupt() {
  TearDetector set{};
  failed += values.read(set, 1) ? 0U : 1U;
  torn += set.is_whole() ? 0U : 1U;
  from_elsewhere += set.number() == published || set.number() + 1 == published ? 0U : 1U;
}

template <uint32_t Publications>
void publish_in_the_interrupt() {
  for (uint32_t i = 0; i < Publications; ++i) {
    published = published + 1;
    values.publish(TearDetector::of(published));
  }
}

/// `act` 2 (pairs + 1) instructions after the timer was started, and one more if `Odd`. Whether that was too late: the
/// interrupt has come before.
template <bool Odd>
__attribute__((noinline)) bool act_after(uint32_t pairs, void (*handler)(), void (*act)()) {
  interrupt = handler;
  has_come = false;
  ++places.runs;
  start_timer();
  if (Odd) { __asm__ volatile("nop"); }
#if defined(__riscv)
  __asm__ volatile("1: addi %0, %0, -1\n bgez %0, 1b" : "+r"(pairs));
#else
  __asm__ volatile(".syntax unified\n 1: subs %0, #1\n bpl 1b" : "+l"(pairs)::"cc");
#endif
  const bool is_late = has_come;
  act();
  while (!has_come) {}
  return is_late;
}

/// `act` again and again, each time with the interrupt one instruction earlier, from after its end to before it begins.
void sweep(void (*handler)(), void (*act)()) {
  places.count = 0;
  places.interrupts = 0;
  places.runs = 0;
  uint32_t pairs = 0;
  while (!act_after<false>(pairs, handler, act) && !act_after<true>(pairs, handler, act)) { ++pairs; }
  TEST_ASSERT_GREATER_THAN_UINT32(20, pairs);  // at first it came after the end
  TEST_ASSERT_GREATER_THAN_UINT32(25, places.count);
  TEST_ASSERT_EQUAL_UINT32(places.last - places.first + 1, places.interrupts);  // then in each run, none left out
}

// --- tests ----------------------------------------------------------------------------------------------------------

void publish_the_next() {
  published = published + 1;
  publish(TearDetector::of(published));
}

void test_an_interrupt_reads_before_every_instruction_of_the_writer() {
  sweep(read_in_the_interrupt, publish_the_next);
  TEST_ASSERT_EQUAL_UINT32(0, torn);
  TEST_ASSERT_EQUAL_UINT32(0, failed);
  TEST_ASSERT_EQUAL_UINT32(0, from_elsewhere);
}

uint32_t refused = 0;

void read_and_check() {
  const uint32_t before = published;
  TearDetector set = TearDetector::of(1000000);
  const bool is_read = read(set);
  torn += set.is_whole() ? 0U : 1U;
  refused += is_read ? 0U : 1U;
  from_elsewhere += is_read ? (set.number() < before || set.number() > published) : set.number() != 1000000;
}

void test_an_interrupt_publishes_before_every_instruction_of_a_reader() {
  refused = 0;
  sweep(publish_in_the_interrupt<1>, read_and_check);
  TEST_ASSERT_EQUAL_UINT32(0, refused);  // one publication disturbs no reader
  sweep(publish_in_the_interrupt<2>, read_and_check);
  TEST_ASSERT_GREATER_THAN_UINT32(5, refused);  // two do, where they come between the words
  TEST_ASSERT_EQUAL_UINT32(0, torn);
  TEST_ASSERT_EQUAL_UINT32(0, from_elsewhere);
}

}  // namespace

void interrupted(uintptr_t pc) {
  if (is_inside) { places.add(pc); }
  interrupt();
  has_come = true;
}

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_an_interrupt_reads_before_every_instruction_of_the_writer);
  RUN_TEST(test_an_interrupt_publishes_before_every_instruction_of_a_reader);
  return UNITY_END();
}
