// Scale: ranges and the factor of rewards are what was measured, features have ||phi|| <= 1, and warnings begin and end
// as they should.

#include <ballast/field/scale.hpp>

#include "digest.hpp"
#include "noise.hpp"
#include "suite.hpp"

#include <etl/array.h>

using namespace ballast;

namespace {

constexpr uint8_t reward_too_large = 1;
constexpr uint8_t features_too_large = 2;
constexpr uint8_t input_out_of_range = 4;
constexpr uint8_t input_stuck = 8;

template <class T>
constexpr T not_a_number() {
  return from_bits<T>(Ieee754<T>::exponent_mask | 1U);
}
template <class T>
constexpr T infinity() {
  return from_bits<T>(Ieee754<T>::exponent_mask);
}

// --- ranges ---------------------------------------------------------------------------------------------------------

template <class T>
void expect_range(T low, T high, const InputRange<T>& range) {
  ASSERT_SAME_BITS(low, range.low);
  ASSERT_SAME_BITS(high, range.high);
}

template <class T>
void check_ranges() {
  Scale<T, 2> scale;
  scale.add(T{0}, {{T{3}, T{-5}}});
  expect_range<T>(3, 3, scale.range(0));
  expect_range<T>(-5, -5, scale.range(1));
  TEST_ASSERT_FALSE(scale.range(0).is_valid());
  scale.add(T{-2}, {{T{1}, T{-5}}});
  scale.add(T{1}, {{T{2}, T{-6}}});
  expect_range<T>(1, 3, scale.range(0));
  expect_range<T>(-6, -5, scale.range(1));
  ASSERT_SAME_BITS(T{2}, scale.largest_reward());
  TEST_ASSERT_FALSE(scale.is_used());

  scale.use();
  TEST_ASSERT_TRUE(scale.is_used());
  scale.add(T{100}, {{T{-100}, T{100}}});
  expect_range<T>(1, 3, scale.range(0));
  ASSERT_SAME_BITS(T{2}, scale.largest_reward());

  scale.reset();
  TEST_ASSERT_FALSE(scale.is_used());
  ASSERT_SAME_BITS(T{0}, scale.largest_reward());
  scale.add(T{0}, {{T{7}, T{8}}});
  expect_range<T>(7, 7, scale.range(0));
}

void test_ranges() {
  check_ranges<float>();
  check_ranges<double>();
}

/// What is not finite does not count, also as the first value.
template <class T>
void check_not_finite() {
  Scale<T, 2> scale;
  for (const T bad : {not_a_number<T>(), infinity<T>(), -infinity<T>()}) {
    scale.add(bad, {{bad, T{1}}});
    ASSERT_SAME_BITS(T{0}, scale.largest_reward());
  }
  scale.add(T{-1}, {{T{-4}, not_a_number<T>()}});
  expect_range<T>(-4, -4, scale.range(0));
  expect_range<T>(1, 1, scale.range(1));
  scale.add(T{0}, {{T{-3}, T{2}}});
  expect_range<T>(-4, -3, scale.range(0));
  expect_range<T>(1, 2, scale.range(1));
  ASSERT_SAME_BITS(T{1}, scale.largest_reward());
  scale.use();
  for (int t = 0; t < 100; ++t) { scale.add(infinity<T>(), {{not_a_number<T>(), infinity<T>()}}); }
  TEST_ASSERT_FALSE(scale.warnings().any());
}

void test_what_is_not_finite() {
  check_not_finite<float>();
  check_not_finite<double>();
}

// --- rewards --------------------------------------------------------------------------------------------------------

/// The factor for a largest reward of `size`.
template <class T>
T factor_of(T size) {
  Scale<T, 1> scale;
  scale.add(-size, {{T{0}}});
  return scale.reward_factor();
}

template <class T>
T next_above(T x) {
  return from_bits<T>(to_bits(x) + 1);
}
template <class T>
T next_below(T x) {
  return from_bits<T>(to_bits(x) - 1);
}

template <class T>
T power_of_two(int exponent) {
  using Word = typename Ieee754<T>::Word;
  return from_bits<T>(static_cast<Word>(exponent + Ieee754<T>::exponent_bias) << Ieee754<T>::mantissa_bits);
}

template <class T>
void check_factor() {
  ASSERT_SAME_BITS(T{1}, factor_of(T{0}));
  for (int exponent = -60; exponent <= 60; ++exponent) {
    const T size = power_of_two<T>(exponent);
    const T factor = power_of_two<T>(-exponent);
    ASSERT_SAME_BITS(factor, factor_of(size));
    if (exponent < 60) { ASSERT_SAME_BITS(factor / 2, factor_of(next_above(size))); }
    if (exponent > -60) { ASSERT_SAME_BITS(factor, factor_of(next_below(size))); }
  }
  const T smallest = power_of_two<T>(-60);
  const T largest = power_of_two<T>(60);
  for (const T size : {from_bits<T>(1), power_of_two<T>(1 - Ieee754<T>::exponent_bias), next_below(smallest)}) {
    ASSERT_SAME_BITS(largest, factor_of(size));
  }
  for (const T size : {next_above(largest), power_of_two<T>(127), next_below(infinity<T>())}) {
    ASSERT_SAME_BITS(smallest, factor_of(size));
  }
}

void test_the_factor_of_rewards() {
  check_factor<float>();
  check_factor<double>();
}

void test_scaled_rewards() {
  Scale<float, 1> scale;
  ASSERT_SAME_BITS(5.0F, scale.scaled(5.0F));
  scale.add(5.0F, {{0.0F}});
  ASSERT_SAME_BITS(0.625F, scale.scaled(5.0F));
  ASSERT_SAME_BITS(-0.0875F, scale.scaled(-0.7F));  // exactly: only the exponent changes
}

// --- features -------------------------------------------------------------------------------------------------------

template <class T, size_t Inputs>
void check_encoded(uint32_t seed) {
  using Values = typename Scale<T, Inputs>::Values;
  Scale<T, Inputs> scale;
  Noise noise(seed);
  const auto draw = [&noise](T size) {
    Values values;
    for (size_t i = 0; i < Inputs; ++i) { values[i] = noise.number<T>() * size + static_cast<T>(i); }
    return values;
  };
  for (int t = 0; t < 50; ++t) { scale.add(T{0}, draw(T{10})); }
  scale.use();
  for (int t = 0; t < 200; ++t) {
    Values phi;
    scale.encode(draw(T{15}), phi);
    T norm2{};
    for (const T x : phi) { norm2 += x * x; }
    TEST_ASSERT_TRUE(norm2 <= T{1} + 4 * power_of_two<T>(-Ieee754<T>::mantissa_bits));
  }
}

void test_features_are_not_too_large() {
  check_encoded<float, 1>(1);
  check_encoded<float, 3>(2);
  check_encoded<float, 7>(3);
  check_encoded<double, 5>(4);
}

/// Ends are at the ends, the middle is 0, and what is beyond is clipped.
void test_encoded_inputs() {
  Scale<float, 4> scale;
  scale.add(0.0F, {{-2.0F, 10.0F, 5.0F, -3e38F}});
  scale.add(0.0F, {{6.0F, 11.0F, 5.0F, 3e38F}});
  Scale<float, 4>::Values phi{};
  scale.encode({{6.0F, 10.0F, 7.0F, 1.0F}}, phi);
  ASSERT_SAME_BITS(0.5F, phi[0]);
  ASSERT_SAME_BITS(-0.5F, phi[1]);
  ASSERT_SAME_BITS(0.0F, phi[2]);  // never changed
  ASSERT_SAME_BITS(0.0F, phi[3]);  // a range that is too wide for a number
  scale.encode({{2.0F, 10.75F, 0.0F, 0.0F}}, phi);
  ASSERT_SAME_BITS(0.0F, phi[0]);
  ASSERT_SAME_BITS(0.25F, phi[1]);
  scale.encode({{-infinity<float>(), 1e30F, 0.0F, 0.0F}}, phi);
  ASSERT_SAME_BITS(-0.5F, phi[0]);
  ASSERT_SAME_BITS(0.5F, phi[1]);
  scale.encode({{not_a_number<float>(), 10.0F, 0.0F, 0.0F}}, phi);
  TEST_ASSERT_FALSE(is_finite(phi[0]));  // a learner refuses it
}

template <class T>
uint64_t digest_of_noise() {
  Scale<T, 3> scale;
  Digest digest;
  Noise noise(9);
  for (int t = 0; t < 600; ++t) {
    if (t == 200) { scale.use(); }
    const T size = static_cast<T>(t % 200 < 100 ? 1.0F : 3.0F);
    const T reward = noise.number<T>() * size * T{7};
    typename Scale<T, 3>::Values inputs;
    for (T& x : inputs) { x = noise.number<T>() * size; }
    if (t % 50 == 7) { inputs[1] = not_a_number<T>(); }
    scale.add(reward, inputs);
    typename Scale<T, 3>::Values phi;
    scale.encode(inputs, phi);
    scale.add_features(phi);
    for (const T x : phi) { digest.add(is_finite(x) ? x : T{0}); }
    digest.add(scale.scaled(reward));
    digest.add_word(scale.warnings().bits());
  }
  return digest.value();
}

void test_the_same_bits_everywhere() {
  TEST_ASSERT_EQUAL_HEX64(0x8DF9A3AA24913DC2U, digest_of_noise<float>());
}

// --- warnings -------------------------------------------------------------------------------------------------------

/// A reward of 1 and an input from 0 to 1 were measured.
template <class Rules = ScaleRules>
Scale<float, 1, Rules> measured() {
  Scale<float, 1, Rules> scale;
  scale.add(1.0F, {{0.0F}});
  scale.add(1.0F, {{1.0F}});
  scale.use();
  return scale;
}

/// `feed(scale, is_bad)` in ticks of which one in `every` is bad. How many it takes until a warning; 0: none.
template <class Scale, class Feed>
uint32_t ticks_until_warning(Scale& scale, Feed feed, uint32_t every, uint32_t ticks, uint8_t warning) {
  for (uint32_t t = 1; t <= ticks; ++t) {
    feed(scale, t % every == 0);
    TEST_ASSERT_EQUAL_UINT8(0, scale.warnings().bits() & ~warning);
    TEST_ASSERT_EQUAL(scale.warnings().any(), scale.warnings().bits() != 0);
    if (scale.warnings().any()) { return t; }
  }
  return 0;
}

/// Eight at once, or more than one in 17 for some time; it ends when enough ticks were good.
template <class Feed>
void check_warning(Feed feed, uint8_t warning) {
  auto scale = measured();
  TEST_ASSERT_EQUAL_UINT32(0, ticks_until_warning(scale, feed, 20, 2000, warning));
  TEST_ASSERT_TRUE(ticks_until_warning(scale, feed, 12, 2000, warning) > 12);
  scale = measured();
  TEST_ASSERT_EQUAL_UINT32(8, ticks_until_warning(scale, feed, 1, 20, warning));
  for (uint32_t t = 0; t < 50; ++t) { feed(scale, true); }
  for (uint32_t t = 0; t < 254; ++t) {
    feed(scale, false);
    TEST_ASSERT_EQUAL_UINT8(warning, scale.warnings().bits());
  }
  feed(scale, false);
  TEST_ASSERT_EQUAL_UINT8(0, scale.warnings().bits());
  for (uint32_t t = 0; t < 50; ++t) { feed(scale, true); }
  scale.reset();
  TEST_ASSERT_FALSE(scale.warnings().any());
}

void test_rewards_that_are_too_large() {
  float input = 0.0F;
  const auto feed = [&input](auto& scale, bool is_bad) {
    input = 0.5F - input;
    scale.add(is_bad ? -1.001F : 1.0F, {{input}});
  };
  check_warning(feed, reward_too_large);
}

void test_inputs_beyond_their_range() {
  float beyond = -0.001F;
  const auto feed = [&beyond](auto& scale, bool is_bad) {
    beyond = 1.0F - beyond;
    const float within = beyond > 0.5F ? 1.0F : 0.0F;
    scale.add(1.0F, {{is_bad ? beyond : within}});
  };
  check_warning(feed, input_out_of_range);
}

void test_features_that_are_too_large() {
  const auto feed = [](auto& scale, bool is_bad) {
    const float x = is_bad ? 0.72F : 0.7071068F;  // rounding is no fault
    scale.add_features(etl::array<float, 2>{{x, -x}});
  };
  check_warning(feed, features_too_large);
  auto scale = measured();
  for (int t = 0; t < 8; ++t) { scale.add_features(etl::array<float, 1>{{not_a_number<float>()}}); }
  TEST_ASSERT_EQUAL_UINT8(features_too_large, scale.warnings().bits());
}

/// While it measures, whatever comes is right.
void test_nothing_is_too_large_before_it_is_used() {
  Scale<float, 1> scale;
  float size = 1.0F;
  for (int t = 0; t < 100; ++t, size *= 2.0F) { scale.add(size, {{-size}}); }
  TEST_ASSERT_FALSE(scale.warnings().any());
}

// --- stuck inputs ---------------------------------------------------------------------------------------------------

struct Impatient : ScaleRules {
  static constexpr uint16_t stuck_after = 10;
};
struct Never : ScaleRules {
  static constexpr uint16_t stuck_after = 0;
};

template <class Rules>
uint32_t ticks_until_stuck(uint32_t most) {
  Scale<float, 2, Rules> scale;
  for (int t = 0; t < 50; ++t) { scale.add(0.0F, {{t % 2 == 0 ? 0.0F : 1.0F, 5.0F}}); }
  scale.use();
  for (uint32_t t = 1; t <= most; ++t) {
    scale.add(0.0F, {{0.5F, 5.0F}});  // the second one never changes: it is not stuck, but constant
    if (scale.is_stuck(0)) {
      TEST_ASSERT_FALSE(scale.is_stuck(1));
      TEST_ASSERT_EQUAL_UINT8(input_stuck, scale.warnings().bits());
      scale.add(0.0F, {{0.75F, 5.0F}});
      TEST_ASSERT_FALSE(scale.warnings().any());
      return t;
    }
  }
  TEST_ASSERT_FALSE(scale.warnings().any());
  return 0;
}

void test_a_stuck_input() {
  TEST_ASSERT_EQUAL_UINT32(10, ticks_until_stuck<Impatient>(20));
  TEST_ASSERT_EQUAL_UINT32(4096, ticks_until_stuck<ScaleRules>(5000));
  TEST_ASSERT_EQUAL_UINT32(0, ticks_until_stuck<Never>(70000));
}

/// The count stays at the largest number.
void test_an_input_that_is_stuck_for_long() {
  auto scale = measured<Impatient>();
  for (uint32_t t = 0; t < 70000; ++t) {
    scale.add(0.0F, {{1.0F}});
    TEST_ASSERT_TRUE(t < 10 || scale.is_stuck(0));
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_ranges);
  RUN_TEST(test_what_is_not_finite);
  RUN_TEST(test_the_factor_of_rewards);
  RUN_TEST(test_scaled_rewards);
  RUN_TEST(test_features_are_not_too_large);
  RUN_TEST(test_encoded_inputs);
  RUN_TEST(test_the_same_bits_everywhere);
  RUN_TEST(test_rewards_that_are_too_large);
  RUN_TEST(test_inputs_beyond_their_range);
  RUN_TEST(test_features_that_are_too_large);
  RUN_TEST(test_nothing_is_too_large_before_it_is_used);
  RUN_TEST(test_a_stuck_input);
  RUN_TEST(test_an_input_that_is_stuck_for_long);
  return UNITY_END();
}
