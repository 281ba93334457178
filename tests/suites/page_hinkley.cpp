// The Page-Hinkley test against the one of the textbook, which keeps the cumulative sum and its extremes.

#include <ballast/field/page_hinkley.hpp>

#include "noise.hpp"
#include "suite.hpp"

using ballast::PageHinkley;

namespace {

constexpr int32_t signs[] = {1, -1};

#if defined(LONG_RUNS)
constexpr int samples = 200000;
#else
constexpr int samples = 20000;
#endif

/// m_t = sum of (x - tolerance), and an alarm when it is more than the threshold above its minimum; the same downwards.
class Textbook {
 public:
  bool add(int32_t x, int32_t tolerance, int32_t threshold) {
    up_ += x - tolerance;
    lowest_ = up_ < lowest_ ? up_ : lowest_;
    down_ += x + tolerance;
    highest_ = down_ > highest_ ? down_ : highest_;
    const bool is_above = up_ - lowest_ > threshold || highest_ - down_ > threshold;
    if (is_above) { *this = Textbook(); }
    return is_above;
  }
  int64_t sum() const { return up_ - lowest_ > highest_ - down_ ? up_ - lowest_ : highest_ - down_; }

 private:
  int64_t up_ = 0;
  int64_t lowest_ = 0;
  int64_t down_ = 0;
  int64_t highest_ = 0;
};

void check_stream(int32_t spread, int32_t mean, int32_t tolerance, int32_t threshold, uint32_t seed) {
  PageHinkley test;
  Textbook expected;
  Noise noise(seed);
  int alarms = 0;
  for (int i = 0; i < samples; ++i) {
    const int32_t drift = i / 512 % 2 == 0 ? mean : -mean;
    const int32_t x = PageHinkley::clipped(
        drift + static_cast<int32_t>(noise.word() % static_cast<uint32_t>(2 * spread + 1)) - spread);
    test.add(x, tolerance);
    const bool has_changed = test.has_changed(threshold);
    TEST_ASSERT_EQUAL(expected.add(x, tolerance, threshold), has_changed);
    TEST_ASSERT_EQUAL_INT32(expected.sum(), test.sum());
    alarms += has_changed ? 1 : 0;
  }
  TEST_ASSERT_TRUE(mean == 0 || alarms > 0);
}

void test_it_does_what_the_textbook_does() {
  check_stream(12, 0, 4, 512, 1);
  check_stream(12, 6, 4, 512, 2);
  check_stream(60, 3, 4, 960, 3);
  check_stream(100, 20, 12, 256, 4);
  check_stream(1, 1, 0, 10, 5);
  check_stream(200, 60, 0, (1 << 14) - 1, 6);
}

/// The largest samples and the largest threshold: sums do not wrap.
void test_the_largest_numbers() {
  for (const int32_t sign : signs) {
    PageHinkley test;
    for (int alarms = 0; alarms < 3; ++alarms) {
      for (int i = 0; i < 255; ++i) {
        test.add(sign * PageHinkley::most, 0);
        TEST_ASSERT_FALSE(test.has_changed((1 << 14) - 1));
      }
      test.add(sign * PageHinkley::most, 0);
      TEST_ASSERT_TRUE(test.has_changed((1 << 14) - 1));
      TEST_ASSERT_EQUAL_INT32(0, test.sum());
    }
  }
}

void test_samples_are_clipped() {
  TEST_ASSERT_EQUAL_INT32(64, PageHinkley::clipped(65));
  TEST_ASSERT_EQUAL_INT32(64, PageHinkley::clipped(INT32_MAX));
  TEST_ASSERT_EQUAL_INT32(-64, PageHinkley::clipped(INT32_MIN));
  for (int32_t x = -64; x <= 64; ++x) { TEST_ASSERT_EQUAL_INT32(x, PageHinkley::clipped(x)); }
}

void test_reset() {
  PageHinkley test;
  test.add(60, 4);
  (void)test.has_changed(1000);
  TEST_ASSERT_EQUAL_INT32(56, test.sum());
  test.reset();
  TEST_ASSERT_EQUAL_INT32(0, test.sum());
}

/// The threshold itself is no alarm.
void test_the_threshold() {
  for (const int32_t sign : signs) {
    PageHinkley test;
    test.add(sign * 14, 4);
    TEST_ASSERT_FALSE(test.has_changed(10));
    test.add(sign * 5, 4);
    TEST_ASSERT_TRUE(test.has_changed(10));
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_it_does_what_the_textbook_does);
  RUN_TEST(test_the_largest_numbers);
  RUN_TEST(test_samples_are_clipped);
  RUN_TEST(test_reset);
  RUN_TEST(test_the_threshold);
  return UNITY_END();
}
