#include <ballast/math/random.hpp>

#include "suite.hpp"

using ballast::Random;

namespace {

void test_the_same_seed_gives_the_same_numbers() {
  Random a(7);
  Random b(7);
  Random other(8);
  int differences = 0;
  for (int i = 0; i < 100; ++i) {
    const uint32_t word = a.word();
    TEST_ASSERT_EQUAL_HEX32(word, b.word());
    differences += word != other.word() ? 1 : 0;
  }
  TEST_ASSERT_TRUE(differences > 95);
  TEST_ASSERT_TRUE(a.state() == b.state());
}

template <class T>
void check_uniform() {
  Random random(1);
  T sum = T{0};
  for (int i = 0; i < 4096; ++i) {
    const T x = random.uniform<T>();
    TEST_ASSERT_TRUE(x >= T{0} && x < T{1});
    sum = sum + x;
  }
  TEST_ASSERT_TRUE(sum > T{1950} && sum < T{2150});  // 2048, give or take five standard deviations of 18
}

void test_uniform_numbers() {
  check_uniform<float>();
  check_uniform<double>();
}

// --- a range --------------------------------------------------------------------------------------------------------

// Committed: a log must replay for ever, and 1 - u would be as uniform as u.
void test_a_seed_always_gives_the_same_numbers_of_a_range() {
  Random floats(11);
  const float expected_floats[] = {-0x1.0d55p+1F, 0x1.31202cp+2F, 0x1.d29f88p+0F, -0x1.05e484p+1F};
  for (const float expected : expected_floats) { ASSERT_SAME_BITS(expected, floats.uniform(-3.0F, 5.0F)); }
  Random doubles(11);
  const double expected_doubles[] = {-0x1.0d54fd03b7f4ap+1, 0x1.d29f891e86dfp+0, 0x1.68a9c9497127cp+1};
  for (const double expected : expected_doubles) { ASSERT_SAME_BITS(expected, doubles.uniform(-3.0, 5.0)); }
}

/// Of 4096 draws, each sixteenth of the range gets 256, give or take five standard deviations of 15.5.
template <class T>
void check_sixteenths(T low, T high) {
  Random random(5);
  const T sixteenth = high / T{16} - low / T{16};
  int lowest = 0;
  int highest = 0;
  int lower_half = 0;
  for (int i = 0; i < 4096; ++i) {
    const T x = random.uniform(low, high);
    TEST_ASSERT_TRUE(x >= low && x < high);
    lowest += x < low + sixteenth ? 1 : 0;
    highest += x >= high - sixteenth ? 1 : 0;
    lower_half += x < low / T{2} + high / T{2} ? 1 : 0;
  }
  TEST_ASSERT_TRUE(lowest > 178 && lowest < 334);
  TEST_ASSERT_TRUE(highest > 178 && highest < 334);
  TEST_ASSERT_TRUE(lower_half > 1888 && lower_half < 2208);
}

template <class T>
constexpr T largest = ballast::from_bits<T>(ballast::Ieee754<T>::exponent_mask - 1);
template <class T>
constexpr T smallest = ballast::from_bits<T>(1);
template <class T>
constexpr T infinity = ballast::from_bits<T>(ballast::Ieee754<T>::exponent_mask);
template <class T>
constexpr T not_a_number = ballast::from_bits<T>(ballast::Ieee754<T>::exponent_mask + 1);

void test_both_ends_of_a_range_are_as_likely_as_its_middle() {
  check_sixteenths(-3.0F, 5.0F);
  check_sixteenths(-3.0, 5.0);
  check_sixteenths(100.0F, 101.0F);
  check_sixteenths(-largest<float>, largest<float>);
  check_sixteenths(-largest<double>, largest<double>);
}

/// The largest that uniform<T>() gives.
template <class T>
constexpr T last_draw = T{1} - static_cast<T>(sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53);

/// From `low` up to, but not, `high`; and what needs no correction is low + u (high - low), to the last bit.
template <class T>
void check_draw(T low, T high, T u) {
  const T x = ballast::detail::scale_uniform(low, high, u);
  TEST_ASSERT_TRUE(x >= low && x < high);
  const T plain = low + ballast::product(high - low, u);
  if (plain >= low && plain < high) { ASSERT_SAME_BITS(plain, x); }
}

template <class T>
void check_range(T low, T high) {
  const T first = T{1} - last_draw<T>;  // after zero
  const T draws[] = {
      T{0},        first, static_cast<T>(0.3F), static_cast<T>(0.5F), static_cast<T>(0.75F), last_draw<T> - first,
      last_draw<T>};
  for (const T u : draws) { check_draw(low, high, u); }
  ASSERT_SAME_BITS(low + T{0}, ballast::detail::scale_uniform(low, high, T{0}));
}

/// Any finite number: its bits are random, and so is its size.
template <class T>
T any_number(Random& random) {
  for (;;) {
    const uint64_t bits = (uint64_t{random.word()} << 32) | random.word();
    const T x = ballast::from_bits<T>(static_cast<typename ballast::Ieee754<T>::Word>(bits));
    if (ballast::is_finite(x)) { return x; }
  }
}

template <class T>
void check_all_ranges() {
  const T step = T{2} * (T{1} - last_draw<T>);  // from 1 to the next number
  const T numbers[] = {-largest<T>,
                       -largest<T> / T{2},
                       T{-101},
                       T{-1} - step,
                       T{-1},
                       -smallest<T>,
                       T{0},
                       smallest<T>,
                       T{2} * smallest<T>,
                       step / T{2} + step / T{16},
                       step,
                       T{1},
                       T{1} + step,
                       T{100},
                       T{101},
                       largest<T> / T{2},
                       largest<T>};  // ascending
  for (const T& high : numbers) {
    for (const T* low = numbers; low != &high; ++low) { check_range(*low, high); }
  }
  Random random(17);
  for (int i = 0; i < 2000; ++i) {
    const T a = any_number<T>(random);
    const T b = any_number<T>(random);
    if (a != b) { check_range(a < b ? a : b, a < b ? b : a); }
    const T next = ballast::detail::largest_below(a);  // two numbers with none between them
    if (ballast::is_finite(next)) { check_range(next, a); }
  }
}

void test_the_end_of_a_range_is_never_drawn() {
  check_all_ranges<float>();
  check_all_ranges<double>();
}

// 64 of the 2^24 draws would be rounded to 101.
void test_what_would_be_the_end_is_the_largest_number_below_it() {
  int at_the_end = 0;
  for (uint32_t draw = (1U << 24) - 128; draw < 1U << 24; ++draw) {
    const float u = static_cast<float>(draw) * 0x1p-24F;
    check_draw(100.0F, 101.0F, u);
    if (100.0F + u < 101.0F) { continue; }
    ++at_the_end;
    ASSERT_SAME_BITS(0x1.93fffep+6F, ballast::detail::scale_uniform(100.0F, 101.0F, u));
  }
  TEST_ASSERT_EQUAL_INT(64, at_the_end);
  ASSERT_SAME_BITS(-0x1.900002p+6F, ballast::detail::largest_below(-0x1.9p+6F));
  ASSERT_SAME_BITS(-0x1p-149F, ballast::detail::largest_below(0.0F));
  ASSERT_SAME_BITS(-0x1p-149F, ballast::detail::largest_below(-0.0F));
}

void test_a_range_that_is_wider_than_the_largest_number() {
  const float end = 0x1p127F;
  ASSERT_SAME_BITS(-0x1p126F, ballast::detail::scale_uniform(-end, end, 0.25F));
  ASSERT_SAME_BITS(0.0F, ballast::detail::scale_uniform(-end, end, 0.5F));
  ASSERT_SAME_BITS(0x1p126F, ballast::detail::scale_uniform(-end, end, 0.75F));

  // Here too a draw can be rounded up to the end.
  const float high = 0x1.fffffcp127F;
  check_range(-0x1.8p104F, high);
  ASSERT_SAME_BITS(0x1.fffffap127F, ballast::detail::scale_uniform(-0x1.8p104F, high, last_draw<float>));
}

template <class T>
void check_invalid_range(T low, T high) {
  Random random(1);
  Random same(1);
  for (int i = 0; i < 20; ++i) {
    (void)same.uniform<T>();
    ASSERT_SAME_BITS(low, random.uniform(low, high));
  }
  TEST_ASSERT_TRUE(random.state() == same.state());
}

template <class T>
void check_invalid_ranges() {
  check_invalid_range(T{5}, T{5});
  check_invalid_range(T{5}, T{-3});
  check_invalid_range(T{101}, T{100});
  check_invalid_range(largest<T>, -largest<T>);
  check_invalid_range(T{1}, infinity<T>);
  check_invalid_range(-infinity<T>, T{1});
  check_invalid_range(-infinity<T>, infinity<T>);
  check_invalid_range(infinity<T>, T{1});
  check_invalid_range(T{1}, not_a_number<T>);
}

void test_an_invalid_range_gives_its_beginning() {
  check_invalid_ranges<float>();
  check_invalid_ranges<double>();
  Random random(1);
  TEST_ASSERT_TRUE(ballast::is_nan(random.uniform(not_a_number<float>, 1.0F)));
}

void test_below_is_fair() {
  Random random(3);
  uint32_t counts[6] = {};
  for (int i = 0; i < 6000; ++i) { ++counts[random.below(6)]; }
  for (const uint32_t count : counts) { TEST_ASSERT_TRUE(count > 850 && count < 1150); }
  for (int i = 0; i < 100; ++i) { TEST_ASSERT_EQUAL_UINT32(0, random.below(1)); }
}

static_assert(sizeof(Random) == 8 && __is_trivially_copyable(Random), "state and nothing else");

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_the_same_seed_gives_the_same_numbers);
  RUN_TEST(test_uniform_numbers);
  RUN_TEST(test_a_seed_always_gives_the_same_numbers_of_a_range);
  RUN_TEST(test_both_ends_of_a_range_are_as_likely_as_its_middle);
  RUN_TEST(test_the_end_of_a_range_is_never_drawn);
  RUN_TEST(test_what_would_be_the_end_is_the_largest_number_below_it);
  RUN_TEST(test_a_range_that_is_wider_than_the_largest_number);
  RUN_TEST(test_an_invalid_range_gives_its_beginning);
  RUN_TEST(test_below_is_fair);
  return UNITY_END();
}
