// Learners in fixed point: numbers, limits, the bounds that the proofs in fixed/format.hpp promise, and the same bits
// everywhere. That they learn as well as double is in tests/host/fixed_accuracy.cpp.

#include <ballast/features/active_features.hpp>
#include <ballast/fixed.hpp>
#include <ballast/math/square_root.hpp>

#include <string.h>

#include "expected_digests.hpp"
#include "fixed_digests_of.hpp"
#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;
using namespace digests;

namespace {

/// 1 - 2^-n: a trace reaches the end of its range.
struct ThreeQuarters : FixedLimits {
  static constexpr double lambda = 0.75;
};
struct FifteenSixteenths : FixedLimits {
  static constexpr double lambda = 0.9375;
};

// --- features and rewards that are as bad as they can be ------------------------------------------------------------

int16_t bad_feature(Noise& random) {
  constexpr int16_t corners[] = {-32768, -32767, -1, 0, 1, 32767, 16384, -16384};
  const uint32_t word = random.word();
  return (word & 8U) != 0 ? corners[word >> 4 & 7U] : static_cast<int16_t>(word >> 4 & 0xFFFFU);
}

int32_t bad_reward(Noise& random) {
  constexpr int32_t corners[] = {INT32_MIN, INT32_MAX, 0, 1, -1, 1 << 29, -(1 << 29), INT32_MIN + 1};
  const uint32_t word = random.word();
  return (word & 8U) != 0 ? corners[word >> 4 & 7U] : static_cast<int32_t>(word << 8);
}

template <class Features>
void fill(Noise& random, Features& features) {
  for (auto& x : features) { x = FixedNumber<int16_t, 15>::from_raw(bad_feature(random)); }
}

// --- what must hold after every update ------------------------------------------------------------------------------

/// delta in 64 bits, rounded as the learner does; it is to fit 32 bits.
template <class Learner>
int64_t exact_td_error(const Learner& learner, const typename Learner::Features& phi, int64_t error,
                       const typename Learner::Features& next) {
  int64_t sum = 0;
  for (size_t i = 0; i < phi.size(); ++i) {
    const int64_t feature = int64_t{next[i].raw()} - phi[i].raw();
    const int64_t weight = learner.weight(i).raw();
    sum += (weight >> 1) * feature;
  }
  return error + ((sum + (1 << 14)) >> 15);
}

/// k ||z||^2 < 1 for an implicit rule, computed from the integers that were used.
template <class Learner, size_t Dimension>
bool is_shrunk(const Learner& learner, const typename Learner::Report& report) {
  using Format = typename Learner::Arithmetic::Format;
  uint64_t norm2 = 0;
  for (size_t i = 0; i < Dimension; ++i) {
    const int64_t z = fixed::upper_half(learner.trace(i));
    norm2 += static_cast<uint64_t>(z * z);
  }
  const int32_t unit = report.weights_step_size.shift + 2 * Format::trace_fraction;
  const uint64_t product = norm2 * report.weights_step_size.mantissa;  // below 2^56
  return unit >= 63 || (unit >= 0 && product < uint64_t{1} << unit) || product == 0;
}

template <class Learner, size_t Dimension>
bool is_within_bounds(const Learner& learner) {
  for (size_t i = 0; i < Dimension; ++i) {
    const int32_t weight = learner.weight(i).raw();
    const int32_t z = fixed::upper_half(learner.trace(i));
    if (weight >= 1 << 30 || weight <= -(1 << 30) || z > 32767 || z < -32768) { return false; }
  }
  return true;
}

template <class Rule>
constexpr bool is_implicit = etl::is_same<Rule, Implicit>::value || etl::is_same<Rule, ImplicitDifferential>::value;

template <class Scalar>
void set(ConstantSchedule<Scalar>& schedule, double step_size) {
  schedule = {step_size};
}
/// 1 / beta passes by every power of two.
template <class Scalar>
void set(PolynomialSchedule<Scalar>& schedule, double step_size) {
  schedule = {step_size, 1, 0.8, 0};
}

/// Adversarial transitions. Counts what is violated.
template <size_t Dimension, class Limits, class Rule, template <class> class Projection,
          template <class> class Schedule = ConstantSchedule>
uint32_t violations(double step_size, int steps) {
  using Learner = FixedLearner<Dimension, Limits, Rule, Projection, Schedule>;
  Learner learner;
  typename Learner::Settings settings = typename Learner::Config().lambda(Limits::lambda);
  set(settings.schedule, step_size);
  if (learner.start(settings) != Status::ok) { return UINT32_MAX; }
  Noise random(static_cast<uint32_t>(Dimension));
  uint32_t count = 0;
  typename Learner::Arithmetic::Counts counts;  // of no interest
  typename Learner::Features phi{};
  typename Learner::Features next{};
  for (int t = 0; t < steps; ++t) {
    const bool is_constant = t % 4096 >= 2048;  // -1 again and again: the trace grows to its end
    if (is_constant) {
      for (auto& x : phi) { x = -1; }
    } else if (t % 16 < 8) {
      fill(random, phi);  // and then the same for some steps
    }
    fill(random, next);
    const auto reward = Learner::Value::from_raw(bad_reward(random));
    const int64_t error = Learner::Arithmetic::error(reward, learner.average_reward(), counts).raw();
    const int64_t td_error = exact_td_error(learner, phi, error, next);
    const auto report = learner.update(phi, reward, next);
    const bool is_right = report.status == Status::ok &&
                          (Limits::has_unit_features || report.td_error.raw() == td_error) &&
                          (!is_implicit<Rule> || is_shrunk<Learner, Dimension>(learner, report)) &&
                          is_within_bounds<Learner, Dimension>(learner);
    count += is_right ? 0 : 1;
  }
  return count;
}

#if defined(LONG_RUNS)
constexpr int adversarial_steps = 500000;  // of 20 settings: 10^7
#elif defined(__x86_64__)
constexpr int adversarial_steps = 20000;
#else
constexpr int adversarial_steps = 200;
#endif

using Ones = WithoutOnes<JointBall<Fixed<8>>>;

}  // namespace

