#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/field/recorder.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include <string.h>

#include <etl/crc32.h>

#include "digest.hpp"
#include "noise.hpp"
#include "snapshot_memory.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

constexpr uint32_t features_id = 0xCAFE;

using Table = OneHot<float, 8>;
using TableAgent = Sarsa<float, Table, 3>;
constexpr auto table_config = TableAgent::Config().lambda(0.5F).step_size(0.25F).epsilon(0.25F);

using Tiles = ActiveFeatures<float, 40, 4>;
using TilesAgent = Sarsa<float, Tiles, 2>;

using Plain = Learner<float, 3>;
constexpr auto plain_config = Plain::Config().lambda(0.25F).step_size(0.5F);

/// A ring of blocks that are as small as they may be.
template <class Recorder, size_t Blocks>
struct Ring {
  uint8_t bytes[Blocks * Recorder::block_bytes]{};
};

// --- reading a log, as docs/RECORDER.md describes it -----------------------------------------------------------------

/// Reads what a recorder has written into a memory.
class Reader {
 public:
  explicit Reader(const Memory& memory) : memory_(memory) {}

  bool is_at_end() const { return block_ == memory_.size; }
  /// Goes to the next block, and checks its frame.
  void begin_block(uint32_t kind) {
    TEST_ASSERT_TRUE(block_ + 28 <= memory_.size);
    TEST_ASSERT_EQUAL_MEMORY("BLFR", memory_.bytes + block_, 4);
    length_ = half(block_ + 4) * 4;
    TEST_ASSERT_TRUE(block_ + length_ <= memory_.size);
    TEST_ASSERT_EQUAL_UINT8(kind, memory_.bytes[block_ + 6]);
    TEST_ASSERT_EQUAL_UINT8(1, memory_.bytes[block_ + 7]);
    TEST_ASSERT_EQUAL_UINT32(number_++, word(block_ + 8));
    etl::crc32_t16 checksum;
    for (size_t i = 0; i + 4 < length_; ++i) { checksum.add(memory_.bytes[block_ + i]); }
    TEST_ASSERT_EQUAL_HEX32(checksum.value(), word(block_ + length_ - 4));
    at_ = block_ + 24;
    end_ = block_ + length_ - 4;
    block_ += length_;
  }
  /// A block may be missing.
  void expect_number(uint32_t number) { number_ = number; }
  uint32_t ticks() const { return word(block_ - length_ + 12); }
  uint32_t codes() const { return word(block_ - length_ + 16); }
  uint32_t dimension() const { return word(block_ - length_ + 20); }

  bool has_more() const { return at_ < end_ && half(at_) != 0; }
  uint32_t half() { return half(advance(2)); }
  uint32_t word() { return word(advance(4)); }
  float number() { return from_bits<float>(word()); }
  const uint8_t* rest() const { return memory_.bytes + at_; }
  size_t rest_bytes() const { return end_ - at_; }

 private:
  uint32_t half(size_t at) const {
    return static_cast<uint32_t>(memory_.bytes[at]) | static_cast<uint32_t>(memory_.bytes[at + 1]) << 8;
  }
  uint32_t word(size_t at) const { return half(at) | half(at + 2) << 16; }
  size_t advance(size_t bytes) {
    TEST_ASSERT_TRUE(at_ + bytes <= end_);
    at_ += bytes;
    return at_ - bytes;
  }

  const Memory& memory_;
  size_t block_ = 0;  // the next one
  size_t length_ = 0;
  size_t at_ = 0;
  size_t end_ = 0;
  uint32_t number_ = 0;
};

constexpr uint32_t start_block = 1;
constexpr uint32_t state_block = 2;
constexpr uint32_t checkpoint_block = 3;
constexpr uint32_t records_block = 4;

/// The bytes of a snapshot, from blocks of one kind.
void read_pieces(Reader& reader, uint32_t kind, Memory& snapshot) {
  uint32_t length = 1;
  while (snapshot.size < length) {
    reader.begin_block(kind);
    length = reader.word();
    TEST_ASSERT_EQUAL_UINT32(snapshot.size, reader.word());
    TEST_ASSERT_TRUE(snapshot.write(reader.rest(), reader.rest_bytes()));
  }
  TEST_ASSERT_EQUAL_UINT32(length, snapshot.size);
}

/// A memory large enough for what the tests write; not on the stack of a small board.
Memory log_of_a_test;
Memory snapshot_of_a_test;
Memory expected_snapshot;

Memory& empty(Memory& memory) {
  memory.size = 0;
  memory.writes_left = UINT32_MAX;
  return memory;
}

template <class Recorder>
void finish(Recorder& recorder, Memory& log) {
  recorder.flush();
  TEST_ASSERT_TRUE(recorder.drain(log) == Status::ok);
}

void expect_gap(Reader& reader, uint32_t ticks) {
  reader.begin_block(records_block);
  (void)reader.number();
  TEST_ASSERT_EQUAL_UINT32(9, reader.half());
  TEST_ASSERT_EQUAL_UINT32(ticks, reader.word());
}

// --- what a replay starts from ---------------------------------------------------------------------------------------

