// What ballast::Recorder writes in fixed point replays with the same bits: of dense and sparse learners and of agents,
// with and without FixedLimits::active. What was changed in a log is found. Argument: the tool. Writes to the current
// folder.

#include <ballast/field/recorder.hpp>
#include <ballast/fixed.hpp>

#include <cstdio>

#include <etl/array.h>
#include <etl/crc32.h>

#include "recorded_replay.hpp"
#include "recorder_run.hpp"
#include "suite.hpp"

using namespace ballast;
using recorded::assert_has;
using recorded::Bytes;
using recorded::check_agent;
using recorded::check_learner;
using recorded::contents;
using recorded::fingerprint;
using recorded::Recording;
using recorded::replay;
using recorded::Result;
using recorded::run_tool;
using recorded::write_file;

namespace {

constexpr int most_ticks = 3000;

struct FourActive : FixedLimits {
  static constexpr size_t active = 4;
};
struct LongTraces : FixedLimits {
  static constexpr double lambda = 0.9;
  static constexpr double radius = 20;
  static constexpr bool has_unit_features = true;
};

using Tiles = FixedSarsa<ActiveFeatures<FixedFeature, 64, 4>, 3, FourActive>;
constexpr auto tiles_config = Tiles::Config().lambda(0.5).step_size(0.2).epsilon(0.3);

template <class Subject>
constexpr uint32_t formats = detail::Snapshot<Subject>::formats;

// --- learners -------------------------------------------------------------------------------------------------------

void test_learners() {
  using Array = etl::array<FixedFeature, 5>;
  using Dense = FixedLearner<5, LongTraces, ImplicitDifferential, SeparateBalls>;
  check_learner<Dense, Array>(Dense::Config().lambda(0.9).step_size(0.1).average_reward_radius(2).weights_radius(1),
                              most_ticks);
  using Sparse = FixedSparseLearner<40, FourActive, Implicit, JointBall, PolynomialSchedule>;
  static_assert(formats<Sparse> >> 24 == 2, "not the shift of 40 features");
  check_learner<Sparse, SparseFeatures<FixedFeature, 40, 4>>(Sparse::Config().lambda(0.4).radius(20), most_ticks);
  using Few = FixedLearner<40, FourActive>;
  check_learner<Few, OneHot<FixedFeature, 40>>(Few::Config(), 700);
}

// --- agents ---------------------------------------------------------------------------------------------------------

void test_agents() {
  static_assert(detail::Snapshot<Tiles>::is_sparse && formats<Tiles> >> 24 == 2, "not the shift of 192 features");
  check_agent<Tiles>(tiles_config, most_ticks);
  using Dense =
      FixedSarsa<etl::array<FixedFeature, 5>, 3, LongTraces, Differential, SeparateBalls, PolynomialSchedule, 2>;
  static_assert(!detail::Snapshot<Dense>::is_sparse && formats<Dense> >> 24 == 0, "the shift of 15 features");
  check_agent<Dense>(
      Dense::Config().lambda(0.9).average_reward_radius(2).weights_radius(1).epsilon(0.5).epsilon_from(300, 0.1),
      most_ticks);
  using Pairs = FixedSarsa<SparseFeatures<FixedFeature, 30, 5>, 2, LongTraces>;
  check_agent<Pairs>(Pairs::Config().lambda(0.8).radius(10).epsilon(0.2), 700);
  using Table = FixedSarsa<OneHot<FixedFeature, 22>, 2>;
  check_agent<Table>(Table::Config().epsilon(0.1), 700);
}

// --- what was changed -----------------------------------------------------------------------------------------------

/// Of an agent that nothing was lost of.
const Bytes& tiles_log() {
  static const Bytes log = [] {
    static uint8_t ring[5 * Recorder<Tiles>::block_bytes];
    static Recorder<Tiles> recorder(ring);
    static Tiles agent;
    TEST_ASSERT_TRUE(recorder.start(agent, tiles_config, 42, fingerprint) == Status::ok);
    Recording<Recorder<Tiles>, Tiles> run(recorder, agent, true);
    run.agent(190);
    return run.finish();
  }();
  return log;
}

/// The first block whose first record is a tick with this action.
size_t block_with_action(const Bytes& log, uint32_t action) {
  for (size_t at = 0; at < log.size(); at += 4 * detail::get_half(&log[at + 4])) {
    const uint32_t head = detail::get_half(&log[at + detail::block_header_bytes + 4]);
    const bool is_tick = (head & detail::record_kind_mask) == static_cast<uint32_t>(detail::RecordKind::tick);
    if (log[at + 6] == static_cast<uint8_t>(detail::BlockKind::records) && is_tick &&
        head >> detail::record_action_shift == action) {
      return at;
    }
  }
  TEST_FAIL_MESSAGE("no such block");
  return 0;
}

/// Changes bits of a byte in a block, with the right checksum.
Bytes changed(size_t block, size_t byte, uint8_t bits) {
  Bytes log = tiles_log();
  log[block + byte] ^= bits;
  const size_t end = block + 4 * detail::get_half(&log[block + 4]) - detail::block_checksum_bytes;
  const auto at = [&](size_t i) { return log.begin() + static_cast<std::ptrdiff_t>(i); };
  detail::put_word(&log[end], etl::crc32(at(block), at(end)).value());
  return log;
}

void check_difference(const Bytes& log, const char* what) {
  const Result result = replay<double>(log);
  TEST_ASSERT_EQUAL_STRING("", result.error.c_str());
  TEST_ASSERT_FALSE(result.is_same);
  assert_has(result.difference, what);
}

void test_what_was_changed_is_found() {
  const Result result = replay<double>(tiles_log());
  TEST_ASSERT_EQUAL_STRING("", result.difference.c_str());
  TEST_ASSERT_TRUE(result.is_same);
  const size_t block = block_with_action(tiles_log(), 0);
  const size_t head = detail::block_header_bytes + 4;
  check_difference(changed(block, head + 1, 1U << (detail::record_action_shift - 8)),
                   ": action: recorded 1, computed 0");
  check_difference(changed(block, head, detail::record_is_exploring), ": random: recorded ");
  check_difference(changed(block, head - 4, 1), ": average reward: recorded ");
}

// --- the tool -------------------------------------------------------------------------------------------------------

void test_the_tool() {
  write_file("agent.log", tiles_log());
  TEST_ASSERT_EQUAL_INT(0, run_tool("replay agent.log --scalar fixed --out trace.csv --save end.snapshot"));
  assert_has(contents("out.txt"), "all 190 decisions as recorded\n");
  TEST_ASSERT_EQUAL_INT(0, run_tool("log show agent.log"));
  TEST_ASSERT_EQUAL_INT(0, run_tool("log cut agent.log --from 50 --out cut.log"));
  TEST_ASSERT_EQUAL_INT(0, run_tool("replay cut.log --save same.snapshot"));
  assert_has(contents("out.txt"), "all 140 decisions as recorded\n");
  TEST_ASSERT_TRUE(contents("end.snapshot") == contents("same.snapshot"));
  const char* const refused[][2] = {
      {"replay agent.log --scalar double", "agent.log has fixed; leave the option out"},
      {"replay agent.log --lambda 0.5", "--lambda: agent.log has the configuration of its learner"},
      {"replay agent.log --limits 0.5,10", "--limits 0.5,10: agent.log has its formats"},
      {"log convert agent.log", "agent.log: of a learner in fixed point, and this command knows float and double"},
      {"log check agent.log", "agent.log: of a learner in fixed point, and this command knows float and double"},
      {"tune agent.log", "agent.log: of a learner in fixed point, and this command knows float and double"},
  };
  for (const auto& [command, message] : refused) {
    TEST_ASSERT_EQUAL_INT(2, run_tool(command));
    assert_has(contents("errors.txt"), message);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) { return 2; }
  recorded::program = argv[1];
  std::freopen("notes.txt", "w", stderr);  // where gaps are reported
  UNITY_BEGIN();
  RUN_TEST(test_learners);
  RUN_TEST(test_agents);
  RUN_TEST(test_what_was_changed_is_found);
  RUN_TEST(test_the_tool);
  return UNITY_END();
}
