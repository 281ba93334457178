// What a replay costs: the learner beside its reader and writer, and reading beside strtod. Processor time, the
// shortest of several rounds of each, taken in turns. Arguments: a folder to write to, and how many rows.

#include <commands/replay_log.hpp>
#include <engine/dynamic_learner.hpp>
#include <io/log_reader.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "noise.hpp"
#include "suite.hpp"

namespace {

constexpr std::size_t dimension = 16;
constexpr int most_rounds = 40;  // on a busy machine; else the third is the last
std::string folder;
uint64_t rows = 0;

std::string log_path() {
  return folder + "/speed.csv";
}

/// As a logger with floats writes it.
void write_log() {
  Noise noise(1);
  tool::OutputFile log(log_path());
  log.print("t,reward");
  for (std::size_t i = 0; i < dimension; ++i) { log.print(",phi_{}", i); }
  for (uint64_t t = 0; t < rows; ++t) {
    log.print("\n{},{}", t, noise.number<float>());
    for (std::size_t i = 0; i < dimension; ++i) { log.print(",{}", noise.number<float>() / 4); }
  }
  log.print("\n");
  log.finish();
}

template <class Work>
double seconds(Work work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  work();
  return now() - start;
}

/// The shortest times of both, in turns, until their ratio is good enough or the rounds are over.
template <class First, class Second, class IsGood>
double ratio_of(const char* first_name, First first, const char* second_name, Second second, IsGood is_good) {
  double shortest_first = 1e9;
  double shortest_second = 1e9;
  for (int round = 0; round < most_rounds; ++round) {
    shortest_first = std::min(shortest_first, seconds(first));
    shortest_second = std::min(shortest_second, seconds(second));
    if (round >= 2 && is_good(shortest_first / shortest_second)) { break; }
  }
  std::printf("%s %.3f s, %s %.3f s: ratio %.2f\n", first_name, shortest_first, second_name, shortest_second,
              shortest_first / shortest_second);
  return shortest_first / shortest_second;
}

// --- the learner -----------------------------------------------------------------------------------------------------

std::unique_ptr<tool::DynamicLearner<float>> make_learner() {
  tool::LearnerSettings<float> settings;
  settings.rule = ballast::Implicit{};
  settings.lambda = 0.25F;
  settings.ratio = 1.0F;
  settings.schedule = ballast::ConstantSchedule<float>{0.1F};
  settings.projection = ballast::JointBall<float>{1000.0F};
  return tool::make_learner(settings, dimension);
}

struct Step {
  float step_size;
  ballast::Report<float> report;
  float average_reward;
  float weights[dimension];
};

/// What the learner does with the log.
std::vector<Step> record(tool::DynamicLearner<float>& learner) {
  tool::LogReader<float> log(log_path());
  std::vector<Step> steps;
  tool::LogRow<float> here;
  tool::LogRow<float> there;
  for (log.next(here); log.next(there); std::swap(here, there)) {
    const float step_size = learner.step_size();
    const auto report = learner.update(here.phi.values.data(), here.reward, there.phi.values.data());
    steps.push_back({step_size, report, learner.average_reward(), {}});
    std::copy_n(learner.weights(), dimension, steps.back().weights);
  }
  return steps;
}

/// Learns nothing, and shows what was recorded: the same digits are written.
class Idle final : public tool::DynamicLearner<float> {
 public:
  explicit Idle(std::vector<Step> steps) : steps_(std::move(steps)) {}

  ballast::Status start(const std::vector<float>& /*weights*/, float /*average_reward*/) override {
    next_ = 0;
    return ballast::Status::ok;
  }
  void resume(const tool::LearnerState<float>& /*state*/) override {}
  tool::LearnerState<float> state() const override { return {}; }
  tool::LearnerSettings<float> settings() const override { return {}; }
  float step_size() const override { return steps_[next_].step_size; }
  ballast::Report<float> update(const float* /*phi*/, float /*reward*/, const float* /*next*/) override {
    return steps_[next_++].report;
  }
  tool::UpdateLimit update_limit() const override { return {}; }
  void reset_trace() override {}
  float average_reward() const override { return steps_[next_ - 1].average_reward; }
  const float* weights() const override { return steps_[next_ - 1].weights; }

