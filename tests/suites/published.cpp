// Published values, interrupted between any two accesses to memory: the writer by readers, a reader by publications,
// and each interleaving of a reader with a writer on another core. (Here memory is what every access sees at once; what
// barriers do is up to threads and real interrupts, in tests of their own.)

#include <ballast/published.hpp>

#include "suite.hpp"
#include "tear_detector.hpp"

namespace {

// --- memory that can be interrupted ---------------------------------------------------------------------------------

/// Calls `before` before every access, but not while it runs already, and keeps what was stored if it is asked to.
struct InterruptedWords {
  static inline void (*before)() = nullptr;
  static inline uint32_t accesses = 0;

  struct Store {
    uint32_t* word;
    uint32_t value;
  };
  static inline Store stores[64];
  static inline size_t stored = 0;

  static void step() {
    ++accesses;
    if (before == nullptr) { return; }
    void (*const interrupt)() = before;
    before = nullptr;
    interrupt();
    before = interrupt;
  }

  static uint32_t load(const uint32_t& word) {
    step();
    return ballast::AtomicWords::load(word);
  }
  static uint32_t load_acquire(const uint32_t& word) { return load(word); }
  static void store(uint32_t& word, uint32_t value) {
    step();
    stores[stored++ % 64] = {&word, value};
    ballast::AtomicWords::store(word, value);
  }
  static void store_release(uint32_t& word, uint32_t value) { store(word, value); }
  static void fence_acquire() {}
  static void fence_release() {}
};

using Values = ballast::Published<TearDetector, InterruptedWords>;

Values values;
uint32_t last = 0;              // the set that was published last
uint32_t first_interrupt = 0;   // before which access
uint32_t second_interrupt = 0;  // likewise, or never
uint32_t access = 0;
constexpr uint32_t never = UINT32_MAX;

void start() {
  values = Values{};
  InterruptedWords::before = nullptr;
  InterruptedWords::accesses = 0;
  last = 0;
}

void publish() {
  ++last;
  values.publish(TearDetector::of(last));
}

uint32_t accesses_of(void (*action)()) {
  start();
  action();
  return InterruptedWords::accesses;
}

void interrupt_at(uint32_t first, uint32_t second, void (*interrupt)()) {
  first_interrupt = first;
  second_interrupt = second;
  access = 0;
  InterruptedWords::before = interrupt;
}

bool is_interrupted_now() {
  const uint32_t now = access++;
  return now == first_interrupt || now == second_interrupt;
}

// --- the plain case -------------------------------------------------------------------------------------------------

void test_before_the_first_publication_all_is_zero() {
  start();
  TearDetector set = TearDetector::of(9);
  TEST_ASSERT_TRUE(values.read(set));
  for (const uint32_t part : set.parts) { TEST_ASSERT_EQUAL_UINT32(0, part); }
  TEST_ASSERT_EQUAL_UINT32(0, values.sequence());
}

void test_what_is_published_is_read() {
  start();
  for (uint32_t i = 1; i <= 5; ++i) {
    publish();
    TearDetector set{};
    TEST_ASSERT_TRUE(values.read(set, 1));
    TEST_ASSERT_TRUE(set.is_whole());
    TEST_ASSERT_EQUAL_UINT32(i, set.number());
    TEST_ASSERT_EQUAL_UINT32(i, values.sequence());
  }
}

void test_any_size_and_alignment() {
  struct Odd {
    char text[7];
  };
  static_assert(sizeof(ballast::Published<Odd>) == 8 + 2 * 8, "two numbers, and two copies in whole words");
  static_assert(sizeof(ballast::Published<TearDetector>) == 8 + 2 * sizeof(TearDetector), "likewise");
  struct {
    ballast::Published<Odd> odd;
    uint32_t after = 0xA5A5A5A5U;
  } place;
  place.odd.publish({{'b', 'a', 'l', 'l', 'a', 's', 't'}});
  char text[9] = "--------";
  TEST_ASSERT_TRUE(place.odd.read(*reinterpret_cast<Odd*>(text)));
  TEST_ASSERT_EQUAL_STRING("ballast-", text);
  TEST_ASSERT_EQUAL_HEX32(0xA5A5A5A5U, place.after);

  ballast::Published<double> wide;
  wide.publish(-1.0 / 3.0);
  double third = 0.0;
  TEST_ASSERT_TRUE(wide.read(third));
  ASSERT_SAME_BITS(-1.0 / 3.0, third);
}

// --- readers interrupt the writer -----------------------------------------------------------------------------------

uint32_t reads = 0;

/// At the first attempt, whole, and either the set before or the one that is being published.
void read_in_the_interrupt() {
  if (!is_interrupted_now()) { return; }
  TearDetector set{};
  TEST_ASSERT_TRUE(values.read(set, 1));
  TEST_ASSERT_TRUE(set.is_whole());
  TEST_ASSERT_EQUAL_UINT32(values.sequence(), set.number());
  TEST_ASSERT_EQUAL_UINT32(last - 1, set.number());  // the number is the last thing that is stored
  ++reads;
}

void test_a_reader_that_interrupts_the_writer_always_succeeds() {
  const uint32_t steps = accesses_of(publish);
  TEST_ASSERT_GREATER_THAN_UINT32(TearDetector::size + 2, steps);
  start();
  reads = 0;
  for (uint32_t lap = 0; lap < 3; ++lap) {  // both copies
    for (uint32_t at = 0; at < steps; ++at) {
      interrupt_at(at, never, read_in_the_interrupt);
      publish();
    }
  }
  TEST_ASSERT_EQUAL_UINT32(3 * steps, reads);
}

// --- publications interrupt a reader --------------------------------------------------------------------------------

uint32_t publications = 0;  // in each interrupt

void publish_in_the_interrupt() {
  if (!is_interrupted_now()) { return; }
  for (uint32_t i = 0; i < publications; ++i) { publish(); }
}

void read_once() {
  TearDetector set{};
  (void)values.read(set, 1);
}

/// Whole and not from the past, or refused and nothing changed. Whether it was read.
bool read_interrupted(uint32_t attempts, uint32_t first, uint32_t second, uint32_t count) {
  publications = count;
  const uint32_t before = last;
  TearDetector set = TearDetector::of(1000000);
  interrupt_at(first, second, publish_in_the_interrupt);
  const bool is_read = values.read(set, attempts);
  InterruptedWords::before = nullptr;
  TEST_ASSERT_TRUE(set.is_whole());
  if (is_read) {
    TEST_ASSERT_TRUE(set.number() >= before && set.number() <= last);
  } else {
    TEST_ASSERT_EQUAL_UINT32(1000000, set.number());
  }
  return is_read;
}

void test_a_reader_that_is_interrupted_by_one_publication_succeeds_at_once() {
  const uint32_t steps = accesses_of(read_once);
  TEST_ASSERT_EQUAL_UINT32(TearDetector::size + 2, steps);
  start();
  for (uint32_t lap = 0; lap < 3; ++lap) {
    for (uint32_t at = 0; at < steps; ++at) { TEST_ASSERT_TRUE(read_interrupted(1, at, never, 1)); }
  }
}

void test_two_publications_void_an_attempt_and_the_next_one_succeeds() {
  const uint32_t steps = accesses_of(read_once);
  for (uint32_t count = 1; count <= 4; ++count) {
    start();
    uint32_t refused = 0;
    for (uint32_t first = 0; first < steps; ++first) {
      for (uint32_t second = first; second < steps; ++second) {
        refused += read_interrupted(1, first, second, count) ? 0U : 1U;
        TEST_ASSERT_TRUE(read_interrupted(2, first, second, count));
      }
    }
    TEST_ASSERT_GREATER_THAN_UINT32(0, refused);
  }
}

void publish_twice_always() {
  publish();
  publish();
}

void test_a_reader_that_is_always_disturbed_gives_up() {
  for (uint32_t attempts = 0; attempts <= 5; ++attempts) {
    start();
    TearDetector set = TearDetector::of(7);
    InterruptedWords::before = publish_twice_always;
    TEST_ASSERT_FALSE(values.read(set, attempts));
    InterruptedWords::before = nullptr;
    TEST_ASSERT_TRUE(set.is_whole());
    TEST_ASSERT_EQUAL_UINT32(7, set.number());
    TEST_ASSERT_EQUAL_UINT32(2 * attempts * (TearDetector::size + 2), last);  // it has made so many accesses, no more
  }
}

// --- two cores ------------------------------------------------------------------------------------------------------

constexpr size_t reader_steps = TearDetector::size + 2;
size_t done[reader_steps];  // how many of the writer's stores are done before each access of the reader
size_t applied = 0;

void let_the_writer_go_on() {
  TEST_ASSERT_LESS_THAN_UINT32(reader_steps, access);
  const size_t until = done[access++];
  for (; applied < until; ++applied) {
    *InterruptedWords::stores[applied].word = InterruptedWords::stores[applied].value;
  }
}

/// The next way in which `done` ascends, up to `most`; false after the last one.
bool next_interleaving(size_t most) {
  size_t i = reader_steps;
  while (i > 0 && done[i - 1] == most) { --i; }
  if (i == 0) { return false; }
  const size_t count = done[i - 1] + 1;
  for (size_t k = i - 1; k < reader_steps; ++k) { done[k] = count; }
  return true;
}

void test_every_interleaving_with_a_writer_on_another_core() {
  constexpr uint32_t rounds = 3;
  start();
  publish();  // so that every copy is of a set with a number
  publish();
  const Values before = values;
  InterruptedWords::stored = 0;
  for (uint32_t i = 0; i < rounds; ++i) { publish(); }
  const size_t stores = InterruptedWords::stored;
  TEST_ASSERT_EQUAL_UINT32(rounds * (TearDetector::size + 2), stores);

  uint32_t read = 0;
  uint32_t refused = 0;
  for (size_t& count : done) { count = 0; }
  do {
    values = before;
    applied = 0;
    access = 0;
    InterruptedWords::before = let_the_writer_go_on;
    TearDetector set = TearDetector::of(1000000);
    const bool is_read = values.read(set, 1);
    InterruptedWords::before = nullptr;
    TEST_ASSERT_TRUE(set.is_whole());
    TEST_ASSERT_TRUE(is_read ? set.number() >= 2 && set.number() <= 2 + rounds : set.number() == 1000000);
    ++(is_read ? read : refused);
  } while (next_interleaving(stores));
  // 6 accesses among 18 stores: 24 choose 6. Good are those that begin in one publication and end before the second
  // one after it begins: 12 choose 6, less one, for each of three, and one after all of them.
  TEST_ASSERT_EQUAL_UINT32(134596, read + refused);
  TEST_ASSERT_EQUAL_UINT32(3 * (924 - 1) + 1, read);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_before_the_first_publication_all_is_zero);
  RUN_TEST(test_what_is_published_is_read);
  RUN_TEST(test_any_size_and_alignment);
  RUN_TEST(test_a_reader_that_interrupts_the_writer_always_succeeds);
  RUN_TEST(test_a_reader_that_is_interrupted_by_one_publication_succeeds_at_once);
  RUN_TEST(test_two_publications_void_an_attempt_and_the_next_one_succeeds);
  RUN_TEST(test_a_reader_that_is_always_disturbed_gives_up);
  RUN_TEST(test_every_interleaving_with_a_writer_on_another_core);
  return UNITY_END();
}