void test_numbers_are_the_nearest_there_are() {
  using Feature = FixedNumber<int16_t, 15>;
  static_assert(Feature(0.25).raw() == 8192 && Feature(-1).raw() == -32768 && Feature(1).raw() == 32767, "");
  static_assert(Feature(-7.0).raw() == -32768 && Feature(0.25F).raw() == 8192, "");
  static_assert(Feature::fraction(1024, 4096).raw() == 8192 && Feature::fraction(-1, 3).raw() == -10923, "");
  static_assert(Feature::fraction(9, 2).raw() == 32767 && Feature::fraction(-9, 2).raw() == -32768, "");
  static_assert(FixedNumber<int32_t, 17>(1e9).raw() == INT32_MAX && FixedNumber<int32_t, 17>(-1e9).raw() == INT32_MIN,
                "");
  static_assert(FixedNumber<uint32_t, 16>(-1.0).raw() == 0, "");
  TEST_ASSERT_EQUAL_INT32(3, (FixedNumber<int32_t, 1>(1.5).raw()));
}

/// A small core adds up parts of products; the sum is the same.
void test_sums_of_parts_are_exact() {
  Noise random(7);
  fixed::WideSum wide;
  fixed::NarrowSums narrow;
  for (int n = 0; n < 2000; ++n) {
    constexpr int32_t corners[] = {(1 << 30) - 1, -(1 << 30), -1, 1, 0, 0xFFFF, -0x10000};
    const int32_t weight = n % 2 == 0 ? corners[random.word() % 7] : static_cast<int32_t>(random.word()) >> 1;
    const int32_t feature = n % 3 == 0 ? (random.word() % 2 == 0 ? 65535 : -65535) : bad_feature(random);
    wide.add(weight, feature);
    narrow.add(weight, feature);
    TEST_ASSERT_EQUAL_UINT32(wide.rounded(), narrow.rounded());
    const int16_t shared = bad_feature(random);
    narrow.add((weight >> 16) * 5, (static_cast<uint32_t>(weight) << 16 >> 17) * 5, shared);
    for (int i = 0; i < 5; ++i) { wide.add(weight, shared); }
    TEST_ASSERT_EQUAL_UINT32(wide.rounded(), narrow.rounded());
  }
}

