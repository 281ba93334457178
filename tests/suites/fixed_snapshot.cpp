// Snapshots of a learner in fixed point: restored, learning goes on with the same bits; one that is damaged, forged or
// of other formats is refused, and changes nothing. And what was learned in float, in fixed point, and back.

#include <ballast/fixed.hpp>
#include <ballast/fixed/convert.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <string.h>

#include "noise.hpp"
#include "snapshot_memory.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

Memory memory;  // not on the stack

constexpr size_t dimension = 14;
constexpr uint32_t features = 5;

struct LongTrace : FixedLimits {
  static constexpr double lambda = 0.9;
};
struct OneActive : FixedLimits {
  static constexpr size_t active = 1;
};
struct SmallBall : FixedLimits {
  static constexpr double radius = 20;
};

/// No padding: a learner is its numbers.
template <class L>
bool same_bytes(const L& a, const L& b) {
  const auto* const first = reinterpret_cast<const uint8_t*>(&a);
  const auto* const second = reinterpret_cast<const uint8_t*>(&b);
  return memcmp(first, second, sizeof(L)) == 0;
}

template <class L>
void learn(L& learner, uint32_t steps, Noise& random) {
  typename L::Features phi{};
  typename L::Features next{};
  for (uint32_t t = 0; t < steps; ++t) {
    for (auto& x : next) { x = L::Feature::from_raw(static_cast<int16_t>(random.word() >> 4)); }
    const int32_t reward = static_cast<int32_t>(random.word() % 2000) - 500;
    TEST_ASSERT_TRUE(learner.update(phi, L::Value::fraction(reward, 100), next).status == Status::ok);
    phi = next;
  }
}

