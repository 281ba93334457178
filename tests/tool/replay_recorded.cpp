// Binary logs of learners and agents of the library replay with the same bits and the same decisions; what is damaged,
// cut off or changed is named with its place. Argument: the tool. Writes to the current folder.

#include <ballast/control/sarsa.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include <io/crc32.hpp>
#include <io/open_rows.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include <etl/array.h>
#include <etl/crc32.h>

#include "noise.hpp"
#include "recorded_replay.hpp"
#include "recorded_runs.hpp"
#include "suite.hpp"

using namespace ballast;
using recorded::assert_has;
using recorded::Bytes;
using recorded::check_same;
using recorded::contents;
using recorded::exists;
using recorded::Log;
using recorded::path;
using recorded::replay;
using recorded::Result;
using recorded::run_agent;
using recorded::run_learner;
using recorded::run_tool;
using recorded::saved;
using recorded::write_file;

namespace {

using recorded::fingerprint;

// --- runs that are recorded -----------------------------------------------------------------------------------------

/// From the start, and again from the state in which that ended.
template <class Agent, class Features>
void check_agent(const typename Agent::Config& config) {
  Agent agent;
  TEST_ASSERT_TRUE(agent.start(config, 42) == Status::ok);
  Log<Features> log(Agent::actions);
  log.start(agent, fingerprint);
  run_agent(agent, log, 300, 1);
  log.finish();
  check_same<typename Log<Features>::T>(log.bytes, 300, saved(agent));
  Log<Features> second(Agent::actions);
  second.ticks = log.ticks;
  second.state(agent, fingerprint);
  run_agent(agent, second, 200, 2);
  second.finish();
  check_same<typename Log<Features>::T>(second.bytes, 200, saved(agent));
  Bytes joined = log.bytes;
  joined.insert(joined.end(), second.bytes.begin(), second.bytes.end());
  check_same<typename Log<Features>::T>(joined, 500, saved(agent));
}

template <class Learner, class Features>
void check_learner() {
  Learner learner;
  TEST_ASSERT_TRUE(learner.start(typename Learner::Config()) == Status::ok);
  Log<Features> log(0);
  log.start(learner, fingerprint);
  run_learner(learner, log, 300, 1);
  log.finish();
  check_same<typename Log<Features>::T>(log.bytes, 300, saved(learner));
  Log<Features> second(0);
  second.state(learner, fingerprint);
  run_learner(learner, second, 200, 2);
  second.finish();
  check_same<typename Log<Features>::T>(second.bytes, 200, saved(learner));
}

template <class T>
void check_learners() {
  check_learner<Learner<T, 5>, etl::array<T, 5>>();
  check_learner<Learner<T, 12>, SparseFeatures<T, 12, 3>>();
  check_learner<SparseLearner<T, 40>, OneHot<T, 40>>();
  check_learner<SparseLearner<T, 40>, ActiveFeatures<T, 40, 4>>();
  check_learner<SparseLearner<T, 40>, SparseFeatures<T, 40, 4>>();
}
void test_learners() {
  check_learners<float>();
  check_learners<double>();
}

template <class T>
void check_agents() {
  const auto of = [](double x) { return static_cast<T>(x); };
  using Table = Sarsa<T, OneHot<T, 22>, 2>;
  check_agent<Table, OneHot<T, 22>>(typename Table::Config().lambda(of(0.5)).step_size(of(0.2)).epsilon(of(0.1)));
  using Tiles = Sarsa<T, ActiveFeatures<T, 64, 4>, 3>;
  check_agent<Tiles, ActiveFeatures<T, 64, 4>>(typename Tiles::Config().step_size(of(0.2)).epsilon(of(0.3)));
  using Dense = Sarsa<T, etl::array<T, 4>, 3>;
  check_agent<Dense, etl::array<T, 4>>(typename Dense::Config().step_size(of(0.1)).epsilon(of(0.2)));
  using Pairs = Sarsa<T, SparseFeatures<T, 30, 5>, 2>;
  check_agent<Pairs, SparseFeatures<T, 30, 5>>(typename Pairs::Config().step_size(of(0.1)).epsilon(of(0.2)));
}
void test_agents() {
  check_agents<float>();
  check_agents<double>();
}

// --- damage ---------------------------------------------------------------------------------------------------------

using Agent = Sarsa<float, OneHot<float, 6>, 2>;
using AgentLog = Log<OneHot<float, 6>>;

/// Of some blocks, the last one of records.
AgentLog small_log(Agent& agent, int ticks = 40, size_t block = 64) {
  TEST_ASSERT_TRUE(agent.start(Agent::Config().epsilon(0.2F), 7) == Status::ok);
  AgentLog log(Agent::actions, block);
  log.start(agent, fingerprint);
  run_agent(agent, log, ticks, 3);
  log.finish();
  return log;
}

std::string place_of(const AgentLog& log, size_t block) {
  return "recorded.log: block " + std::to_string(block) + " (at byte " + std::to_string(log.blocks[block].begin) + ")";
}

void test_every_flipped_bit_is_refused_with_its_block() {
  Agent agent;
  const AgentLog log = small_log(agent, 20);
  for (size_t block = 0; block < log.blocks.size(); ++block) {
    for (size_t bit = 8 * log.blocks[block].begin; bit < 8 * log.blocks[block].end; ++bit) {
      Bytes changed = log.bytes;
      changed[bit / 8] ^= static_cast<uint8_t>(1U << bit % 8);
      assert_has(replay<float>(changed).error, place_of(log, block) + ": ");
    }
  }
}

uint64_t ticks_in(const AgentLog& log, size_t whole_blocks) {
  return whole_blocks == 0
             ? 0
             : replay<float>({log.bytes.begin(),
                              log.bytes.begin() + static_cast<std::ptrdiff_t>(log.blocks[whole_blocks - 1].end)})
                   .counts.ticks;
}

void test_every_truncation_costs_one_block_at_most() {
  Agent agent;
  const AgentLog log = small_log(agent, 20);
  size_t whole = 0;
  while (log.blocks[whole].kind != 4) { ++whole; }
  uint64_t ticks = 0;
  for (size_t length = log.blocks[whole - 1].end; length < log.bytes.size(); ++length) {
    if (length == log.blocks[whole].end) { ticks = ticks_in(log, ++whole); }
    const Result result = replay<float>({log.bytes.begin(), log.bytes.begin() + static_cast<std::ptrdiff_t>(length)});
    TEST_ASSERT_EQUAL_STRING("", result.error.c_str());
    TEST_ASSERT_TRUE(result.is_same);
    TEST_ASSERT_EQUAL_UINT64(ticks, result.counts.ticks);
    TEST_ASSERT_EQUAL_UINT64(length - log.blocks[whole - 1].end, result.torn_bytes);
  }
  TEST_ASSERT_TRUE(ticks > 0);
}

Bytes joined(Bytes first, const Bytes& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Wherever the first one is torn off, the second one is replayed, and what is missing is a gap.
void test_a_log_that_is_joined_to_a_torn_one() {
  Agent agent;
  const AgentLog log = small_log(agent, 12);
  AgentLog second(Agent::actions, 64);
  second.state(agent, fingerprint);
  run_agent(agent, second, 12, 4);
  second.finish();
  const recorded::BlockPlace last = log.blocks.back();
  const uint64_t ticks = ticks_in(log, log.blocks.size() - 1);
  for (size_t length = last.begin + 1; length < last.end; ++length) {
    const Bytes torn(log.bytes.begin(), log.bytes.begin() + static_cast<std::ptrdiff_t>(length));
    for (const auto on_damage : {tool::OnDamage::stop, tool::OnDamage::skip}) {
      const Result result = replay<float>(joined(torn, second.bytes), on_damage);
      TEST_ASSERT_EQUAL_STRING("", (result.error + result.difference).c_str());
      TEST_ASSERT_TRUE(result.is_same && result.end == saved(agent));
      TEST_ASSERT_EQUAL_UINT64(ticks + 12, result.counts.ticks);
      TEST_ASSERT_EQUAL_UINT64(1, result.counts.gaps);
      TEST_ASSERT_EQUAL_UINT64(length - last.begin, result.torn_bytes);
    }
  }
}

/// A damaged block before another log, and a torn one before a log without its beginning, are no torn ends.
void test_what_is_no_torn_end_before_a_joined_log() {
  Agent agent;
  const AgentLog log = small_log(agent, 12);
  const recorded::BlockPlace last = log.blocks.back();
  for (size_t bit = 8 * last.begin; bit < 8 * last.end; ++bit) {
    Bytes changed = log.bytes;
    changed[bit / 8] ^= static_cast<uint8_t>(1U << bit % 8);
    changed = joined(changed, log.bytes);
    assert_has(replay<float>(changed).error, place_of(log, log.blocks.size() - 1) + ": ");
    const Result result = replay<float>(changed, tool::OnDamage::skip);
    TEST_ASSERT_TRUE(result.is_same && result.end == saved(agent));
    TEST_ASSERT_EQUAL_UINT64(1, result.counts.gaps);
  }
  const Bytes torn(log.bytes.begin(), log.bytes.end() - 9);
  const Bytes rest(log.bytes.begin() + static_cast<std::ptrdiff_t>(log.blocks[1].begin), log.bytes.end());
  assert_has(replay<float>(joined(torn, rest)).error, place_of(log, log.blocks.size() - 1) + ": ");
}

// --- what was recorded otherwise ------------------------------------------------------------------------------------

/// The checksum of a changed block is right again.
void seal(Bytes& bytes, const recorded::BlockPlace& block) {
  const uint32_t sum = tool::crc32(bytes.data() + block.begin, block.end - block.begin - 4);
  std::memcpy(bytes.data() + block.end - 4, &sum, sizeof sum);
}

/// A block that is wrong in itself is refused with its place; whatever else a changed byte says is computed or named.
template <class LogOf>
void check_sealed_changes(const LogOf& log) {
  Noise noise(5);
  size_t refused = 0;
  for (const recorded::BlockPlace& block : log.blocks) {
    for (size_t at = block.begin + 6; at + 4 < block.end; ++at) {
      Bytes changed = log.bytes;
      changed[at] ^= static_cast<uint8_t>(1 + noise.word() % 255);
      seal(changed, block);
      for (const auto on_damage : {tool::OnDamage::stop, tool::OnDamage::skip}) {
        const Result result = replay<typename LogOf::T>(changed, on_damage);
        if (!result.error.empty()) { assert_has(result.error, "recorded.log: "); }
        if (result.error.empty() && !result.is_same) { assert_has(result.difference, "recorded.log: block "); }
        if (!result.error.empty()) { ++refused; }
      }
    }
  }
  TEST_ASSERT_TRUE(refused > 0);
}

size_t first_records(const AgentLog& log) {
  size_t block = 0;
  while (log.blocks[block].kind != 4) { ++block; }
  return block;
}

void test_whatever_a_block_says_is_checked() {
  Agent agent;
  check_sealed_changes(small_log(agent, 12));
  Learner<double, 2> learner;
  TEST_ASSERT_TRUE(learner.start(Learner<double, 2>::Config()) == Status::ok);
  Log<SparseFeatures<double, 2, 2>> log(0, 128);
  log.start(learner, fingerprint);
  run_learner(learner, log, 10, 3);
  log.saved(learner, 3);
  log.readings(learner, {1.0F, 2.0F});
  log.gap(learner, 4);
  log.finish();
  check_sealed_changes(log);
  SparseLearner<float, 9> sparse;
  TEST_ASSERT_TRUE(sparse.start(SparseLearner<float, 9>::Config()) == Status::ok);
  Log<ActiveFeatures<float, 9, 3>> active(0, 128);
  active.state(sparse, fingerprint);
  run_learner(sparse, active, 10, 3);
  active.finish();
  check_sealed_changes(active);
}

/// One byte of the second block of records; what must be said about it.
void check_refused(size_t at, uint8_t byte, const std::string& message) {
  Agent agent;
  const AgentLog log = small_log(agent);
  const size_t block = first_records(log) + 1;
  Bytes changed = log.bytes;
  changed[log.blocks[block].begin + at] = byte;
  seal(changed, log.blocks[block]);
  assert_has(replay<float>(changed).error, place_of(log, block) + ": " + message);
}

/// Its first record is at byte 28: `tick`, without a feasible set.
void test_what_is_wrong_with_a_block_is_named() {
  check_refused(6, 5, "kind 5 of block is unknown");
  check_refused(7, 2, "version 2 of the format, and this tool knows version 1: use a later version of this tool");
  check_refused(12, 200, "it says that 200 ticks came before it, and ");
  check_refused(16, 5, "how features are written is 5: unknown");
  check_refused(16, 3, "another type of agent or learner than before it");
  check_refused(17, 4, "an index of 4 bytes, for 6 features");
  check_refused(18, 8, "another type of agent or learner than before it");
  check_refused(19, 33, "the number of actions is 33: unknown");
  check_refused(20, 0, "a state has no features");
  check_refused(28, 11, "tick 5: kind 11 of record is unknown");
  check_refused(28, 4, "tick 5: a record 'update' in the log of an agent");
  check_refused(29, 2, "tick 5: a record 'tick' has bits that it cannot have: 0x0200");
  check_refused(29, 16, "tick 5: action 2, and there are 2");
  check_refused(34, 6, "tick 5: feature 6, and there are 6");
  check_refused(28, 0x80 + 2, "tick 5: status ");
  check_refused(28, 10, "tick 5: a record runs over the end of the block");
  check_refused(28, 0, "tick 5: what follows the last record is not zero");
}

/// The first record of a block, at byte 28, is `observe` of tick 0.
void check_difference(uint8_t low, uint8_t high, const std::string& what) {
  Agent agent;
  const AgentLog log = small_log(agent);
  const size_t block = first_records(log);
  Bytes changed = log.bytes;
  changed[log.blocks[block].begin + 28] ^= low;
  changed[log.blocks[block].begin + 29] ^= high;
  seal(changed, log.blocks[block]);
  const Result result = replay<float>(changed);
  TEST_ASSERT_FALSE(result.is_same);
  TEST_ASSERT_EQUAL_STRING((place_of(log, block) + ", tick 0: " + what).c_str(), result.difference.c_str());
  std::remove("trace.csv");
  std::remove("end.snapshot");
  TEST_ASSERT_EQUAL_INT(1, run_tool("replay recorded.log --out trace.csv --save end.snapshot"));
  TEST_ASSERT_EQUAL_STRING(("ballast: " + result.difference + "\n").c_str(), contents("errors.txt").c_str());
  TEST_ASSERT_EQUAL_STRING("", contents("out.txt").c_str());
  TEST_ASSERT_FALSE(exists("trace.csv") || exists("end.snapshot"));
}

void test_a_changed_decision_is_named() {
  check_difference(0, 8, "action: recorded 1, computed 0");
  check_difference(16, 0, "random: recorded yes, computed no");
  check_difference(32, 0, "learned: recorded yes, computed no");
}

void test_a_changed_average_reward_is_named() {
  Agent agent;
  const AgentLog log = small_log(agent);
  const size_t block = first_records(log) + 1;
  Bytes changed = log.bytes;
  changed[log.blocks[block].begin + 24] ^= 1;
  seal(changed, log.blocks[block]);
  const Result result = replay<float>(changed);
  TEST_ASSERT_FALSE(result.is_same);
  assert_has(result.difference, place_of(log, block) + ", tick ");
  assert_has(result.difference, ": average reward: recorded ");
}

void test_a_changed_checkpoint_is_named() {
  Agent agent;
  TEST_ASSERT_TRUE(agent.start(Agent::Config(), 7) == Status::ok);
  Agent other;
  TEST_ASSERT_TRUE(other.start(Agent::Config(), 8) == Status::ok);
  AgentLog log(Agent::actions);
  log.start(agent, fingerprint);
  log.checkpoint(other, fingerprint);
  Result result = replay<float>(log.bytes);
  TEST_ASSERT_FALSE(result.is_same);
  assert_has(result.difference, "tick 0: checkpoint, byte ");
  AgentLog learned(Agent::actions);
  learned.start(agent, fingerprint);
  run_agent(agent, learned, 20, 1);
  learned.checkpoint(other, fingerprint);
  result = replay<float>(learned.bytes);
  assert_has(result.difference, "tick 20: checkpoint, average reward: recorded 0, computed ");
}

// --- gaps -----------------------------------------------------------------------------------------------------------

/// A state, or a checkpoint.
void check_that_it_goes_on_at(void (AgentLog::*snapshot)(const Agent&, uint32_t)) {
  Agent agent;
  TEST_ASSERT_TRUE(agent.start(Agent::Config().epsilon(0.2F), 7) == Status::ok);
  AgentLog log(Agent::actions);
  log.start(agent, fingerprint);
  run_agent(agent, log, 50, 1);
  log.gap(agent, 9);
  run_agent(agent, log, 10, 2);  // recorded, but what came before is not known
  (log.*snapshot)(agent, fingerprint);
  run_agent(agent, log, 30, 3);
  log.finish();
  const Result result = replay<float>(log.bytes);
  TEST_ASSERT_TRUE(result.is_same);
  TEST_ASSERT_EQUAL_UINT64(80, result.counts.ticks);
  TEST_ASSERT_EQUAL_UINT64(10, result.counts.not_computed);
  TEST_ASSERT_EQUAL_UINT64(1, result.counts.gaps);
  TEST_ASSERT_EQUAL_UINT64(1, result.counts.checkpoints);  // in the first 50 ticks
  TEST_ASSERT_TRUE(result.end == saved(agent));
}

void test_after_a_gap_it_goes_on_at_the_next_state() {
  check_that_it_goes_on_at(&AgentLog::state<Agent>);
}
void test_after_a_gap_it_goes_on_at_a_checkpoint() {
  check_that_it_goes_on_at(&AgentLog::checkpoint<Agent>);
}

/// 20 ticks, a snapshot of which there is only a piece, 20 ticks, a state, 10 ticks.
Result replay_unfinished(uint8_t kind, bool ends_there = false, bool is_told = false) {
  Agent agent;
  AgentLog log = small_log(agent, 20);
  Bytes piece;
  recorded::put(piece, uint32_t{1000});
  recorded::put(piece, uint32_t{0});
  piece.resize(48);
  log.put_block(kind, log.ticks, piece);
  if (ends_there) { return replay<float>(log.bytes); }
  if (is_told) { log.gap(agent, 0); }
  run_agent(agent, log, 20, 2);
  log.state(agent, fingerprint);
  run_agent(agent, log, 10, 3);
  log.finish();
  const Result result = replay<float>(log.bytes);
  TEST_ASSERT_EQUAL_STRING("", (result.error + result.difference).c_str());
  TEST_ASSERT_TRUE(result.is_same && result.end == saved(agent));
  return result;
}

void test_a_state_that_is_not_finished_is_a_gap() {
  for (const uint8_t kind : {uint8_t{1}, uint8_t{2}}) {
    const Result result = replay_unfinished(kind);
    TEST_ASSERT_EQUAL_UINT64(1, result.counts.gaps);
    TEST_ASSERT_EQUAL_UINT64(30, result.counts.ticks);
    TEST_ASSERT_EQUAL_UINT64(20, result.counts.not_computed);
  }
  TEST_ASSERT_EQUAL_UINT64(1, replay_unfinished(2, false, true).counts.gaps);  // as the device says, too
  TEST_ASSERT_EQUAL_UINT64(1, replay_unfinished(3, false, true).counts.gaps);
  const Result at_end = replay_unfinished(2, true);
  TEST_ASSERT_EQUAL_UINT64(1, at_end.counts.gaps);
  TEST_ASSERT_TRUE(at_end.is_same && at_end.end.empty());
}
void test_a_checkpoint_that_is_not_finished_is_left_out() {
  const Result result = replay_unfinished(3);
  TEST_ASSERT_EQUAL_UINT64(0, result.counts.gaps);
  TEST_ASSERT_EQUAL_UINT64(50, result.counts.ticks);
  TEST_ASSERT_TRUE(!replay_unfinished(3, true).end.empty());
}

/// Two blocks of records less in the middle, and a damaged one: it goes on at the state after them.
void test_missing_and_damaged_blocks_are_gaps() {
  Agent agent;
  AgentLog log = small_log(agent);
  log.state(agent, fingerprint);
  run_agent(agent, log, 30, 5);
  log.finish();
  const size_t block = first_records(log) + 1;
  const auto at = [&](size_t byte) { return log.bytes.begin() + static_cast<std::ptrdiff_t>(byte); };
  Bytes without(log.bytes.begin(), at(log.blocks[block].begin));
  without.insert(without.end(), at(log.blocks[block + 1].end), log.bytes.end());
  Result result = replay<float>(without);
  TEST_ASSERT_EQUAL_STRING("", result.error.c_str());
  TEST_ASSERT_TRUE(result.is_same && result.end == saved(agent));
  TEST_ASSERT_EQUAL_UINT64(1, result.counts.gaps);
  Bytes damaged = log.bytes;
  damaged[log.blocks[block].begin + 30] ^= 4;
  result = replay<float>(damaged);
  assert_has(result.error, place_of(log, block) + ": the checksum is 0x");
  result = replay<float>(damaged, tool::OnDamage::skip);
  TEST_ASSERT_TRUE(result.is_same && result.end == saved(agent));
  TEST_ASSERT_EQUAL_UINT64(1, result.counts.gaps);
  Bytes length = log.bytes;  // longer than the file
  length[log.blocks[block].begin + 5] ^= 0x80;
  assert_has(replay<float>(length).error, place_of(log, block) + ": a length of ");
  result = replay<float>(length, tool::OnDamage::skip);
  TEST_ASSERT_TRUE(result.is_same && result.end == saved(agent));
}

/// A ring that was overwritten: without the start, and from a snapshot that was saved in between.
void test_a_log_without_its_beginning() {
  Agent agent;
  TEST_ASSERT_TRUE(agent.start(Agent::Config().epsilon(0.2F), 7) == Status::ok);
  AgentLog log(Agent::actions);
  log.start(agent, fingerprint);
  run_agent(agent, log, 30, 1);  // too few for a checkpoint
  Bytes snapshot = saved(agent);
  const uint32_t revision = 12;
  std::memcpy(snapshot.data() + 12, &revision, sizeof revision);
  const uint32_t sum = tool::crc32(snapshot.data(), snapshot.size() - 4);
  std::memcpy(snapshot.data() + snapshot.size() - 4, &sum, sizeof sum);
  write_file("kept.snapshot", snapshot);
  log.saved(agent, revision);
  run_agent(agent, log, 30, 2);
  log.finish();
  const size_t second = first_records(log) + 1;
  const Bytes rest(log.bytes.begin() + static_cast<std::ptrdiff_t>(log.blocks[second].begin), log.bytes.end());
  assert_has(replay<float>(rest).error, "recorded.log: no state to start from");
  TEST_ASSERT_EQUAL_INT(0, run_tool("replay recorded.log --from kept.snapshot --save end.snapshot"));
  assert_has(contents("out.txt"), "all 30 decisions as recorded\n");
  Bytes end = saved(agent);
  const std::string written = contents("end.snapshot");
  TEST_ASSERT_TRUE(std::equal(end.begin() + 16, end.end() - 4, written.begin() + 16, written.end() - 4,
                              [](uint8_t a, char b) { return a == static_cast<uint8_t>(b); }));
  write_file("other.snapshot", saved(agent));
  TEST_ASSERT_EQUAL_INT(2, run_tool("replay recorded.log --from other.snapshot"));
  assert_has(contents("errors.txt"), "no record says that a snapshot with revision 0 was saved");
}

/// What is saved, and what the log has before it or after it, must be of the same features.
void test_a_snapshot_of_other_features_is_refused() {
  Agent agent;
  AgentLog log = small_log(agent, 20);
  write_file("other.snapshot", saved(agent, 0x3E7));
  log.saved(agent, 0);
  run_agent(agent, log, 20, 2);
  log.checkpoint(agent, fingerprint);
  const Bytes rest(log.bytes.begin() + static_cast<std::ptrdiff_t>(log.blocks[first_records(log)].begin),
                   log.bytes.end());
  for (const Bytes& bytes : {log.bytes, rest}) {
    write_file(path, bytes);
    TEST_ASSERT_EQUAL_INT(2, run_tool("replay recorded.log --from other.snapshot"));
    assert_has(contents("errors.txt"), "other.snapshot: the fingerprint is 0x000003E7, and recorded.log: block ");
    assert_has(contents("errors.txt"), ") has 0xFEED1234: its features are others\n");
  }
  write_file("other.snapshot", saved(agent));  // of another state: the log is right
  TEST_ASSERT_EQUAL_INT(1, run_tool("replay recorded.log --from other.snapshot"));
}

void test_ticks_before_the_first_state_are_said_to_be() {
  Agent agent;
  TEST_ASSERT_TRUE(agent.start(Agent::Config(), 7) == Status::ok);
  AgentLog log(Agent::actions);
  run_agent(agent, log, 12, 1);
  log.state(agent, fingerprint);
  run_agent(agent, log, 20, 2);
  log.gap(agent, 3);
  run_agent(agent, log, 5, 2);
  log.finish();
  write_file(path, log.bytes);
  TEST_ASSERT_EQUAL_INT(0, run_tool("replay recorded.log"));
  assert_has(contents("out.txt"), " 20, and 12 before the first state and 5 after gaps that could not be computed\n");
  assert_has(contents("out.txt"), "gaps              1\n");
}

/// A snapshot of an agent in the log of another one.
void test_a_snapshot_of_another_type_is_refused_once() {
  Sarsa<float, OneHot<float, 7>, 2> other;
  TEST_ASSERT_TRUE(other.start(Sarsa<float, OneHot<float, 7>, 2>::Config(), 7) == Status::ok);
  AgentLog log(Agent::actions);
  log.state(other, fingerprint);
  const std::string error = replay<float>(log.bytes).error;
  const std::string last = place_of(log, log.blocks.size() - 1);
  assert_has(error, last + ": the state: of an agent with");
  TEST_ASSERT_EQUAL_size_t(error.find(last), error.rfind(last));
}

// --- the tool -------------------------------------------------------------------------------------------------------

void test_the_tool_says_what_it_found() {
  Agent agent;
  write_file(path, small_log(agent, 100).bytes);
  TEST_ASSERT_EQUAL_INT(0, run_tool("replay recorded.log --out trace.csv --save end.snapshot"));
  assert_has(contents("out.txt"), "an agent with a SparseLearner<float, 12>, 2 actions\n");
  assert_has(contents("out.txt"), "all 100 decisions as recorded\n");
  const Bytes end = saved(agent);
  TEST_ASSERT_TRUE(contents("end.snapshot") == std::string(end.begin(), end.end()));
  const std::string trace = contents("trace.csv");
  assert_has(trace, "t,beta,eff_theta,eff_omega,znorm2,delta,proj,omega,action,random\n0,,,,,,,0,0,0\n1,");
  TEST_ASSERT_EQUAL_size_t(101, static_cast<size_t>(std::count(trace.begin(), trace.end(), '\n')));
  TEST_ASSERT_EQUAL_INT(0, run_tool("replay - < recorded.log"));
  assert_has(contents("out.txt"), "all 100 decisions as recorded\n");
}

void test_options_that_contradict_the_log_are_refused() {
  Agent agent;
  write_file(path, small_log(agent).bytes);
  const auto refused = [](const std::string& options, const std::string& message) {
    std::remove("trace.csv");
    TEST_ASSERT_EQUAL_INT(2, run_tool("replay recorded.log --out trace.csv " + options));
    assert_has(contents("errors.txt"), "ballast: " + message);
    TEST_ASSERT_FALSE(exists("trace.csv"));
  };
  refused("--lambda 0.5", "--lambda 0.5: recorded.log has 0.25; leave the option out");
  refused("--scalar double", "--scalar double: recorded.log has float; leave the option out");
  refused("--omega0 1", "--omega0: recorded.log has weights and average reward; leave the option out");
  refused("--ignore x", "--ignore x: recorded.log is a binary log, which has no columns");
  refused("--fingerprint 3", "--fingerprint 3");
  TEST_ASSERT_EQUAL_INT(0, run_tool("replay recorded.log --lambda 0.25 --scalar float"));
  std::remove("trace.csv");
}

// --- rows -----------------------------------------------------------------------------------------------------------

/// Each state with the reward for leaving it, and no transition where there was none.
void test_rows_of_an_agent() {
  Agent agent;
  TEST_ASSERT_TRUE(agent.start(Agent::Config(), 7) == Status::ok);
  AgentLog log(Agent::actions);
  log.start(agent, fingerprint);
  const auto tick = [&](float reward, size_t state) {
    const Decision made = agent.tick(reward, OneHot<float, 6>(state));
    log.tick(agent, reward, OneHot<float, 6>(state), made, 3);
  };
  const Decision made = agent.observe(OneHot<float, 6>(4));
  log.observe(agent, OneHot<float, 6>(4), made, 3);
  tick(0.5F, 2);
  const Decision skipped = agent.skip();
  log.skip(agent, skipped, 3);
  tick(0.25F, 1);
  tick(0.75F, 5);
  log.finish();
  write_file(path, log.bytes);
  const auto rows = tool::open_rows<double>(path, {});
  TEST_ASSERT_EQUAL_size_t(6, rows->dimension());
  struct Expected {
    uint64_t t;
    bool has_reward;
    double reward;
    uint32_t state;
  };
  tool::LogRow<double> row;
  for (const Expected& expected : {Expected{0, true, 0.5, 4}, {1, false, 0, 2}, {3, true, 0.75, 1}, {4, false, 0, 5}}) {
    TEST_ASSERT_TRUE(rows->next(row));
    TEST_ASSERT_EQUAL_UINT64(expected.t, row.t);
    TEST_ASSERT_TRUE(row.is_interrupted == (expected.t == 3) && !row.is_after_loss);
    TEST_ASSERT_TRUE(expected.has_reward == row.has_reward && expected.reward == row.reward);
    TEST_ASSERT_TRUE(row.phi.is_sparse && row.phi.indices == std::vector<uint32_t>{expected.state});
  }
  TEST_ASSERT_FALSE(rows->next(row));
}

/// The state that a block begins with again is no new row; after a reset the state is there again, marked.
void test_rows_of_a_learner() {
  Learner<float, 2> learner;
  TEST_ASSERT_TRUE(learner.start(Learner<float, 2>::Config()) == Status::ok);
  using Phi = etl::array<float, 2>;
  Log<Phi> log(0, 72);
  log.start(learner, fingerprint);
  for (int t = 0; t < 20; ++t) {
    const Phi here{static_cast<float>(t), 1.0F};
    const Phi there{static_cast<float>(t + 1), 1.0F};
    log.update(learner, here, 0.5F, there, learner.update(here, 0.5F, there).status);
    if (t == 9) {
      learner.reset_trace();
      log.reset(learner);
    }
  }
  log.finish();
  TEST_ASSERT_TRUE(log.blocks.size() > 6);
  write_file(path, log.bytes);
  const auto rows = tool::open_rows<float>(path, {});
  tool::LogRow<float> row;
  for (uint64_t k = 0; k < 22; ++k) {  // 21 states, one of them twice
    TEST_ASSERT_TRUE(rows->next(row));
    TEST_ASSERT_EQUAL_UINT64(k <= 10 ? k : k - 1, row.t);
    TEST_ASSERT_TRUE(row.is_interrupted == (k == 11) && !row.is_after_loss);
    TEST_ASSERT_TRUE(row.phi.values[0] == static_cast<float>(k <= 10 ? k : k - 1));
    TEST_ASSERT_TRUE(row.has_reward == (k != 10 && k != 21));
  }
  TEST_ASSERT_FALSE(rows->next(row));
}

void test_the_checksum_is_that_of_the_library() {
  Noise noise(9);
  Bytes bytes;
  for (size_t count = 0; count < 70; ++count) {
    TEST_ASSERT_EQUAL_HEX32(etl::crc32(bytes.begin(), bytes.end()).value(), tool::crc32(bytes.data(), bytes.size()));
    bytes.push_back(static_cast<uint8_t>(noise.word()));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) { return 2; }
  recorded::program = argv[1];
  std::freopen("notes.txt", "w", stderr);  // what every damaged file is reported with
  UNITY_BEGIN();
  RUN_TEST(test_the_checksum_is_that_of_the_library);
  RUN_TEST(test_learners);
  RUN_TEST(test_agents);
  RUN_TEST(test_every_flipped_bit_is_refused_with_its_block);
  RUN_TEST(test_every_truncation_costs_one_block_at_most);
  RUN_TEST(test_a_log_that_is_joined_to_a_torn_one);
  RUN_TEST(test_what_is_no_torn_end_before_a_joined_log);
  RUN_TEST(test_whatever_a_block_says_is_checked);
  RUN_TEST(test_what_is_wrong_with_a_block_is_named);
  RUN_TEST(test_a_changed_decision_is_named);
  RUN_TEST(test_a_changed_average_reward_is_named);
  RUN_TEST(test_a_changed_checkpoint_is_named);
  RUN_TEST(test_after_a_gap_it_goes_on_at_the_next_state);
  RUN_TEST(test_after_a_gap_it_goes_on_at_a_checkpoint);
  RUN_TEST(test_a_state_that_is_not_finished_is_a_gap);
  RUN_TEST(test_a_checkpoint_that_is_not_finished_is_left_out);
  RUN_TEST(test_missing_and_damaged_blocks_are_gaps);
  RUN_TEST(test_a_log_without_its_beginning);
  RUN_TEST(test_a_snapshot_of_other_features_is_refused);
  RUN_TEST(test_ticks_before_the_first_state_are_said_to_be);
  RUN_TEST(test_a_snapshot_of_another_type_is_refused_once);
  RUN_TEST(test_the_tool_says_what_it_found);
  RUN_TEST(test_options_that_contradict_the_log_are_refused);
  RUN_TEST(test_rows_of_an_agent);
  RUN_TEST(test_rows_of_a_learner);
  return UNITY_END();
}