void test_a_configuration_beyond_the_limits_is_refused_by_name() {
  using Config = FixedLearner<16>::Config;
  static_assert(Config().validate() == Status::ok, "");
  static_assert(Config().lambda(0.5).validate() == Status::ok, "");
  static_assert(Config().lambda(0.51).validate() == Status::invalid_lambda, "");
  static_assert(Config().lambda(1).validate() == Status::invalid_lambda, "");
  static_assert(Config().radius(1001).validate() == Status::invalid_radius, "");
  static_assert(Config().radius(1).validate() == Status::invalid_radius, "");
  static_assert(Config().radius(-5).validate() == Status::invalid_radius, "");
  static_assert(Config().step_size(0).validate() == Status::invalid_step_size, "");
  static_assert(Config().step_size(-0.1).validate() == Status::invalid_step_size, "");
  static_assert(Config().step_size(1e-6).validate() == Status::ok, "");
  static_assert(Config().ratio(0).validate() == Status::invalid_ratio, "");
  using Decaying = FixedLearner<16, FixedLimits, Implicit, JointBall, PolynomialSchedule>::Config;
  static_assert(Decaying().power(0).validate() == Status::invalid_power, "");
  static_assert(Decaying().power(1.1).validate() == Status::invalid_power, "");
  static_assert(Decaying().offset(0).validate() == Status::invalid_offset, "");
  TEST_ASSERT_TRUE(Decaying().validate() == Status::ok);
}

void test_a_learner_that_was_not_started_only_counts_the_rejection() {
  using Learner = FixedLearner<4>;
  Learner learner;
  Learner before = learner;
  TEST_ASSERT_TRUE(learner.update({{0.5, 0.5, 0.5, 0.5}}, 1, {{0, 0, 0, 1}}).status == Status::not_started);
  TEST_ASSERT_EQUAL_UINT32(1, learner.rejections());
  (void)before.update({{}}, 0, {{}});
  TEST_ASSERT_EQUAL_INT(0, memcmp(&learner, &before, sizeof learner));
}

void test_a_start_outside_the_ball_is_refused() {
  using Learner = FixedLearner<4>;
  Learner learner;
  const Learner before = learner;
  TEST_ASSERT_TRUE(learner.start(Learner::Config(), {{900, 900, 0, 0}}) == Status::invalid_start);
  TEST_ASSERT_TRUE(learner.start(Learner::Config(), {{1e9, 0, 0, 0}}) == Status::invalid_start);
  TEST_ASSERT_TRUE(learner.start(Learner::Config(), {{1050, 0, 0, 0}}) == Status::invalid_start);
  TEST_ASSERT_EQUAL_INT(0, memcmp(&learner, &before, sizeof learner));
  TEST_ASSERT_TRUE(learner.start(Learner::Config(), {{900, -400, 0, 0}}, 5) == Status::ok);
  TEST_ASSERT_TRUE(learner.weight(1) == Learner::Weight(-400));
}

void test_it_learns_a_ring_of_four_rooms() {
  using Learner = FixedLearner<4>;
  Learner learner;
  TEST_ASSERT_TRUE(learner.start(Learner::Config().lambda(0.25).ratio(0.05).step_size(0.2).radius(100)) == Status::ok);
  for (uint32_t t = 0; t < 10000; ++t) {
    Learner::Features here{};
    Learner::Features there{};
    here[t % 4] = 1;
    there[(t + 1) % 4] = 1;
    const auto report = learner.update(here, t % 4 == 3 ? 1 : 0, there);
    TEST_ASSERT_TRUE(report.status == Status::ok);
  }
  const double advantage = learner.contrast({{0, 0, 0, 1}}, {{1, 0, 0, 0}}).to_double();
  TEST_ASSERT_TRUE(learner.average_reward().to_double() > 0.24 && learner.average_reward().to_double() < 0.26);
  TEST_ASSERT_TRUE(advantage > 0.7 && advantage < 0.8);
}