template <class L>
void save_learned(L& learner, const typename L::Config& config, uint32_t steps, Noise& random) {
  TEST_ASSERT_TRUE(learner.start(config.settings()) == Status::ok);
  learn(learner, steps, random);
  memory = Memory{};
  TEST_ASSERT_TRUE(save(learner, features, memory) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(snapshot_bytes<L>, memory.size);
}

// --- going on -------------------------------------------------------------------------------------------------------

template <class L>
void check_resume(const typename L::Config& config) {
  static L learner;  // not on the stack
  static L restored;
  Noise random(7);
  save_learned(learner, config, 300, random);
  TEST_ASSERT_TRUE(resume(restored, features, memory) == Status::ok);
  TEST_ASSERT_TRUE(same_bytes(learner, restored));
  Noise other = random;
  learn(learner, 1000, random);
  learn(restored, 1000, other);
  TEST_ASSERT_TRUE(same_bytes(learner, restored));
  TEST_ASSERT_EQUAL_UINT32(1300, restored.updates());
}

template <class L>
constexpr auto numbers = typename L::Config().lambda(0.4).ratio(0.1);

void test_every_learner_goes_on_as_if_nothing_had_happened() {
  using Default = FixedLearner<dimension>;
  check_resume<Default>(numbers<Default>.step_size(0.3));
  check_resume<Default>(numbers<Default>.step_size(0.3).radius(16));  // projected often
  using Long = FixedLearner<dimension, LongTrace, Standard, SeparateBalls>;
  check_resume<Long>(numbers<Long>.lambda(0.9).step_size(0.001).average_reward_radius(16).weights_radius(16));
  using Decaying = FixedLearner<dimension, FixedLimits, ImplicitDifferential, JointBall, PolynomialSchedule>;
  check_resume<Decaying>(numbers<Decaying>.beta_0(1.5).power(0.75).offset(2).hold(20));
  using Differential_ = FixedLearner<dimension, SmallBall, Differential, JointBall, PolynomialSchedule>;
  check_resume<Differential_>(numbers<Differential_>.beta_0(0.2).power(1).radius(1));
  using Scalar = Fixed<dimension, LongTrace>;
  using Two = TwoTimescaleSchedule<ConstantSchedule<Scalar>, PolynomialSchedule<Scalar>>;
  using Ones = Learner<Scalar, dimension, Implicit, WithoutOnes<JointBall<Scalar>>, Two>;
  check_resume<Ones>(numbers<Ones>.step_size(0.1).average_reward_schedule({1, 1, 0.6, 0}));
}

/// A ball is kept to within 1/64: a learner at the edge of the largest ball can be saved and restored at any time.
void test_a_learner_at_the_edge_of_the_largest_ball_is_restored() {
  using L = FixedLearner<dimension, SmallBall>;
  static L learner;
  static L restored;
  Noise random(3);
  TEST_ASSERT_TRUE(learner.start(numbers<L>.step_size(10).radius(20).settings()) == Status::ok);
  for (uint32_t i = 0; i < 200; ++i) {
    learn(learner, 3, random);
    memory = Memory{};
    TEST_ASSERT_TRUE(save(learner, features, memory) == Status::ok);
    TEST_ASSERT_TRUE(resume(restored, features, memory) == Status::ok);
    TEST_ASSERT_TRUE(same_bytes(learner, restored));
  }
  TEST_ASSERT_TRUE(learner.projections() > 50);
}

// --- refusals -------------------------------------------------------------------------------------------------------

using L = FixedLearner<dimension>;
L subject;
L untouched;

/// Refused, and not one byte of a learner has changed.
void check_refused(Status expected) {
  subject = untouched;
  TEST_ASSERT_EQUAL_INT(static_cast<int>(expected), static_cast<int>(resume(subject, features, memory)));
  TEST_ASSERT_TRUE(same_bytes(subject, untouched));
}
void prepare() {
  Noise random(11);
  TEST_ASSERT_TRUE(untouched.start(numbers<L>.step_size(0.2).settings()) == Status::ok);
  learn(untouched, 20, random);
  static L learner;
  save_learned(learner, numbers<L>.step_size(0.3), 50, random);
}

// Offsets in a snapshot of L (docs/SNAPSHOT.md).
constexpr size_t settings = 56;
constexpr size_t ratio = settings + 4;
constexpr size_t step_size = settings + 12;
constexpr size_t radius = settings + 20;
constexpr size_t progress = settings + 24 + 8;
constexpr size_t weights = progress + 28 + 8;
constexpr size_t trace = weights + 4 * dimension + 8;
static_assert(snapshot_bytes<L> == trace + 4 * ((dimension + 1) / 2) + 8 + 4, "as docs/SNAPSHOT.md has it");

void check_forged(size_t at, uint32_t word, Status expected) {
  const Memory good = memory;
  memory.put_word(at, word);
  memory.sign();
  if (expected == Status::ok) {
    subject = untouched;
    TEST_ASSERT_TRUE(resume(subject, features, memory) == Status::ok);
  } else {
    check_refused(expected);
  }
  memory = good;
}

void test_numbers_that_no_learner_has_are_refused() {
  prepare();
  check_forged(settings, 32768, Status::ok);  // lambda 0.5, its limit
  check_forged(settings, 32769, Status::snapshot_damaged);
  for (const size_t rate : {ratio, step_size}) {
    check_forged(rate, 1U << 30, Status::ok);
    check_forged(rate, (1U << 30) - 1, Status::snapshot_damaged);
    check_forged(rate, 1U << 31, Status::snapshot_damaged);
    check_forged(rate, 0, Status::snapshot_damaged);
    check_forged(rate + 4, 9, Status::ok);
    check_forged(rate + 4, 11, Status::snapshot_damaged);
    check_forged(rate + 4, static_cast<uint32_t>(-70), Status::ok);
    check_forged(rate + 4, static_cast<uint32_t>(-71), Status::snapshot_damaged);
    check_forged(rate + 4, 1U << 31, Status::snapshot_damaged);
  }
  check_forged(radius, 0, Status::snapshot_damaged);
  check_forged(radius, UINT32_MAX, Status::snapshot_damaged);
  check_forged(progress, 1U << 31, Status::ok);  // any average reward
  constexpr uint32_t largest = static_cast<uint32_t>(L::Weight(1000).raw());
  check_forged(weights, largest / 2, Status::ok);
  check_forged(weights, largest + largest / 32, Status::snapshot_damaged);
  check_forged(weights, 0U - largest - largest / 32, Status::snapshot_damaged);
  check_forged(weights, 1U << 31, Status::snapshot_damaged);
  check_forged(trace, 0x7FFF8001U, Status::ok);
  check_forged(trace, 0x7FFF8000U, Status::snapshot_damaged);
  check_forged(trace, 0x80000000U, Status::snapshot_damaged);
}

/// Fewer features at once than there are: a forged trace can be too large as a whole.
void test_a_trace_whose_norm_does_not_fit_is_refused() {
  using Sparse = FixedLearner<dimension, OneActive>;
  static Sparse learner;
  TEST_ASSERT_TRUE(learner.start(numbers<Sparse>.settings()) == Status::ok);
  memory = Memory{};
  TEST_ASSERT_TRUE(save(learner, features, memory) == Status::ok);
  TEST_ASSERT_TRUE(resume(learner, features, memory) == Status::ok);
  for (size_t i = 0; i + 1 < dimension; i += 2) { memory.put_word(trace + 2 * i, 0x7FFF7FFFU); }
  memory.sign();
  TEST_ASSERT_TRUE(resume(learner, features, memory) == Status::snapshot_damaged);
  TEST_ASSERT_EQUAL_INT(0, learner.trace(0).raw());
}

void test_every_damaged_byte_is_refused() {
  prepare();
  for (size_t i = 0; i < memory.size; ++i) {
    memory.bytes[i] = static_cast<uint8_t>(memory.bytes[i] ^ 0x10U);
    subject = untouched;
    TEST_ASSERT_FALSE(resume(subject, features, memory) == Status::ok);
    TEST_ASSERT_TRUE(same_bytes(subject, untouched));
    memory.bytes[i] = static_cast<uint8_t>(memory.bytes[i] ^ 0x10U);
  }
}

/// Anything with the right checksum is refused, or is a learner that goes on learning without an overflow (which the
/// sanitizers would find).
void test_forged_snapshots_do_no_harm() {
  prepare();
  const Memory good = memory;
  Noise random(23);
  uint32_t accepted = 0;
  for (uint32_t i = 0; i < 500; ++i) {
    memory = good;
    for (uint32_t k = 0; k <= i % 3; ++k) {
      const size_t at = settings + random.word() % (memory.size - settings - 4);
      memory.bytes[at] = static_cast<uint8_t>(random.word());
    }
    memory.sign();
    subject = untouched;
    if (resume(subject, features, memory) != Status::ok) {
      TEST_ASSERT_TRUE(same_bytes(subject, untouched));
      continue;
    }
    ++accepted;
    learn(subject, 5, random);
  }
  TEST_ASSERT_TRUE(accepted > 50);
}

/// The learner that is saved, restored into one that has another format.
template <class Saved>
void check_other(Status expected) {
  static Saved learner;
  Noise random(1);
  save_learned(learner, typename Saved::Config(), 10, random);
  check_refused(expected);
}

void test_other_formats_are_refused() {
  prepare();
  check_other<FixedLearner<dimension, SmallBall>>(Status::other_scalar);
  check_other<FixedLearner<dimension, LongTrace>>(Status::other_scalar);
  check_other<FixedLearner<dimension, FixedLimits, Standard>>(Status::other_rule);
  check_other<FixedLearner<dimension + 2>>(Status::other_dimension);
  static Learner<float, dimension> in_float;
  TEST_ASSERT_TRUE(in_float.start(Learner<float, dimension>::Config().settings()) == Status::ok);
  memory = Memory{};
  TEST_ASSERT_TRUE(save(in_float, features, memory) == Status::ok);
  check_refused(Status::other_scalar);
  prepare();
  TEST_ASSERT_TRUE(resume(in_float, features, memory) == Status::other_scalar);
}

// --- adopting -------------------------------------------------------------------------------------------------------

void test_weights_are_adopted_where_their_format_is_the_same() {
  prepare();
  TEST_ASSERT_TRUE(resume(subject, features, memory) == Status::ok);
  using Long = FixedLearner<dimension, LongTrace, Standard, SeparateBalls, PolynomialSchedule>;
  static Long adopted;
  TEST_ASSERT_TRUE(adopt(adopted, Long::Config().settings(), features, memory) == Status::ok);
  for (size_t i = 0; i < dimension; ++i) { TEST_ASSERT_EQUAL_INT(subject.weight(i).raw(), adopted.weight(i).raw()); }
  TEST_ASSERT_EQUAL_INT(subject.average_reward().raw(), adopted.average_reward().raw());
  TEST_ASSERT_EQUAL_UINT32(0, adopted.updates());
  static FixedLearner<dimension, SmallBall> finer;
  const auto config = FixedLearner<dimension, SmallBall>::Config().settings();
  TEST_ASSERT_TRUE(adopt(finer, config, features, memory) == Status::other_scalar);
  TEST_ASSERT_FALSE(finer.is_started());
  memory.put_word(weights, 1U << 31);
  memory.sign();
  TEST_ASSERT_TRUE(adopt(adopted, Long::Config().settings(), features, memory) == Status::invalid_start);
}

// --- float and fixed point ------------------------------------------------------------------------------------------

bool is_near(double a, double b, double most) {
  return a - b <= most && b - a <= most;
}

void test_float_to_fixed_and_back() {
  using Float = Learner<float, dimension, Implicit, SeparateBalls<float>, PolynomialSchedule<float>>;
  using InFixed = FixedLearner<dimension, FixedLimits, Implicit, SeparateBalls, PolynomialSchedule>;
  constexpr auto config =
      Float::Config().lambda(0.3F).ratio(0.07F).beta_0(0.7F).power(0.8F).offset(3).hold(9).weights_radius(99.7F);
  Noise random(5);
  Float::Weights theta;
  for (float& x : theta) { x = 20.0F * random.number<float>(); }
  static Float from;
  static InFixed to;
  static Float back;
  TEST_ASSERT_TRUE(convert(from, to) == Status::not_started);
  TEST_ASSERT_TRUE(from.start(config.settings(), theta, 1.23F) == Status::ok);
  TEST_ASSERT_TRUE(convert(from, to) == Status::ok);
  TEST_ASSERT_TRUE(convert(to, back) == Status::ok);
  const double half_weight = 0.5 * InFixed::Weight::from_raw(1).to_double();
  const double half_value = 0.5 * InFixed::Value::from_raw(1).to_double();
  const auto& fixed = to.config();
  for (size_t i = 0; i < dimension; ++i) {
    TEST_ASSERT_TRUE(is_near(to.weight(i).to_double(), static_cast<double>(theta[i]), half_weight));
    TEST_ASSERT_TRUE(back.weight(i) == static_cast<float>(to.weight(i).to_double()));
    TEST_ASSERT_EQUAL_INT(0, to.trace(i).raw());
  }
  TEST_ASSERT_TRUE(is_near(to.average_reward().to_double(), static_cast<double>(1.23F), half_value));
  TEST_ASSERT_TRUE(is_near(fixed.projection.weights_radius.to_double(), static_cast<double>(99.7F), half_value));
  TEST_ASSERT_TRUE(is_near(fixed.lambda.to_double(), static_cast<double>(0.3F), 0x1p-17));
  TEST_ASSERT_TRUE(is_near(fixed.schedule.power.to_double(), static_cast<double>(0.8F), 0x1p-32));
  TEST_ASSERT_TRUE(is_near(fixed.ratio.to_double() / static_cast<double>(0.07F), 1.0, 0x1p-30));
  TEST_ASSERT_TRUE(is_near(fixed.schedule.beta_0.to_double() / static_cast<double>(0.7F), 1.0, 0x1p-30));
  TEST_ASSERT_EQUAL_UINT32(3, back.config().schedule.offset);
  TEST_ASSERT_EQUAL_UINT32(9, back.config().schedule.hold);
  TEST_ASSERT_TRUE(back.config().ratio == 0.07F && back.config().schedule.beta_0 == 0.7F);
}

void test_what_does_not_fit_is_not_converted() {
  using Float = Learner<float, dimension>;
  static Float from;
  prepare();
  const auto check = [](const Float::Config& config, float weight, float average_reward, Status expected) {
    Float::Weights theta{};
    theta[2] = weight;
    TEST_ASSERT_TRUE(from.start(config.settings(), theta, average_reward) == Status::ok);
    subject = untouched;
    TEST_ASSERT_EQUAL_INT(static_cast<int>(expected), static_cast<int>(convert(from, subject)));
    TEST_ASSERT_TRUE(expected == Status::ok || same_bytes(subject, untouched));
  };
  constexpr auto config = Float::Config();
  check(config, 999.0F, -999.0F, Status::ok);
  check(config, 1100.0F, 0.0F, Status::invalid_start);
  check(config, -0x1p60F, 0.0F, Status::invalid_start);
  check(config, 0.0F, 0x1p60F, Status::invalid_start);
  check(config.lambda(0.51F), 0.0F, 0.0F, Status::invalid_lambda);
  check(config.lambda(0.99999994F), 0.0F, 0.0F, Status::invalid_lambda);
  check(config.radius(1001.0F), 0.0F, 0.0F, Status::invalid_radius);
  check(config.radius(0x1p60F), 0.0F, 0.0F, Status::invalid_radius);
  check(config.radius(1.0F), 0.0F, 0.0F, Status::invalid_radius);
  check(config.step_size(0x1p-41F), 0.0F, 0.0F, Status::invalid_step_size);
  check(config.ratio(0x1p41F), 0.0F, 0.0F, Status::invalid_ratio);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_every_learner_goes_on_as_if_nothing_had_happened);
  RUN_TEST(test_a_learner_at_the_edge_of_the_largest_ball_is_restored);
  RUN_TEST(test_numbers_that_no_learner_has_are_refused);
  RUN_TEST(test_a_trace_whose_norm_does_not_fit_is_refused);
  RUN_TEST(test_every_damaged_byte_is_refused);
  RUN_TEST(test_forged_snapshots_do_no_harm);
  RUN_TEST(test_other_formats_are_refused);
  RUN_TEST(test_weights_are_adopted_where_their_format_is_the_same);
  RUN_TEST(test_float_to_fixed_and_back);
  RUN_TEST(test_what_does_not_fit_is_not_converted);
  return UNITY_END();
}
