// A recorder of a learner in fixed point: what it writes, and that it changes nothing. (tests/tool replays such logs.)

#include <ballast/field/recorder.hpp>
#include <ballast/fixed.hpp>

#include "suite.hpp"

using namespace ballast;

namespace {

using Fixed3 = FixedLearner<3>;
constexpr auto config = Fixed3::Config().lambda(0.25).ratio(0.05).step_size(0.2).radius(1000);
static_assert(config.validate() == Status::ok);

struct Log {
  uint8_t bytes[2048]{};
  size_t count = 0;

  bool write(const uint8_t* from, size_t size) noexcept {
    for (size_t i = 0; i < size; ++i) { bytes[count++] = from[i]; }
    return true;
  }
  uint32_t half(size_t at) const { return detail::get_half(bytes + at); }
  uint32_t word(size_t at) const { return detail::get_word(bytes + at); }
};

constexpr Fixed3::Features state(int t) {
  return {Fixed3::Feature::fraction(t % 5, 5), Fixed3::Feature::from_raw(-32768), Fixed3::Feature(0.25)};
}

void test_records() {
  uint8_t ring[4 * Recorder<Fixed3>::block_bytes];
  Recorder<Fixed3> recorder(ring);
  Fixed3 learner;
  Fixed3 other;
  TEST_ASSERT_TRUE(recorder.start(learner, config, 7) == Status::ok);
  TEST_ASSERT_TRUE(other.start(config) == Status::ok);
  static Log log;
  log.count = 0;
  TEST_ASSERT_TRUE(recorder.drain(log) == Status::ok);
  const size_t begin = log.count;
  for (int t = 0; t < 20; ++t) {
    const auto report = recorder.update(learner, state(t), Fixed3::Value::fraction(t, 3), state(t + 1));
    TEST_ASSERT_TRUE(report.status == Status::ok);
    TEST_ASSERT_TRUE(other.update(state(t), Fixed3::Value::fraction(t, 3), state(t + 1)).status == Status::ok);
  }
  for (size_t i = 0; i < 3; ++i) { TEST_ASSERT_TRUE(learner.weight(i) == other.weight(i)); }
  recorder.flush();
  TEST_ASSERT_TRUE(recorder.drain(log) == Status::ok);

  constexpr uint32_t code = 128 + static_cast<uint32_t>(Fixed<3>::Format::weight_fraction);
  TEST_ASSERT_EQUAL_HEX32(1 | 2 << 8 | code << 16, log.word(begin + 16));
  TEST_ASSERT_EQUAL_UINT32(3, log.word(begin + 20));
  // The average reward after the first update, then `from` with three features, `update` with a reward and three.
  size_t at = begin + detail::block_header_bytes + 4;
  TEST_ASSERT_EQUAL_HEX32(static_cast<uint32_t>(detail::RecordKind::from), log.half(at));
  TEST_ASSERT_EQUAL_HEX32(0, log.half(at + 2));
  TEST_ASSERT_EQUAL_HEX32(0x8000, log.half(at + 4));
  TEST_ASSERT_EQUAL_HEX32(0x2000, log.half(at + 6));
  at += 8;
  for (int t = 0; t < 20; ++t, at += 12) {  // a state that was entered is not written again
    const uint32_t head = static_cast<uint32_t>(detail::RecordKind::update) | detail::record_has_learned;
    TEST_ASSERT_EQUAL_HEX32(head, log.half(at));
    TEST_ASSERT_EQUAL_HEX32(static_cast<uint32_t>(Fixed3::Value::fraction(t, 3).raw()), log.word(at + 2));
    TEST_ASSERT_EQUAL_HEX32(static_cast<uint16_t>(state(t + 1)[0].raw()), log.half(at + 6));
  }
}

void test_active_features() {
  using Features = ActiveFeatures<FixedFeature, 3, 2>;
  uint8_t ring[4 * Recorder<Fixed3, Features>::block_bytes];
  Recorder<Fixed3, Features> recorder(ring);
  Fixed3 learner;
  TEST_ASSERT_TRUE(recorder.start(learner, config, 7) == Status::ok);
  static Log log;
  log.count = 0;
  TEST_ASSERT_TRUE(recorder.drain(log) == Status::ok);
  const size_t begin = log.count + detail::block_header_bytes + 4;
  Features phi;
  TEST_ASSERT_TRUE(phi.add(2) == Status::ok);
  TEST_ASSERT_TRUE(recorder.update(learner, phi, 1, phi).status == Status::ok);
  recorder.flush();
  TEST_ASSERT_TRUE(recorder.drain(log) == Status::ok);
  TEST_ASSERT_EQUAL_HEX32(static_cast<uint32_t>(detail::RecordKind::from), log.half(begin));  // 1 is not written
  TEST_ASSERT_EQUAL_UINT32(1, log.half(begin + 2));
  TEST_ASSERT_EQUAL_UINT32(2, log.half(begin + 4));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_records);
  RUN_TEST(test_active_features);
  return UNITY_END();
}