/// A step of 2^-8 of a unit would be lost if it were rounded to nearest.
void test_steps_below_a_unit_add_up() {
  using Learner = FixedLearner<1>;
  Learner learner;
  TEST_ASSERT_TRUE(learner.start(Learner::Config().lambda(0).ratio(1e-9).step_size(0x1p-28)) == Status::ok);
  const int steps = 1 << 15;
  const Learner::Features phi{{-0.5}};
  for (int t = 0; t < steps; ++t) { (void)learner.update(phi, 1, phi); }
  const double expected = -0.5 * 0x1p-28 * steps;  // delta is 1 all the time
  const double learned = learner.weight(0).to_double();
  TEST_ASSERT_TRUE(learned < 0.9 * expected && learned > 1.1 * expected);
}

void test_the_ones_direction_is_removed() {
  using Learner = ballast::Learner<Fixed<8>, 8, Implicit, Ones>;
  Learner learner;
  TEST_ASSERT_TRUE(learner.start(Learner::Config()) == Status::ok);
  Noise random(5);
  for (int t = 0; t < 200; ++t) {
    Learner::Features here{};
    Learner::Features there{};
    here[random.word() % 8] = 1;
    there[random.word() % 8] = 1;
    (void)learner.update(here, static_cast<int>(random.word() % 3), there);
  }
  int64_t sum = 0;
  for (size_t i = 0; i < 8; ++i) { sum += learner.weight(i).raw(); }
  TEST_ASSERT_TRUE(sum < 8 && sum > -8);
  TEST_ASSERT_TRUE(learner.weight(0) != Learner::Weight(0));
}

void test_what_does_not_fit_is_counted() {
  using Learner = FixedLearner<2, FixedLimits, Standard>;
  Learner learner;
  TEST_ASSERT_TRUE(learner.start(Learner::Config().step_size(1e6)) == Status::ok);
  (void)learner.update({{0.5, 0.5}}, 0, {{0.5, 0}});
  TEST_ASSERT_EQUAL_UINT32(0, learner.saturations());
  (void)learner.update({{0.5, 0.5}}, 1000, {{0.5, 0}});
  TEST_ASSERT_EQUAL_UINT32(1, learner.saturations());
  (void)learner.update({{0, 0}}, Learner::Value::from_raw(INT32_MAX), {{0, 0}});
  TEST_ASSERT_EQUAL_UINT32(3, learner.saturations());  // the reward, and the step that follows from it
}

/// 2^29 units; beyond them, the nearest end.
void test_a_reward_is_kept_in_range() {
  using Learner = FixedLearner<2>;
  using Value = Learner::Value;
  constexpr int32_t largest = 1 << 29;
  Learner learner;
  TEST_ASSERT_TRUE(learner.start(Learner::Config().step_size(1e-6).ratio(1e-9)) == Status::ok);
  uint32_t saturations = 0;
  for (const int32_t sign : {1, -1}) {
    const auto td_error = [&](int32_t reward) {
      return sign * learner.update({{0, 0}}, Value::from_raw(sign * reward), {{0, 0}}).td_error.raw();
    };
    TEST_ASSERT_EQUAL_INT32(largest - 2, td_error(largest - 2));
    TEST_ASSERT_EQUAL_UINT32(saturations, learner.saturations());
    TEST_ASSERT_EQUAL_INT32(largest, td_error(largest + 2));
    TEST_ASSERT_EQUAL_INT32(largest, td_error(INT32_MAX));
    saturations += 2;
    TEST_ASSERT_EQUAL_UINT32(saturations, learner.saturations());
  }
}