 private:
  std::vector<Step> steps_;
  std::size_t next_ = 0;
};

void start(tool::DynamicLearner<float>& learner) {
  TEST_ASSERT_TRUE(learner.start(std::vector<float>(dimension), 0.0F) == ballast::Status::ok);
}

void replay(tool::DynamicLearner<float>& learner) {
  start(learner);
  tool::LogReader<float> log(log_path());
  tool::OutputFile out(folder + "/speed_out.csv");
  tool::replay_log(log, learner, out, tool::OnBad::stop);
  out.finish();
}

void test_the_learner_adds_at_most_three_tenths_to_reading_and_writing() {
  const auto learner = make_learner();
  start(*learner);
  Idle idle(record(*learner));
  const double ratio = ratio_of(
      "replay", [&] { replay(*learner); }, "reader and writer alone", [&] { replay(idle); },
      [](double x) { return x <= 1.3; });
  TEST_ASSERT_TRUE(ratio <= 1.3);
}

// --- the reader ------------------------------------------------------------------------------------------------------

template <class T>
double sum_of_log() {
  tool::LogReader<T> log(log_path());
  tool::LogRow<T> row;
  double sum = 0;
  while (log.next(row)) { sum += static_cast<double>(row.phi.values.back()); }
  return sum;
}

/// The same lines, each field by strtod, and no check that anything is as it should be.
double sum_by_strtod() {
  tool::LineReader lines(log_path());
  std::string_view line;
  double sum = 0;
  std::vector<double> fields(dimension + 2);
  for (lines.next(line); lines.next(line);) {
    char* at = const_cast<char*>(line.data());
    for (double& field : fields) { field = std::strtod(at, &at), ++at; }
    sum += fields.back();
  }
  return sum;
}

/// The same by std::from_chars: what io/number.hpp would have to be dropped for.
template <class T>
double sum_by_from_chars() {
  tool::LineReader lines(log_path());
  std::string_view line;
  double sum = 0;
  std::vector<T> fields(dimension + 2);
  for (lines.next(line); lines.next(line);) {
    const char* at = line.data();
    for (T& field : fields) { at = std::from_chars(at, line.data() + line.size(), field).ptr + 1; }
    sum += static_cast<double>(fields.back());
  }
  return sum;
}

template <class T>
void check_reading(const char* name) {
  double ours = 0;
  double theirs = 0;
  const double ratio = ratio_of(
      "strtod", [&] { theirs = sum_by_strtod(); }, name, [&] { ours = sum_of_log<T>(); },
      [](double x) { return x >= 3.0; });
  TEST_ASSERT_TRUE(ours - theirs < 1e-3 && theirs - ours < 1e-3);
  TEST_ASSERT_TRUE(ratio >= 3.0);
}

template <class T>
double ratio_to_from_chars(const char* name) {
  return ratio_of(
      "from_chars", [] { (void)sum_by_from_chars<T>(); }, name, [] { (void)sum_of_log<T>(); },
      [](double x) { return x > 1.0; });
}

void test_reading_floats_is_three_times_as_fast_as_strtod() {
  check_reading<float>("reading floats");
}
void test_reading_doubles_is_three_times_as_fast_as_strtod() {
  check_reading<double>("reading doubles");
}

/// From the day that this fails, io/number.hpp has no reason to be. (Here from_chars has nothing to check, the reader
/// has: in double they are too close for a promise.)
void test_reading_is_faster_than_from_chars() {
  (void)ratio_to_from_chars<double>("reading doubles");
  TEST_ASSERT_TRUE(ratio_to_from_chars<float>("reading floats") > 1.0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) { return 2; }
  folder = argv[1];
  rows = std::strtoull(argv[2], nullptr, 10);
  write_log();
  UNITY_BEGIN();
  RUN_TEST(test_the_learner_adds_at_most_three_tenths_to_reading_and_writing);
  RUN_TEST(test_reading_floats_is_three_times_as_fast_as_strtod);
  RUN_TEST(test_reading_doubles_is_three_times_as_fast_as_strtod);
  RUN_TEST(test_reading_is_faster_than_from_chars);
  std::remove(log_path().c_str());
  std::remove((folder + "/speed_out.csv").c_str());
  return UNITY_END();
}