template <class Subject>
void assert_snapshot_of(const Subject& subject, const Memory& read) {
  Memory& expected = empty(expected_snapshot);
  TEST_ASSERT_TRUE(save(subject, features_id, expected) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(expected.size, read.size);
  TEST_ASSERT_EQUAL_MEMORY(expected.bytes, read.bytes, read.size);
}

void test_a_state_and_a_checkpoint_hold_a_snapshot_in_pieces() {
  using Small = Recorder<Plain, Plain::Features, 128>;
  Ring<Small, 5> ring;
  Small recorder(ring.bytes);
  Plain learner;
  TEST_ASSERT_TRUE(learner.start(plain_config) == Status::ok);
  (void)learner.update({{1, 2, 3}}, 0.5F, {{0, 1, 0}});
  Memory& log = empty(log_of_a_test);
  TEST_ASSERT_TRUE(recorder.begin(learner, features_id) == Status::ok);
  TEST_ASSERT_TRUE(recorder.drain(log) == Status::ok);
  TEST_ASSERT_TRUE(recorder.checkpoint(learner, features_id) == Status::ok);
  finish(recorder, log);
  Reader reader(log);
  for (const uint32_t kind : {state_block, checkpoint_block}) {
    read_pieces(reader, kind, empty(snapshot_of_a_test));
    assert_snapshot_of(learner, snapshot_of_a_test);
  }
  TEST_ASSERT_TRUE(reader.is_at_end());
}

void test_a_start_holds_the_configuration() {
  Ring<Recorder<TableAgent>, 2> ring;
  Recorder<TableAgent> recorder(ring.bytes);
  TableAgent agent;
  TableAgent other;
  Memory& log = empty(log_of_a_test);
  TEST_ASSERT_TRUE(recorder.start(agent, table_config, 7, features_id) == Status::ok);
  TEST_ASSERT_TRUE(other.start(table_config, 7) == Status::ok);
  finish(recorder, log);
  Reader reader(log);
  Memory& start = empty(snapshot_of_a_test);
  read_pieces(reader, start_block, start);
  TEST_ASSERT_TRUE(reader.is_at_end());
  TEST_ASSERT_EQUAL_HEX32(2U | 2U << 8 | 4U << 16 | 3U << 24, reader.codes());
  TEST_ASSERT_EQUAL_UINT32(8, reader.dimension());
  // The header and the settings are those of a snapshot; the agent's section follows, and the end.
  Memory& whole = empty(expected_snapshot);
  TEST_ASSERT_TRUE(save(other, features_id, whole) == Status::ok);
  constexpr size_t settings = 48 + 8 + 4 * 4;  // lambda, ratio, step-size, radius
  TEST_ASSERT_EQUAL_MEMORY(whole.bytes, start.bytes, 8);
  TEST_ASSERT_EQUAL_MEMORY(whole.bytes + 12, start.bytes + 12, settings - 12);
  constexpr size_t agent_section = 8 + 8 + 8 + 5 * 4 + 4;
  TEST_ASSERT_EQUAL_UINT32(settings + agent_section + 8 + 4, start.size);
  TEST_ASSERT_EQUAL_MEMORY(whole.bytes + whole.size - 12 - agent_section, start.bytes + settings, agent_section + 8);
}

void test_a_start_that_is_refused_changes_nothing() {
  Ring<Recorder<TableAgent>, 2> ring;
  Recorder<TableAgent> recorder(ring.bytes);
  TableAgent agent;
  TEST_ASSERT_TRUE(recorder.start(agent, table_config.lambda(2.0F), 7, features_id) == Status::invalid_lambda);
  Memory& log = empty(log_of_a_test);
  finish(recorder, log);
  TEST_ASSERT_EQUAL_UINT32(0, log.size);
  TEST_ASSERT_FALSE(agent.learner().is_started());
}

void test_a_snapshot_that_does_not_fit_is_refused_and_one_that_is_drained_fits() {
  using Small = Recorder<Plain, Plain::Features, 128>;
  Ring<Small, 2> ring;  // 2 x 92 bytes of a snapshot
  Small recorder(ring.bytes);
  Plain learner;
  TEST_ASSERT_TRUE(learner.start(plain_config) == Status::ok);
  Memory& log = empty(log_of_a_test);
  TEST_ASSERT_TRUE(snapshot_bytes<Plain> > 0 && recorder.begin(learner, features_id) == Status::ok);
  TEST_ASSERT_FALSE(recorder.needs_begin());
  TEST_ASSERT_TRUE(recorder.start(learner, plain_config, features_id) == Status::recorder_full);
  TEST_ASSERT_TRUE(recorder.checkpoint(learner, features_id) == Status::recorder_full);
  TEST_ASSERT_FALSE(recorder.needs_begin());
  TEST_ASSERT_TRUE(recorder.begin(learner, features_id) == Status::recorder_full);
  TEST_ASSERT_TRUE(recorder.needs_begin());  // what it was called for is not in the log
  TEST_ASSERT_TRUE(recorder.begin(learner, features_id, log) == Status::ok);
  TEST_ASSERT_FALSE(recorder.needs_begin());
  finish(recorder, log);
  Reader reader(log);
  read_pieces(reader, state_block, empty(snapshot_of_a_test));
  assert_snapshot_of(learner, snapshot_of_a_test);
  expect_gap(reader, 0);
  read_pieces(reader, state_block, empty(snapshot_of_a_test));
  assert_snapshot_of(learner, snapshot_of_a_test);
  TEST_ASSERT_TRUE(reader.is_at_end());
}

/// It was called because something has changed: a replay must not go on as if nothing had.
void test_a_state_that_is_refused_or_not_finished_is_a_gap() {
  using Small = Recorder<Plain, Plain::Features, 128>;
  Ring<Small, 3> ring;
  Small recorder(ring.bytes);
  Plain learner;
  TEST_ASSERT_TRUE(recorder.start(learner, plain_config, features_id) == Status::ok);
  Memory& log = empty(log_of_a_test);
  TEST_ASSERT_TRUE(recorder.drain(log) == Status::ok);
  (void)recorder.update(learner, {{1, 2, 3}}, 0.5F, {{0, 1, 0}});
  TEST_ASSERT_TRUE(learner.reconfigure(plain_config.lambda(0.5F)) == Status::ok);
  log.writes_left = 1;  // the record, and not the first piece
  TEST_ASSERT_TRUE(recorder.begin(learner, features_id, log) == Status::storage_failed);
  TEST_ASSERT_TRUE(recorder.needs_begin());
  log.writes_left = UINT32_MAX;
  (void)recorder.update(learner, {{0, 1, 0}}, 0.5F, {{0, 1, 0}});
  finish(recorder, log);
  Reader reader(log);
  read_pieces(reader, start_block, empty(snapshot_of_a_test));
  reader.begin_block(records_block);
  reader.begin_block(state_block);
  TEST_ASSERT_EQUAL_UINT32(snapshot_bytes<Plain>, reader.word());
  TEST_ASSERT_EQUAL_UINT32(0, reader.word());
  TEST_ASSERT_TRUE(reader.rest_bytes() < snapshot_bytes<Plain>);
  expect_gap(reader, 0);
  TEST_ASSERT_TRUE(reader.has_more());
  TEST_ASSERT_TRUE(reader.is_at_end());
}

// --- records ---------------------------------------------------------------------------------------------------------

constexpr uint32_t observe = 1;
constexpr uint32_t tick = 2;
constexpr uint32_t skip = 3;
constexpr uint32_t update = 4;
constexpr uint32_t from = 5;
constexpr uint32_t reset = 6;
constexpr uint32_t evaluate = 7;
constexpr uint32_t saved = 8;
constexpr uint32_t gap = 9;
constexpr uint32_t readings = 10;

uint32_t head_of(uint32_t kind, const Decision& decision) {
  return kind | (decision.is_exploring ? 16U : 0U) | (decision.has_learned ? 32U : 0U) | decision.action << 11;
}

void test_records_of_an_agent() {
  Ring<Recorder<TableAgent>, 2> ring;
  Recorder<TableAgent> recorder(ring.bytes);
  TableAgent agent;
  TEST_ASSERT_TRUE(agent.start(table_config.epsilon(0.5F), 3) == Status::ok);
  Decision decisions[7];
  const auto some = TableAgent::Feasible::all().without(1);
  decisions[0] = recorder.observe(agent, Table(5));
  const float after_first = agent.average_reward();
  decisions[1] = recorder.tick(agent, 0.75F, Table(2));
  decisions[2] = recorder.tick(agent, -1.5F, Table(7), some);
  decisions[3] = recorder.skip(agent, some);
  decisions[4] = recorder.tick(agent, 1.0F, Table(8));  // which does not exist
  recorder.evaluate(agent);
  recorder.evaluate(agent, false);
  decisions[5] = recorder.tick(agent, 1.0F, Table(1), TableAgent::Feasible{});
  TEST_ASSERT_TRUE(recorder.saved(agent, 77));
  TEST_ASSERT_TRUE(recorder.readings(agent, {1.5F, -2.0F}));
  TEST_ASSERT_EQUAL_UINT32(6, recorder.ticks());
  Memory& log = empty(log_of_a_test);
  finish(recorder, log);

  Reader reader(log);
  reader.begin_block(records_block);
  TEST_ASSERT_EQUAL_UINT32(0, reader.ticks());
  ASSERT_SAME_BITS(after_first, reader.number());
  TEST_ASSERT_EQUAL_HEX32(head_of(observe, decisions[0]), reader.half());
  TEST_ASSERT_EQUAL_UINT32(5, reader.half());
  TEST_ASSERT_EQUAL_HEX32(head_of(tick, decisions[1]), reader.half());
  ASSERT_SAME_BITS(0.75F, reader.number());
  TEST_ASSERT_EQUAL_UINT32(2, reader.half());
  TEST_ASSERT_EQUAL_HEX32(head_of(tick, decisions[2]) | 64U, reader.half());
  TEST_ASSERT_EQUAL_HEX32(5, reader.word());
  ASSERT_SAME_BITS(-1.5F, reader.number());
  TEST_ASSERT_EQUAL_UINT32(7, reader.half());
  TEST_ASSERT_EQUAL_HEX32(head_of(skip, decisions[3]) | 64U | 128U, reader.half());
  TEST_ASSERT_EQUAL_UINT32(static_cast<uint32_t>(Status::skipped), reader.half());
  TEST_ASSERT_EQUAL_HEX32(5, reader.word());
  TEST_ASSERT_EQUAL_HEX32(head_of(tick, decisions[4]) | 128U, reader.half());
  TEST_ASSERT_EQUAL_UINT32(static_cast<uint32_t>(Status::feature_index_invalid), reader.half());
  ASSERT_SAME_BITS(1.0F, reader.number());
  TEST_ASSERT_EQUAL_HEX32(0xFFFF, reader.half());
  TEST_ASSERT_EQUAL_HEX32(evaluate | 16U, reader.half());
  TEST_ASSERT_EQUAL_HEX32(evaluate, reader.half());
  TEST_ASSERT_EQUAL_HEX32(head_of(tick, decisions[5]) | 64U | 128U, reader.half());
  TEST_ASSERT_EQUAL_UINT32(static_cast<uint32_t>(Status::no_feasible_action), reader.half());
  TEST_ASSERT_EQUAL_HEX32(0, reader.word());
  ASSERT_SAME_BITS(1.0F, reader.number());
  TEST_ASSERT_EQUAL_UINT32(1, reader.half());
  TEST_ASSERT_EQUAL_HEX32(saved, reader.half());
  TEST_ASSERT_EQUAL_UINT32(77, reader.word());
  TEST_ASSERT_EQUAL_HEX32(readings, reader.half());
  TEST_ASSERT_EQUAL_UINT32(2, reader.half());
  ASSERT_SAME_BITS(1.5F, reader.number());
  ASSERT_SAME_BITS(-2.0F, reader.number());
  TEST_ASSERT_FALSE(reader.has_more());
  TEST_ASSERT_TRUE(reader.is_at_end());
}

void test_a_learners_state_is_recorded_when_it_is_not_the_one_it_entered() {
  Ring<Recorder<Plain>, 2> ring;
  Recorder<Plain> recorder(ring.bytes);
  Plain learner;
  TEST_ASSERT_TRUE(learner.start(plain_config) == Status::ok);
  const Plain::Features a{{1, 2, 3}};
  const Plain::Features b{{0, 1, 0}};
  const Plain::Features broken{{0, from_bits<float>(0x7FC00001U), 0}};
  (void)recorder.update(learner, a, 0.5F, b);
  (void)recorder.update(learner, b, 0.25F, a);
  (void)recorder.update(learner, b, 0.125F, broken);  // not where it was, and refused
  (void)recorder.update(learner, broken, 1.0F, a);    // the same bits, although it is not a number
  recorder.reset_trace(learner);
  Memory& log = empty(log_of_a_test);
  finish(recorder, log);

  Reader reader(log);
  reader.begin_block(records_block);
  (void)reader.number();
  const auto expect = [&](const Plain::Features& features) {
    for (const float x : features) { ASSERT_SAME_BITS(x, reader.number()); }
  };
  const auto expect_update = [&](Status status, float reward, const Plain::Features& next) {
    TEST_ASSERT_EQUAL_HEX32(update | (status == Status::ok ? 32U : 128U), reader.half());
    if (status != Status::ok) { TEST_ASSERT_EQUAL_UINT32(static_cast<uint32_t>(status), reader.half()); }
    ASSERT_SAME_BITS(reward, reader.number());
    expect(next);
  };
  TEST_ASSERT_EQUAL_HEX32(from, reader.half());
  expect(a);
  expect_update(Status::ok, 0.5F, b);
  expect_update(Status::ok, 0.25F, a);
  TEST_ASSERT_EQUAL_HEX32(from, reader.half());
  expect(b);
  expect_update(Status::next_feature_not_finite, 0.125F, broken);
  expect_update(Status::feature_not_finite, 1.0F, a);
  TEST_ASSERT_EQUAL_HEX32(reset, reader.half());
  TEST_ASSERT_FALSE(reader.has_more());
}

void test_active_features_have_their_value_when_it_changes() {
  using Sparse = SparseLearner<float, 40>;
  using Recording = Recorder<Sparse, Tiles>;
  Ring<Recording, 2> ring;
  Recording recorder(ring.bytes);
  Sparse learner;
  TEST_ASSERT_TRUE(learner.start(Sparse::Config()) == Status::ok);
  Tiles ones;
  (void)ones.add(3);
  (void)ones.add(39);
  Tiles halves(0.5F);
  (void)halves.add(3);
  (void)halves.add(39);
  (void)recorder.update(learner, ones, 0.5F, ones);
  (void)recorder.update(learner, ones, 0.5F, halves);
  (void)recorder.update(learner, halves, 0.5F, halves);  // recorded again: after a change of the value it is
  (void)recorder.update(learner, halves, 0.5F, ones);
  Memory& log = empty(log_of_a_test);
  finish(recorder, log);

  Reader reader(log);
  reader.begin_block(records_block);
  TEST_ASSERT_EQUAL_HEX32(3U | 2U << 8 | 4U << 16, reader.codes());
  (void)reader.number();
  const auto expect = [&](float value) {
    TEST_ASSERT_EQUAL_UINT32(2, reader.half());
    if (value != 0.0F) { ASSERT_SAME_BITS(value, reader.number()); }
    TEST_ASSERT_EQUAL_UINT32(3, reader.half());
    TEST_ASSERT_EQUAL_UINT32(39, reader.half());
  };
  const auto expect_update = [&](float value) {
    TEST_ASSERT_EQUAL_HEX32(update | 32U | (value != 0.0F ? 256U : 0U), reader.half());
    ASSERT_SAME_BITS(0.5F, reader.number());
    expect(value);
  };
  TEST_ASSERT_EQUAL_HEX32(from, reader.half());
  expect(0.0F);
  expect_update(0.0F);
  expect_update(0.5F);
  TEST_ASSERT_EQUAL_HEX32(from, reader.half());
  expect(0.0F);
  expect_update(0.0F);
  expect_update(1.0F);
  TEST_ASSERT_FALSE(reader.has_more());
}

/// Features of one's own, which can be wrong.
struct Own {
  using Feature = float;
  static constexpr size_t dimension = 10;
  static constexpr size_t capacity = 2;
  size_t first;
  float values[2];
  size_t runs() const { return 1; }
  Run<float> run(size_t) const { return {first, values, 2}; }
};

void test_other_features_are_pairs() {
  using Sparse = SparseLearner<float, 10>;
  using Recording = Recorder<Sparse, Own>;
  Ring<Recording, 2> ring;
  Recording recorder(ring.bytes);
  Sparse learner;
  TEST_ASSERT_TRUE(learner.start(Sparse::Config()) == Status::ok);
  const Own good{4, {0.5F, 0.25F}};
  const Own bad{9, {0.5F, 0.25F}};
  (void)recorder.update(learner, good, 0.5F, bad);
  (void)recorder.update(learner, bad, 0.5F, good);
  Memory& log = empty(log_of_a_test);
  finish(recorder, log);

  Reader reader(log);
  reader.begin_block(records_block);
  TEST_ASSERT_EQUAL_HEX32(4U | 2U << 8 | 4U << 16, reader.codes());
  (void)reader.number();
  const auto expect_good = [&] {
    TEST_ASSERT_EQUAL_UINT32(2, reader.half());
    TEST_ASSERT_EQUAL_UINT32(4, reader.half());
    TEST_ASSERT_EQUAL_UINT32(5, reader.half());
    ASSERT_SAME_BITS(0.5F, reader.number());
    ASSERT_SAME_BITS(0.25F, reader.number());
  };
  const auto expect_refused_update = [&] {
    TEST_ASSERT_EQUAL_HEX32(update | 128U, reader.half());
    TEST_ASSERT_EQUAL_UINT32(static_cast<uint32_t>(Status::feature_index_invalid), reader.half());
    ASSERT_SAME_BITS(0.5F, reader.number());
  };
  TEST_ASSERT_EQUAL_HEX32(from, reader.half());
  expect_good();
  expect_refused_update();
  TEST_ASSERT_EQUAL_HEX32(0xFFFF, reader.half());
  expect_refused_update();
  expect_good();
  TEST_ASSERT_FALSE(reader.has_more());
}

/// How many of the records in all blocks are of this kind. Every record is an update or its state, with features of the
/// same length.
template <class Recording>
uint32_t count_from(Recording& recorder, size_t bytes_of_features) {
  Memory& log = empty(log_of_a_test);
  finish(recorder, log);
  Reader reader(log);
  uint32_t count = 0;
  while (!reader.is_at_end()) {
    reader.begin_block(records_block);
    (void)reader.number();
    for (bool is_first = true; reader.has_more(); is_first = false) {
      const bool is_from = (reader.half() & 15U) == from;
      if (is_first) { TEST_ASSERT_TRUE(is_from); }  // a block can be read without the one before
      count += is_from ? 1 : 0;
      for (size_t i = is_from ? 4 : 0; i < bytes_of_features + 4; i += 2) { (void)reader.half(); }
    }
  }
  return count;
}

/// `a`, `b` and `c` take the same number of bytes.
template <class Learner, class Features>
void check_that_each_state_is_known(const Features& a, const Features& b, const Features& c, size_t bytes) {
  using Recording = Recorder<Learner, Features, 256>;
  Ring<Recording, 4> ring;
  Recording recorder(ring.bytes);
  Learner learner;
  TEST_ASSERT_TRUE(learner.start(typename Learner::Config()) == Status::ok);
  (void)recorder.update(learner, a, 0.5F, b);  // from a
  (void)recorder.update(learner, b, 0.5F, a);
  (void)recorder.update(learner, b, 0.5F, c);  // from b, not a
  (void)recorder.update(learner, b, 0.5F, a);  // from b, not c
  (void)recorder.update(learner, c, 0.5F, a);  // from c, not a
  (void)recorder.update(learner, a, 0.5F, a);
  TEST_ASSERT_EQUAL_UINT32(4, count_from(recorder, bytes));
}

void test_states_that_differ_in_anything_are_recorded() {
  using Sparse = SparseLearner<float, 40>;
  using Pairs = SparseFeatures<float, 40, 2>;
  Pairs pairs[3];
  (void)pairs[0].add(3, 0.5F);
  (void)pairs[1].add(3, 0.25F);  // another value
  (void)pairs[2].add(4, 0.25F);  // another index
  check_that_each_state_is_known<Sparse>(pairs[0], pairs[1], pairs[2], 2 + 6);
  Tiles tiles[3];
  for (const size_t index : {1U, 5U}) { (void)tiles[0].add(index); }
  for (const size_t index : {2U, 5U}) { (void)tiles[1].add(index); }
  for (const size_t index : {1U, 6U}) { (void)tiles[2].add(index); }
  check_that_each_state_is_known<Sparse>(tiles[0], tiles[1], tiles[2], 2 + 4);
  check_that_each_state_is_known<SparseLearner<float, 8>>(Table(1), Table(2), Table(7), 2);
  const Plain::Features a{{1, 2, 3}};
  const Plain::Features b{{0, 2, 3}};
  const Plain::Features c{{1, 2, 4}};
  check_that_each_state_is_known<Plain>(a, b, c, 12);
}

/// Records two updates, and returns the bytes of the log.
size_t bytes_of_updates(const Tiles& phi, const Tiles& next, const Tiles& other_phi, const Tiles& other_next) {
  using Sparse = SparseLearner<float, 40>;
  using Recording = Recorder<Sparse, Tiles>;
  Ring<Recording, 2> ring;
  Recording recorder(ring.bytes);
  Sparse learner;
  TEST_ASSERT_TRUE(learner.start(Sparse::Config()) == Status::ok);
  (void)recorder.update(learner, phi, 0.5F, next);
  (void)recorder.update(learner, other_phi, 0.5F, other_next);
  Memory& log = empty(log_of_a_test);
  finish(recorder, log);
  return log.size;
}

void test_the_number_and_the_value_of_active_features_matter() {
  Tiles two;
  (void)two.add(1);
  (void)two.add(5);
  Tiles one;
  (void)one.add(1);
  Tiles halves(0.5F);
  (void)halves.add(1);
  constexpr size_t frame = 24 + 4 + 4;
  TEST_ASSERT_EQUAL_UINT32(frame + (2 + 6) + (6 + 6) + (2 + 4) + (6 + 4), bytes_of_updates(two, two, one, one));
  TEST_ASSERT_EQUAL_UINT32(frame + (2 + 4) + (6 + 4) + (2 + 8) + (6 + 4), bytes_of_updates(one, one, halves, halves));
  TEST_ASSERT_EQUAL_UINT32(frame + (2 + 4) + (6 + 4) + (6 + 4) + 2, bytes_of_updates(one, one, one, one));

  // A value whose bytes are those of other indices: 1 and 5.
  Tiles strange(from_bits<float>(0x00050001U));
  (void)strange.add(20);
  (void)strange.add(30);
  Tiles other(from_bits<float>(0x00050001U));
  (void)other.add(1);
  (void)other.add(5);
  TEST_ASSERT_EQUAL_UINT32(frame + (2 + 4) + (6 + 10) + (2 + 6) + (6 + 6) + 2,
                           bytes_of_updates(one, strange, other, other));
}

void test_a_block_begins_with_the_state_that_is_left() {
  using Small = Recorder<Plain, Plain::Features, 88>;
  Ring<Small, 21> ring;
  Small recorder(ring.bytes);
  Plain learner;
  TEST_ASSERT_TRUE(learner.start(plain_config) == Status::ok);
  const Plain::Features same{{1, 2, 3}};
  for (int t = 0; t < 20; ++t) { (void)recorder.update(learner, same, 0.5F, same); }
  TEST_ASSERT_EQUAL_UINT32(0, recorder.lost());
  TEST_ASSERT_TRUE(count_from(recorder, 12) > 6);
}

/// Both records of an update are in one block.
void test_a_state_and_its_update_fit_in_a_block() {
  using Small = Recorder<Plain, Plain::Features, 88>;
  Ring<Small, 21> ring;
  Small recorder(ring.bytes);
  Plain learner;
  TEST_ASSERT_TRUE(learner.start(plain_config) == Status::ok);
  for (int t = 0; t < 20; ++t) { (void)recorder.update(learner, {{1, 2, 3}}, 0.5F, {{1, 2, 0}}); }
  TEST_ASSERT_EQUAL_UINT32(20, count_from(recorder, 12));
  TEST_ASSERT_EQUAL_UINT32(20 * (24 + 4 + 14 + 18 + 4), log_of_a_test.size);  // one in each
}

// Two bytes have room for all indices, and for one that stands for none.
static_assert(detail::index_bytes_for(65535) == 2 && detail::index_bytes_for(65536) == 4, "bytes of an index");

// --- a ring that is full ---------------------------------------------------------------------------------------------

using Drilled = Recorder<TableAgent, Table, 72>;  // four ticks in a block

/// Reads blocks of ticks without more. Returns how many ticks there are, and checks their numbers, gaps included.
uint32_t count_ticks(Reader& reader, uint32_t& lost) {
  uint32_t recorded = 0;
  while (!reader.is_at_end()) {
    reader.begin_block(records_block);
    TEST_ASSERT_EQUAL_UINT32(recorded + lost, reader.ticks());
    (void)reader.number();
    while (reader.has_more()) {
      if ((reader.half() & 15U) == gap) {
        lost += reader.word();
        continue;
      }
      (void)reader.number();
      (void)reader.half();
      ++recorded;
    }
  }
  return recorded;
}

void test_what_is_lost_is_recorded_as_a_gap() {
  Ring<Drilled, 3> ring;
  Drilled recorder(ring.bytes);
  TableAgent agent;
  TableAgent plain;
  TEST_ASSERT_TRUE(agent.start(table_config, 3) == Status::ok && plain.start(table_config, 3) == Status::ok);
  Memory& log = empty(log_of_a_test);
  for (uint32_t t = 0; t < 100; ++t) {
    const Decision decision = recorder.tick(agent, 0.5F, Table(t % 8));
    const Decision same = plain.tick(0.5F, Table(t % 8));
    TEST_ASSERT_TRUE(decision.action == same.action && decision.is_exploring == same.is_exploring);
    if (t % 25 == 0) { TEST_ASSERT_TRUE(recorder.drain(log) == Status::ok); }
  }
  TEST_ASSERT_TRUE(recorder.needs_begin());
  finish(recorder, log);
  (void)recorder.tick(agent, 0.5F, Table(0));
  finish(recorder, log);
  Reader reader(log);
  uint32_t lost = 0;
  const uint32_t recorded = count_ticks(reader, lost);
  TEST_ASSERT_EQUAL_UINT32(101, recorded + lost);
  TEST_ASSERT_EQUAL_UINT32(recorder.lost(), lost);
  TEST_ASSERT_TRUE(lost > 20 && recorded > 40);
}

void test_what_is_not_replayed_is_no_gap() {
  Ring<Drilled, 2> ring;
  Drilled recorder(ring.bytes);
  TableAgent agent;
  TEST_ASSERT_TRUE(recorder.needs_begin());  // nothing was begun
  TEST_ASSERT_TRUE(agent.start(table_config, 3) == Status::ok);
  for (uint32_t t = 0; t < 8; ++t) { (void)recorder.tick(agent, 0.5F, Table(t % 8)); }
  TEST_ASSERT_FALSE(recorder.saved(agent, 1));
  TEST_ASSERT_FALSE(recorder.readings(agent, {1.0F}));
  Memory& log = empty(log_of_a_test);
  finish(recorder, log);
  (void)recorder.tick(agent, 0.5F, Table(1));
  finish(recorder, log);
  Reader reader(log);
  uint32_t lost = 0;
  TEST_ASSERT_EQUAL_UINT32(9, count_ticks(reader, lost));
  TEST_ASSERT_EQUAL_UINT32(0, lost);

  for (uint32_t t = 0; t < 8; ++t) { (void)recorder.tick(agent, 0.5F, Table(t % 8)); }
  recorder.evaluate(agent);  // but this is one
  Memory& second = empty(log_of_a_test);
  finish(recorder, second);
  (void)recorder.tick(agent, 0.5F, Table(1));
  finish(recorder, second);
  Reader other(second);
  other.expect_number(3);
  other.begin_block(records_block);
  other.begin_block(records_block);
  expect_gap(other, 0);
}

/// As if an interrupt had its own drain, or a snapshot larger than the ring.
struct Nested {
  Drilled& recorder;
  TableAgent& agent;
  Memory& memory;
  bool is_nested = false;

  bool write(const uint8_t* bytes, size_t count) {
    if (!is_nested) {
      is_nested = true;
      TEST_ASSERT_TRUE(recorder.drain(*this) == Status::recorder_full);
      TEST_ASSERT_TRUE(recorder.begin(agent, features_id, *this) == Status::recorder_full);
      is_nested = false;
    }
    return memory.write(bytes, count);
  }
};

void test_a_drain_in_a_drain_does_nothing() {
  Ring<Drilled, 3> ring;
  Drilled recorder(ring.bytes);
  TableAgent agent;
  TEST_ASSERT_TRUE(agent.start(table_config, 3) == Status::ok);
  for (uint32_t t = 0; t < 12; ++t) { (void)recorder.tick(agent, 0.5F, Table(t % 8)); }
  Nested nested{recorder, agent, empty(log_of_a_test)};
  TEST_ASSERT_TRUE(recorder.drain(nested) == Status::ok);
  Reader reader(log_of_a_test);
  uint32_t lost = 0;
  TEST_ASSERT_EQUAL_UINT32(12, count_ticks(reader, lost));
}

/// The memory of a small board has no room for the first ones.
struct LaterBlocks {
  Memory& memory;
  int left_out;

  bool write(const uint8_t* bytes, size_t count) { return left_out-- > 0 || memory.write(bytes, count); }
};

void test_a_gap_is_told_before_the_state_that_ends_it() {
  using Small = Recorder<TableAgent, Table, 128>;
  Ring<Small, 3> ring;
  Small recorder(ring.bytes);
  TableAgent agent;
  TEST_ASSERT_TRUE(agent.start(table_config, 3) == Status::ok);
  for (uint32_t t = 0; t < 100; ++t) { (void)recorder.tick(agent, 0.5F, Table(t % 8)); }
  TEST_ASSERT_TRUE(recorder.needs_begin());
  TEST_ASSERT_TRUE(recorder.begin(agent, features_id) == Status::recorder_full);
  TEST_ASSERT_TRUE(recorder.needs_begin());
  Memory& log = empty(log_of_a_test);
  LaterBlocks later{log, 3};
  TEST_ASSERT_TRUE(recorder.begin(agent, features_id, later) == Status::ok);  // also if it was full
  TEST_ASSERT_FALSE(recorder.needs_begin());
  finish(recorder, log);
  Reader reader(log);
  reader.expect_number(3);
  expect_gap(reader, recorder.lost());
  TEST_ASSERT_EQUAL_UINT32(100, reader.ticks() + recorder.lost());
  read_pieces(reader, state_block, empty(snapshot_of_a_test));
  TEST_ASSERT_EQUAL_UINT32(100, reader.ticks());
  assert_snapshot_of(agent, snapshot_of_a_test);
}

/// A snapshot of a Plain takes two blocks of 128 bytes.
void test_a_snapshot_needs_room_beside_the_block_that_is_being_filled() {
  using Small = Recorder<Plain, Plain::Features, 128>;
  Ring<Small, 2> ring;
  Small recorder(ring.bytes);
  Plain learner;
  TEST_ASSERT_TRUE(learner.start(plain_config) == Status::ok);
  (void)recorder.update(learner, {{1, 2, 3}}, 0.5F, {{0, 1, 0}});
  TEST_ASSERT_TRUE(recorder.checkpoint(learner, features_id) == Status::recorder_full);
  Memory& log = empty(log_of_a_test);
  finish(recorder, log);
  TEST_ASSERT_TRUE(recorder.begin(learner, features_id) == Status::ok);
  TEST_ASSERT_TRUE(recorder.drain(log) == Status::ok);

  Ring<Small, 2> other_ring;
  Small other(other_ring.bytes);
  for (int t = 0; t < 20; ++t) { (void)other.update(learner, {{1, 2, 3}}, 0.5F, {{0, 1, 0}}); }
  TEST_ASSERT_TRUE(other.needs_begin());
  TEST_ASSERT_TRUE(other.drain(empty(log_of_a_test)) == Status::ok);
  TEST_ASSERT_TRUE(other.begin(learner, features_id) == Status::recorder_full);  // the gap takes a block
}

void test_a_ring_that_overwrites_keeps_the_last_blocks() {
  Ring<Drilled, 3> ring;
  Drilled recorder(ring.bytes, WhenFull::overwrite_oldest);
  TableAgent agent;
  TEST_ASSERT_TRUE(agent.start(table_config, 3) == Status::ok);
  for (uint32_t t = 0; t < 41; ++t) { (void)recorder.tick(agent, 0.5F, Table(t % 8)); }  // four in a block
  TEST_ASSERT_EQUAL_UINT32(0, recorder.lost());
  Memory& log = empty(log_of_a_test);
  finish(recorder, log);
  Reader reader(log);
  reader.expect_number(8);
  for (const uint32_t ticks : {32U, 36U, 40U}) {
    reader.begin_block(records_block);
    TEST_ASSERT_EQUAL_UINT32(ticks, reader.ticks());
  }
  TEST_ASSERT_TRUE(reader.is_at_end());
}

void test_a_block_that_cannot_be_written_is_written_again() {
  Ring<Drilled, 3> ring;
  Drilled recorder(ring.bytes);
  TableAgent agent;
  TEST_ASSERT_TRUE(agent.start(table_config, 3) == Status::ok);
  for (uint32_t t = 0; t < 10; ++t) { (void)recorder.tick(agent, 0.5F, Table(t % 8)); }
  Memory& log = empty(log_of_a_test);
  log.writes_left = 1;
  TEST_ASSERT_TRUE(recorder.drain(log) == Status::storage_failed);
  log.writes_left = UINT32_MAX;
  finish(recorder, log);
  Reader reader(log);
  uint32_t lost = 0;
  TEST_ASSERT_EQUAL_UINT32(10, count_ticks(reader, lost));
  TEST_ASSERT_EQUAL_UINT32(0, lost);
}

/// The same bytes on every machine.
void test_the_bytes_of_a_log() {
  Ring<Recorder<TilesAgent>, 2> ring;
  Recorder<TilesAgent> recorder(ring.bytes);
  TilesAgent agent;
  Noise noise(5);
  Digest digest;
  struct Sink {
    Digest& digest;
    bool write(const uint8_t* bytes, size_t count) {
      for (size_t i = 0; i < count; ++i) { digest.add_word(bytes[i]); }
      return true;
    }
  } sink{digest};
  TEST_ASSERT_TRUE(recorder.start(agent, TilesAgent::Config(), 9, features_id) == Status::ok);
  for (uint32_t t = 0; t < 500; ++t) {
    Tiles tiles(0.5F);
    for (size_t k = 0; k < 4; ++k) { (void)tiles.add(10 * k + noise.word() % 10); }
    (void)recorder.tick(agent, noise.number<float>(), tiles);
    TEST_ASSERT_TRUE(recorder.drain(sink) == Status::ok);
  }
  TEST_ASSERT_TRUE(recorder.checkpoint(agent, features_id, sink) == Status::ok);
  recorder.flush();
  TEST_ASSERT_TRUE(recorder.drain(sink) == Status::ok);
  TEST_ASSERT_EQUAL_HEX64(0xDFA49FBEBCF47C50ULL, digest.value());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_a_state_and_a_checkpoint_hold_a_snapshot_in_pieces);
  RUN_TEST(test_a_start_holds_the_configuration);
  RUN_TEST(test_a_start_that_is_refused_changes_nothing);
  RUN_TEST(test_a_snapshot_that_does_not_fit_is_refused_and_one_that_is_drained_fits);
  RUN_TEST(test_a_state_that_is_refused_or_not_finished_is_a_gap);
  RUN_TEST(test_records_of_an_agent);
  RUN_TEST(test_a_learners_state_is_recorded_when_it_is_not_the_one_it_entered);
  RUN_TEST(test_active_features_have_their_value_when_it_changes);
  RUN_TEST(test_other_features_are_pairs);
  RUN_TEST(test_states_that_differ_in_anything_are_recorded);
  RUN_TEST(test_the_number_and_the_value_of_active_features_matter);
  RUN_TEST(test_a_block_begins_with_the_state_that_is_left);
  RUN_TEST(test_a_state_and_its_update_fit_in_a_block);
  RUN_TEST(test_what_is_lost_is_recorded_as_a_gap);
  RUN_TEST(test_what_is_not_replayed_is_no_gap);
  RUN_TEST(test_a_drain_in_a_drain_does_nothing);
  RUN_TEST(test_a_gap_is_told_before_the_state_that_ends_it);
  RUN_TEST(test_a_snapshot_needs_room_beside_the_block_that_is_being_filled);
  RUN_TEST(test_a_ring_that_overwrites_keeps_the_last_blocks);
  RUN_TEST(test_a_block_that_cannot_be_written_is_written_again);
  RUN_TEST(test_the_bytes_of_a_log);
  return UNITY_END();
}
