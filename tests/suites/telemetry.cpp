#include <ballast/control/sarsa.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/field/telemetry.hpp>
#include <ballast/field/telemetry_of.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include <string.h>

#include "suite.hpp"

using ballast::Status;
using ballast::Telemetry;
using ballast::telemetry_bytes;
using ballast::Verdict;

namespace {

Telemetry known_record() {
  Telemetry record;
  record.verdict = Verdict::at_the_boundary;
  record.is_agent = true;
  record.is_handed_over = true;
  record.has_rolled_back = true;
  record.scale_warnings = ballast::rewards_beyond_one | ballast::input_beyond_range;
  record.device = 0x01020304;
  record.time = 86400;
  record.updates = 0xFFFFFFFF;
  record.rejections = 7;
  record.projections = 1000;
  record.skipped = 12;
  record.average_reward = -0.625F;
  record.td_error = 0.0078125F;
  record.td_error_size = 0.1F;
  record.reward_deviation = 1.5F;
  record.weights_norm = 12.75F;
  record.weights_radius = 1000.0F;
  record.small_updates = 0x8001;
  record.longest_unused = 300;
  return record;
}

// By Python: struct.pack as docs/TELEMETRY.md says, and zlib.crc32.
constexpr uint8_t known_bytes[telemetry_bytes] = {
    0x42, 0x4C, 0x54, 0x4D, 0x01, 0x04, 0x0D, 0x05, 0x04, 0x03, 0x02, 0x01, 0x80, 0x51, 0x01, 0x00,
    0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0x00, 0x00, 0x00, 0xE8, 0x03, 0x00, 0x00, 0x0C, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x20, 0xBF, 0x00, 0x00, 0x00, 0x3C, 0xCD, 0xCC, 0xCC, 0x3D, 0x00, 0x00, 0xC0, 0x3F,
    0x00, 0x00, 0x4C, 0x41, 0x00, 0x00, 0x7A, 0x44, 0x01, 0x80, 0x2C, 0x01, 0xA8, 0xB8, 0x00, 0xA3,
};

void assert_same(const Telemetry& expected, const Telemetry& actual) {
  TEST_ASSERT_EQUAL_STRING(ballast::name(expected.verdict), ballast::name(actual.verdict));
  TEST_ASSERT_EQUAL(expected.is_agent, actual.is_agent);
  TEST_ASSERT_EQUAL(expected.is_evaluating, actual.is_evaluating);
  TEST_ASSERT_EQUAL(expected.is_handed_over, actual.is_handed_over);
  TEST_ASSERT_EQUAL(expected.has_rolled_back, actual.has_rolled_back);
  TEST_ASSERT_EQUAL_UINT8(expected.scale_warnings, actual.scale_warnings);
  TEST_ASSERT_EQUAL_UINT32(expected.device, actual.device);
  TEST_ASSERT_EQUAL_UINT32(expected.time, actual.time);
  TEST_ASSERT_EQUAL_UINT32(expected.updates, actual.updates);
  TEST_ASSERT_EQUAL_UINT32(expected.rejections, actual.rejections);
  TEST_ASSERT_EQUAL_UINT32(expected.projections, actual.projections);
  TEST_ASSERT_EQUAL_UINT32(expected.skipped, actual.skipped);
  ASSERT_SAME_BITS(expected.average_reward, actual.average_reward);
  ASSERT_SAME_BITS(expected.td_error, actual.td_error);
  ASSERT_SAME_BITS(expected.td_error_size, actual.td_error_size);
  ASSERT_SAME_BITS(expected.reward_deviation, actual.reward_deviation);
  ASSERT_SAME_BITS(expected.weights_norm, actual.weights_norm);
  ASSERT_SAME_BITS(expected.weights_radius, actual.weights_radius);
  TEST_ASSERT_EQUAL_UINT16(expected.small_updates, actual.small_updates);
  TEST_ASSERT_EQUAL_UINT16(expected.longest_unused, actual.longest_unused);
}

/// Every byte of `record` is as before, too.
void assert_refused(Status expected, const uint8_t* bytes, size_t count) {
  Telemetry record = known_record();
  TEST_ASSERT_EQUAL_STRING(ballast::name(expected), ballast::name(ballast::decode(bytes, count, record)));
  assert_same(known_record(), record);
}

/// What a program with another format writes.
void put_checksum(uint8_t (&bytes)[telemetry_bytes]) {
  ballast::detail::put_word(bytes + 60, ballast::detail::telemetry_checksum(bytes));
}

// --- the bytes ---

void test_the_bytes_are_those_of_the_document() {
  uint8_t bytes[telemetry_bytes];
  ballast::encode(known_record(), bytes);
  TEST_ASSERT_EQUAL_HEX8_ARRAY(known_bytes, bytes, telemetry_bytes);
}

void test_what_was_encoded_is_decoded() {
  Telemetry record;
  TEST_ASSERT_TRUE(ballast::decode(known_bytes, telemetry_bytes, record) == Status::ok);
  assert_same(known_record(), record);

  Telemetry other;
  other.verdict = Verdict::blind;
  other.is_evaluating = true;
  other.average_reward = -0.0F;
  other.td_error = ballast::detail::largest_float;
  other.small_updates = 0xFFFF;
  uint8_t bytes[telemetry_bytes];
  ballast::encode(other, bytes);
  TEST_ASSERT_TRUE(ballast::decode(bytes, telemetry_bytes, record) == Status::ok);
  assert_same(other, record);
}

void test_every_flipped_bit_is_found() {
  for (size_t bit = 0; bit < 8 * telemetry_bytes; ++bit) {
    uint8_t bytes[telemetry_bytes];
    memcpy(bytes, known_bytes, telemetry_bytes);
    bytes[bit / 8] = static_cast<uint8_t>(bytes[bit / 8] ^ 1U << bit % 8);
    assert_refused(Status::record_damaged, bytes, telemetry_bytes);
  }
}

void test_a_record_that_is_cut_off_is_refused() {
  for (size_t count = 0; count < telemetry_bytes; ++count) {
    assert_refused(Status::record_damaged, known_bytes, count);
  }
}

void test_zeros_and_erased_flash_are_no_record() {
  uint8_t bytes[telemetry_bytes];
  for (const int byte : {0x00, 0xFF}) {
    memset(bytes, byte, telemetry_bytes);
    assert_refused(Status::record_damaged, bytes, telemetry_bytes);
  }
}

void test_a_later_version_is_told_apart_from_damage() {
  uint8_t bytes[telemetry_bytes];
  memcpy(bytes, known_bytes, telemetry_bytes);
  bytes[4] = 2;
  put_checksum(bytes);
  assert_refused(Status::record_of_later_version, bytes, telemetry_bytes);
  bytes[4] = 0;
  put_checksum(bytes);
  assert_refused(Status::record_damaged, bytes, telemetry_bytes);
}

void test_another_beginning_is_refused_even_with_a_right_checksum() {
  uint8_t bytes[telemetry_bytes];
  memcpy(bytes, known_bytes, telemetry_bytes);
  bytes[0] = 'X';
  put_checksum(bytes);
  assert_refused(Status::record_damaged, bytes, telemetry_bytes);
}

void test_a_verdict_of_a_later_program_is_kept() {
  Telemetry record = known_record();
  record.verdict = static_cast<Verdict>(200);
  uint8_t bytes[telemetry_bytes];
  ballast::encode(record, bytes);
  TEST_ASSERT_TRUE(ballast::decode(bytes, telemetry_bytes, record) == Status::ok);
  TEST_ASSERT_EQUAL_UINT8(200, static_cast<uint8_t>(record.verdict));
  TEST_ASSERT_EQUAL_STRING("unknown", ballast::name(record.verdict));
}

// --- the record of a learner ---

template <class T>
struct FakeHealth {
  Verdict verdict() const { return Verdict::settled; }
  T td_error() const { return T(0.25); }
  T td_error_size() const { return td_error_size_; }
  T reward_deviation() const { return T(2); }
  float small_update_rate() const { return small_update_rate_; }
  uint16_t longest_unused() const { return 17; }