void test_the_average_reward_is_clipped_at_both_ends() {
  using Learner = FixedLearner<2, FixedLimits, Implicit, SeparateBalls>;
  Learner learner;
  TEST_ASSERT_TRUE(learner.start(Learner::Config().step_size(1).ratio(1).average_reward_radius(0.75)) == Status::ok);
  for (const double sign : {1.0, -1.0}) {
    auto projected = Projected::nothing;
    for (int t = 0; t < 4; ++t) { projected = learner.update({{0, 0}}, 2 * sign, {{0, 0}}).projected; }
    TEST_ASSERT_TRUE(projected == Projected::average_reward);
    TEST_ASSERT_TRUE(learner.average_reward() == Learner::Value(0.75 * sign));
  }
}

/// k ||z||^2 < 1 holds for the step that is taken: one that does not fit becomes shorter, never longer.
void test_no_step_is_longer_than_it_should_be() {
  using Learner = FixedLearner<16>;
  Learner::Features phi{};
  phi[0] = 0.35;
  uint32_t saturations = 0;
  for (int reward = 2; reward < 900; reward += 2) {
    Learner learner;
    TEST_ASSERT_TRUE(learner.start(Learner::Config().lambda(0).step_size(1000)) == Status::ok);
    (void)learner.update(phi, reward, {{}});
    const double learned = learner.weight(0).to_double() * phi[0].to_double();
    TEST_ASSERT_TRUE(learned < reward && (learner.saturations() > 0 || learned > 0.99 * reward));
    saturations += learner.saturations();
  }
  TEST_ASSERT_TRUE(saturations > 0);
}

/// Everything, random numbers and counts included.
void test_a_start_begins_again() {
  using Learner = FixedLearner<4, FixedLimits, Standard>;
  constexpr auto config = Learner::Config().step_size(0.3);
  Learner learner;
  Learner other;
  TEST_ASSERT_TRUE(learner.start(Learner::Config().step_size(1000)) == Status::ok);
  for (int t = 0; t < 10; ++t) { (void)learner.update({{0.5, 0, 0.25, 0}}, 5000, {{0, 0.5, 0, 0}}); }
  TEST_ASSERT_TRUE(learner.saturations() > 0);
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  TEST_ASSERT_TRUE(other.start(config) == Status::ok);
  TEST_ASSERT_EQUAL_INT(0, memcmp(&learner, &other, sizeof learner));
}

/// Of the worst numbers: mantissas next to a power of two, and a ||z||^2 of 2^31 and more.
void test_a_step_size_is_never_too_large() {
  constexpr uint32_t mantissas[] = {1U << 30,           (1U << 30) + 1, (3U << 29) - 1,
                                    (1U << 31) - 65537, (1U << 31) - 2, (1U << 31) - 1};
  constexpr uint32_t norms[] = {0, 1, (1U << 30) - 1, (1U << 31) - 1, 1U << 31, (1U << 31) + 65536, UINT32_MAX - 1};
  for (const uint32_t mantissa : mantissas) {
    for (const uint32_t norm2 : norms) {
      for (int32_t exponent = -40; exponent <= 40; ++exponent) {
        const detail::Magnitude inverse{mantissa, exponent};
        const detail::Gain k = detail::reciprocal(detail::added(inverse, norm2, 0));
        const double exact = 1.0 / (inverse.to_double() + norm2);
        const bool is_rounded_much = norm2 < 1U << 20 && exponent < 0;  // up by one of its units
        TEST_ASSERT_TRUE(k.to_double() < exact && (is_rounded_much || k.to_double() > 0.9999 * exact));
        TEST_ASSERT_TRUE(k.mantissa >= 32767 && k.mantissa <= 65535);
      }
    }
  }
}

