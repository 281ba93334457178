// What ballast::Recorder writes, of learners and agents with features of every kind, replays with the same bits: bad
// input, resets, evaluation, skipped ticks, checkpoints, and a ring that overflows. Argument: the tool. Writes to the
// current folder.

#include <ballast/control/sarsa.hpp>
#include <ballast/field/recorder.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <cstdio>
#include <limits>

#include <etl/array.h>

#include "noise.hpp"
#include "recorded_replay.hpp"
#include "recorded_runs.hpp"
#include "recorder_run.hpp"
#include "suite.hpp"

using namespace ballast;
using recorded::assert_has;
using recorded::Bytes;
using recorded::check_counts;
using recorded::contents;
using recorded::draw;
using recorded::exists;
using recorded::fingerprint;
using recorded::Recording;
using recorded::replay;
using recorded::Result;
using recorded::run_tool;
using recorded::saved;
using recorded::Sink;

namespace {

// --- features -------------------------------------------------------------------------------------------------------

/// A type of one's own: three numbers that may be zero, and two beside each other somewhere after them.
template <class T>
struct Own {
  using Feature = T;
  static constexpr size_t dimension = 13;
  static constexpr size_t capacity = 5;
  T numbers[3]{};
  T pair[2]{T{1}, static_cast<T>(0.5)};
  uint32_t first = 0;

  size_t runs() const { return 2; }
  Run<T> run(size_t k) const { return k == 0 ? Run<T>{0, numbers, 3} : Run<T>{3 + first, pair, 2}; }