  T td_error_size_ = T(0.5);
  float small_update_rate_ = 0.5F;
};

template <class Learner>
void learn(Learner& learner, typename Learner::Value reward) {
  using Features = ballast::OneHot<typename Learner::Value, 3>;
  (void)learner.update(Features(0), reward, Features(1));
  (void)learner.update(Features(1), reward, Features(0));
}

template <class Learner>
Telemetry record_of(Learner& learner) {
  TEST_ASSERT_TRUE(learner.start(typename Learner::Config()) == Status::ok);
  learn(learner, 4);
  learn(learner, ballast::from_bits<typename Learner::Value>(
                     ballast::Ieee754<typename Learner::Value>::exponent_mask));  // two rejections
  return ballast::telemetry_of(learner, FakeHealth<typename Learner::Value>{}, 5, 60);
}

template <class Learner>
void assert_record_of(const Learner& learner, const Telemetry& record) {
  Telemetry expected;
  expected.verdict = Verdict::settled;
  expected.device = 5;
  expected.time = 60;
  expected.updates = 2;
  expected.rejections = 2;
  expected.average_reward = static_cast<float>(learner.average_reward());
  expected.td_error = 0.25F;
  expected.td_error_size = 0.5F;
  expected.reward_deviation = 2.0F;
  expected.weights_norm = static_cast<float>(ballast::square_root(
      ballast::product(learner.weight(0), learner.weight(0)) + ballast::product(learner.weight(1), learner.weight(1))));
  expected.weights_radius = 1000.0F;
  expected.small_updates = 32768;
  TEST_ASSERT_TRUE(expected.weights_norm > 0.0F);
  assert_same(expected, record);
}

void test_the_record_of_a_learner() {
  ballast::Learner<float, 3> dense;
  assert_record_of(dense, record_of(dense));
  ballast::SparseLearner<float, 3> sparse;
  assert_record_of(sparse, record_of(sparse));
  ballast::Learner<double, 3> in_double;
  assert_record_of(in_double, record_of(in_double));
}

void test_the_radius_is_that_of_the_weights() {
  const FakeHealth<float> health;
  ballast::Learner<float, 2, ballast::Implicit, ballast::SeparateBalls<float>> separate;
  TEST_ASSERT_TRUE(separate.start(decltype(separate)::Config().average_reward_radius(2.0F).weights_radius(3.0F)) ==
                   Status::ok);
  ASSERT_SAME_BITS(3.0F, ballast::telemetry_of(separate, health, 0, 0).weights_radius);

  ballast::Learner<float, 2, ballast::Implicit, ballast::WithoutOnes<ballast::JointBall<float>>> joint;
  TEST_ASSERT_TRUE(joint.start(decltype(joint)::Config().radius(4.0F)) == Status::ok);
  ASSERT_SAME_BITS(4.0F, ballast::telemetry_of(joint, health, 0, 0).weights_radius);

  ballast::Learner<float, 2, ballast::Implicit, ballast::NoProjection<float>> free;
  TEST_ASSERT_TRUE(free.start(decltype(free)::Config()) == Status::ok);
  ASSERT_SAME_BITS(0.0F, ballast::telemetry_of(free, health, 0, 0).weights_radius);
}

void test_the_record_of_an_agent() {
  using Features = ballast::OneHot<float, 2>;
  ballast::Sarsa<float, Features, 2> agent;
  TEST_ASSERT_TRUE(agent.start(decltype(agent)::Config(), 1) == Status::ok);
  (void)agent.observe(Features(0));
  (void)agent.tick(1.0F, Features(1));
  (void)agent.skip();
  Telemetry record = ballast::telemetry_of(agent, FakeHealth<float>{}, 1, 2);
  TEST_ASSERT_TRUE(record.is_agent);
  TEST_ASSERT_FALSE(record.is_evaluating);
  TEST_ASSERT_EQUAL_UINT32(1, record.updates);
  TEST_ASSERT_EQUAL_UINT32(1, record.skipped);
  TEST_ASSERT_EQUAL_UINT16(17, record.longest_unused);
  agent.evaluate();
  record = ballast::telemetry_of(agent, FakeHealth<float>{}, 1, 2);
  TEST_ASSERT_TRUE(record.is_evaluating);
}

void test_what_does_not_fit_in_a_float_becomes_the_largest() {
  using ballast::detail::in_record;
  constexpr float largest = ballast::detail::largest_float;
  const double infinity = ballast::from_bits<double>(ballast::Ieee754<double>::exponent_mask);
  for (const double x : {1e39, 1e300, infinity}) {
    ASSERT_SAME_BITS(largest, in_record(x));
    ASSERT_SAME_BITS(-largest, in_record(-x));
  }
  ASSERT_SAME_BITS(largest, in_record(static_cast<float>(infinity)));
  ASSERT_SAME_BITS(-largest, in_record(-static_cast<float>(infinity)));
  ASSERT_SAME_BITS(0.1F, in_record(0.1));
  ASSERT_SAME_BITS(-0.1F, in_record(-0.1F));

  ballast::Learner<float, 2, ballast::Implicit, ballast::NoProjection<float>> learner;
  TEST_ASSERT_TRUE(learner.start(decltype(learner)::Config(), {{0x1p61F, 0x1p61F}}) == Status::ok);
  ASSERT_SAME_BITS(ballast::square_root(0x1p123F),
                   ballast::telemetry_of(learner, FakeHealth<float>{}, 0, 0).weights_norm);
}

void test_a_share_is_rounded_and_kept_within_its_range() {
  using ballast::detail::share_in_record;
  TEST_ASSERT_EQUAL_UINT16(0, share_in_record(0.0F));
  TEST_ASSERT_EQUAL_UINT16(0, share_in_record(-1.0F));
  TEST_ASSERT_EQUAL_UINT16(0, share_in_record(ballast::from_bits<float>(0x7FC00000U)));
  TEST_ASSERT_EQUAL_UINT16(16384, share_in_record(0.25F));
  TEST_ASSERT_EQUAL_UINT16(65535, share_in_record(0x1.fffffeP-1F));
  TEST_ASSERT_EQUAL_UINT16(65535, share_in_record(1.0F));
  TEST_ASSERT_EQUAL_UINT16(65535, share_in_record(2.0F));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_the_bytes_are_those_of_the_document);
  RUN_TEST(test_what_was_encoded_is_decoded);
  RUN_TEST(test_every_flipped_bit_is_found);
  RUN_TEST(test_a_record_that_is_cut_off_is_refused);
  RUN_TEST(test_zeros_and_erased_flash_are_no_record);
  RUN_TEST(test_a_later_version_is_told_apart_from_damage);
  RUN_TEST(test_another_beginning_is_refused_even_with_a_right_checksum);
  RUN_TEST(test_a_verdict_of_a_later_program_is_kept);
  RUN_TEST(test_the_record_of_a_learner);
  RUN_TEST(test_the_radius_is_that_of_the_weights);
  RUN_TEST(test_the_record_of_an_agent);
  RUN_TEST(test_what_does_not_fit_in_a_float_becomes_the_largest);
  RUN_TEST(test_a_share_is_rounded_and_kept_within_its_range);
  return UNITY_END();
}