/// All equal, they lose most when they are scaled; a device that was projected must be able to go on from there.
template <size_t Dimension>
void check_scaled_weights_are_accepted() {
  static FixedLearner<Dimension> learner;
  for (const double radius : {1000.0, 999.0, 990.0}) {
    const auto config = typename FixedLearner<Dimension>::Config().lambda(0).ratio(1e-12).step_size(1e6).radius(radius);
    TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
    typename FixedLearner<Dimension>::Features phi;
    for (auto& x : phi) { x = 0.5 / square_root(static_cast<double>(Dimension)); }  // a value of 500 is at the edge
    for (int t = 0; t < 40; ++t) {
      (void)learner.update(phi, 500 + 8 * t, {{}});
      const auto weights = learner.weights();
      TEST_ASSERT_TRUE(learner.restore(weights, learner.average_reward()) == Status::ok);
    }
    TEST_ASSERT_GREATER_THAN_UINT32(10, learner.projections());
  }
}

void test_a_learner_can_go_on_from_what_it_had() {
  check_scaled_weights_are_accepted<16>();
  check_scaled_weights_are_accepted<64>();
  check_scaled_weights_are_accepted<128>();
  check_scaled_weights_are_accepted<300>();
}

void test_no_input_breaks_a_bound() {
  constexpr int steps = adversarial_steps;
  uint32_t count = 0;
  for (const double step_size : {1e-6, 0.2, 1000.0, 1e12}) {
    count += violations<1, FixedLimits, Implicit, JointBall>(step_size, steps);
    count += violations<4, WideTrace, ImplicitDifferential, SeparateBalls>(step_size, steps);
    count += violations<16, FixedLimits, Standard, JointBall>(step_size, steps);
    count += violations<20, WideTrace, Implicit, NoProjection>(step_size, steps);
    count += violations<33, UnitFeatures, Differential, JointBall>(step_size, steps / 2);
    count += violations<70, FixedLimits, Implicit, SeparateBalls>(step_size, steps / 2);
  }
  count += violations<32, ThreeQuarters, Implicit, JointBall, PolynomialSchedule>(0.5, steps / 4);
  count += violations<64, FifteenSixteenths, Implicit, NoProjection, PolynomialSchedule>(1.5, steps / 4);
  count += violations<2, ThreeQuarters, Implicit, SeparateBalls>(0.031250000014551915, steps / 4);
  TEST_ASSERT_EQUAL_UINT32(0, count);
}

void test_same_bits() {
  TEST_ASSERT_EQUAL_HEX64(expected::fixed_standard, digest_of_fixed<Standard>());
  TEST_ASSERT_EQUAL_HEX64(expected::fixed_implicit, digest_of_fixed<Implicit>());
  TEST_ASSERT_EQUAL_HEX64(expected::fixed_differential, digest_of_fixed<Differential>());
  TEST_ASSERT_EQUAL_HEX64(expected::fixed_implicit_differential, digest_of_fixed<ImplicitDifferential>());
  TEST_ASSERT_EQUAL_HEX64(expected::fixed_sparse, digest_of_fixed_sparse());
}

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_numbers_are_the_nearest_there_are);
  RUN_TEST(test_sums_of_parts_are_exact);
  RUN_TEST(test_a_configuration_beyond_the_limits_is_refused_by_name);
  RUN_TEST(test_a_learner_that_was_not_started_only_counts_the_rejection);
  RUN_TEST(test_a_start_outside_the_ball_is_refused);
  RUN_TEST(test_it_learns_a_ring_of_four_rooms);
  RUN_TEST(test_steps_below_a_unit_add_up);
  RUN_TEST(test_the_ones_direction_is_removed);
  RUN_TEST(test_what_does_not_fit_is_counted);
  RUN_TEST(test_a_reward_is_kept_in_range);
  RUN_TEST(test_the_average_reward_is_clipped_at_both_ends);
  RUN_TEST(test_no_step_is_longer_than_it_should_be);
  RUN_TEST(test_a_start_begins_again);
  RUN_TEST(test_a_step_size_is_never_too_large);
  RUN_TEST(test_a_learner_can_go_on_from_what_it_had);
  RUN_TEST(test_no_input_breaks_a_bound);
  RUN_TEST(test_same_bits);
  return UNITY_END();
}