  static constexpr uint32_t snapshot_bytes = 3 * sizeof(T) + 4;
  template <class Archive>
  void exchange(Archive& archive) {
    archive.numbers(numbers, 3);
    archive(first);
  }
};
template <class T>
void draw(Own<T>& features, Noise& noise) {
  for (T& x : features.numbers) { x = noise.word() % 4 == 0 ? T{0} : noise.number<T>(); }
  features.first = noise.word() % 9;
}

/// One after the end.
template <class T>
void spoil(Own<T>& features) {
  features.first = 9;
}

// --- what is replayed -----------------------------------------------------------------------------------------------

/// In small blocks, and in those that a recorder has by default.
template <class Learner, class Features>
void check_learner() {
  constexpr auto config = typename Learner::Config();
  recorded::check_learner<Learner, Features>(config, 700);
  recorded::check_learner<Learner, Features, Recorder<Learner, Features>::block_bytes>(config, 700);
}
template <class Agent>
void check_agent(const typename Agent::Config& config) {
  recorded::check_agent<Agent>(config, 700);
  recorded::check_agent<Agent, Recorder<Agent>::block_bytes>(config, 700);
}

/// The start in a log says which rule and which schedules there are.
void test_a_learner_and_an_agent_that_follow_the_td_error() {
  using Two = TwoTimescaleSchedule<PolynomialSchedule<float>, ConstantSchedule<float>>;
  using Array = etl::array<float, 5>;
  check_learner<Learner<float, 5, ImplicitDifferential, JointBall<float>, Two>, Array>();
  using Agent = Sarsa<float, OneHot<float, 7>, 3, Differential>;
  check_agent<Agent>(Agent::Config());
}

template <class T>
void check_learners() {
  check_learner<Learner<T, 5>, etl::array<T, 5>>();
  check_learner<Learner<T, 12>, SparseFeatures<T, 12, 3>>();
  check_learner<Learner<T, 13>, Own<T>>();
  check_learner<SparseLearner<T, 40>, OneHot<T, 40>>();
  check_learner<SparseLearner<T, 40>, ActiveFeatures<T, 40, 4>>();
  check_learner<SparseLearner<T, 40>, SparseFeatures<T, 40, 4>>();
  check_learner<SparseLearner<T, 13>, Own<T>>();
}
void test_learners() {
  check_learners<float>();
  check_learners<double>();
}

template <class T>
void check_agents() {
  const auto of = [](double x) { return static_cast<T>(x); };
  using Table = Sarsa<T, OneHot<T, 22>, 2>;
  check_agent<Table>(typename Table::Config().lambda(of(0.5)).step_size(of(0.2)).epsilon(of(0.1)));
  using Tiles = Sarsa<T, ActiveFeatures<T, 64, 4>, 3>;
  check_agent<Tiles>(typename Tiles::Config().step_size(of(0.2)).epsilon(of(0.3)));
  using Dense = Sarsa<T, etl::array<T, 4>, 3>;
  check_agent<Dense>(typename Dense::Config().step_size(of(0.1)).epsilon(of(0.2)));
  using Pairs = Sarsa<T, SparseFeatures<T, 30, 5>, 2>;
  check_agent<Pairs>(typename Pairs::Config().step_size(of(0.1)).epsilon(of(0.2)));
}
void test_agents() {
  check_agents<float>();
  check_agents<double>();
}

// --- agents with features of a type of one's own ---------------------------------------------------------------------

/// The words of its last features are not known; everything else is.
template <class T>
void check_own_agent() {
  using Agent = Sarsa<T, Own<T>, 3>;
  uint8_t ring[5 * Recorder<Agent>::block_bytes];
  Recorder<Agent> recorder(ring);
  Agent agent;
  const auto config = typename Agent::Config().epsilon(static_cast<T>(0.2));
  TEST_ASSERT_TRUE(recorder.start(agent, config, 42, fingerprint) == Status::ok);
  Recording<Recorder<Agent>, Agent> run(recorder, agent, true);
  run.agent(150);
  const Result result = replay<T>(run.finish());
  check_counts(result, 150, 0);
  TEST_ASSERT_EQUAL_UINT64(2, result.counts.checkpoints);
  TEST_ASSERT_EQUAL_UINT64(2, result.counts.without_features);
  const tool::Snapshot device = tool::from_bytes(saved(agent), "device");
  tool::Snapshot end = tool::from_bytes(result.end, "replay");
  TEST_ASSERT_FALSE(end.agent->features == device.agent->features);
  end.agent->features = device.agent->features;
  TEST_ASSERT_TRUE(tool::to_bytes(end) == saved(agent));
}

/// Nor is it written. The log is that of the last check.
void check_that_no_unknown_features_are_written() {
  std::remove("end.snapshot");
  std::remove("cut.log");
  TEST_ASSERT_EQUAL_INT(0, run_tool("replay recorded.log"));
  assert_has(contents("out.txt"), "2, byte for byte without the last features, which are of a type of your own\n");
  TEST_ASSERT_EQUAL_INT(2, run_tool("replay recorded.log --save end.snapshot"));
  assert_has(contents("errors.txt"), "--save end.snapshot: the end of recorded.log: block ");
  assert_has(contents("errors.txt"), "of a type of its own: only the device can save them\n");
  TEST_ASSERT_EQUAL_INT(2, run_tool("log cut recorded.log --from 50 --out cut.log"));
  assert_has(contents("errors.txt"), ", tick 50: the last features of the agent are of a type of its own");
  TEST_ASSERT_FALSE(exists("end.snapshot") || exists("cut.log"));
}

/// After a gap nothing is computed, and a checkpoint does not help; a state that needs them is refused.
void test_features_of_a_type_of_ones_own() {
  check_own_agent<double>();
  check_own_agent<float>();
  check_that_no_unknown_features_are_written();
  using Agent = Sarsa<float, Own<float>, 3>;
  uint8_t ring[8 * Recorder<Agent>::block_bytes];
  Recorder<Agent> recorder(ring);
  Agent agent;
  Sink sink;
  TEST_ASSERT_TRUE(recorder.start(agent, typename Agent::Config(), 42, fingerprint) == Status::ok);
  while (recorder.lost() == 0) { (void)recorder.tick(agent, 0.5F, Own<float>{}); }
  TEST_ASSERT_TRUE(recorder.checkpoint(agent, fingerprint, sink) == Status::ok);
  (void)recorder.tick(agent, 0.5F, Own<float>{});
  recorder.flush();
  TEST_ASSERT_TRUE(recorder.drain(sink) == Status::ok);
  const Result lost = replay<float>(sink.bytes);
  check_counts(lost, recorder.ticks(), recorder.lost());
  TEST_ASSERT_EQUAL_UINT64(1, lost.counts.not_computed);
  TEST_ASSERT_EQUAL_INT(0, run_tool("log cut recorded.log --out cut.log"));
  TEST_ASSERT_EQUAL_INT(0, run_tool("replay cut.log"));
  TEST_ASSERT_TRUE(recorder.begin(agent, fingerprint, sink) == Status::ok);
  recorder.flush();
  TEST_ASSERT_TRUE(recorder.drain(sink) == Status::ok);
  const std::string error = replay<float>(sink.bytes).error;
  assert_has(error, "recorded.log: block ");
  assert_has(error, ": the agent has observed features of a type of its own, whose words this tool cannot read");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) { return 2; }
  recorded::program = argv[1];
  std::freopen("notes.txt", "w", stderr);  // where gaps are reported
  UNITY_BEGIN();
  RUN_TEST(test_a_learner_and_an_agent_that_follow_the_td_error);
  RUN_TEST(test_learners);
  RUN_TEST(test_agents);
  RUN_TEST(test_features_of_a_type_of_ones_own);
  return UNITY_END();
}
