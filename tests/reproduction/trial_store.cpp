// Files of trials: what is read is what was written, whatever happened to the file in between.

#include <experiments/files/error.hpp>
#include <experiments/runner/runner.hpp>
#include <experiments/runner/trial_store.hpp>

#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "suite.hpp"

using namespace ballast::experiments;
namespace fs = std::filesystem;

namespace {

const RunIdentity identity{"reproduce", "0.2.0", "--seed 1 --quick", "ballast reproduce --seed 1 --quick"};
const std::string folder = "trial_store";
const std::string path = folder + "/unfinished.trials";

/// Each trial has a list of numbers; which of them were run is counted.
class Numbers : public Experiment {
 public:
  explicit Numbers(std::string name, std::uint32_t trials) : name_(std::move(name)), found_(trials) {}

  std::string name() const override { return name_; }
  std::uint32_t trials() const override { return static_cast<std::uint32_t>(found_.size()); }
  double seconds_per_trial() const override { return 0.1; }
  void run(std::uint32_t trial) override {
    found_[trial] = {1.0 / (trial + 1.0), -0.0, std::numeric_limits<double>::quiet_NaN()};
    ++runs;
  }
  void save(std::uint32_t trial, OutcomeWriter& out) const override { out.put(found_[trial]); }
  void load(std::uint32_t trial, OutcomeReader& in) override {
    in.get(found_[trial]);
    OutcomeReader::require(found_[trial].size() == 3);
  }

  /// Whether all trials have what run() finds, to the bit.
  bool is_complete() const {
    Numbers expected(name_, trials());
    for (std::uint32_t trial = 0; trial < trials(); ++trial) {
      expected.run(trial);
      if (found_[trial].size() != 3) { return false; }
      for (std::size_t i = 0; i < 3; ++i) {
        if (ballast::to_bits(found_[trial][i]) != ballast::to_bits(expected.found_[trial][i])) { return false; }
      }
    }
    return true;
  }

  std::uint32_t runs = 0;

 private:
  std::string name_;
  std::vector<std::vector<double>> found_;
};

/// Two experiments with ten trials in all.
struct Pair {
  std::shared_ptr<Numbers> a = std::make_shared<Numbers>("a", 4);
  std::shared_ptr<Numbers> b = std::make_shared<Numbers>("b", 6);
  bool is_finished = false;

  TrialCounts run(TrialStore& store, const std::optional<Shard>& shard = std::nullopt) {
    return run_stages({{"a and b", {a, b}, [this] { is_finished = true; }}}, 1, &store, shard);
  }
  std::uint32_t runs() const { return a->runs + b->runs; }
  bool is_complete() const { return is_finished && a->is_complete() && b->is_complete(); }
};

std::string contents(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::string& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

/// The file of a run that was interrupted at its end.
std::string whole_file() {
  fs::remove(path);
  TrialStore store(folder, identity, std::nullopt);
  Pair().run(store);
  return contents(path);
}

template <class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const InputError& error) { return error.what(); }
  return "";
}

void assert_contains(const char* part, const std::string& text) {
  TEST_ASSERT_TRUE_MESSAGE(text.find(part) != std::string::npos, text.c_str());
}

/// Continues with these bytes; how many trials had to be run. The results must be right.
std::uint32_t resume_with(const std::string& bytes) {
  write(path, bytes);
  TrialStore store(folder, identity, std::nullopt);
  Pair pair;
  pair.run(store);
  TEST_ASSERT_TRUE(pair.is_complete());
  return pair.runs();
}

void test_outcomes_come_back_to_the_bit() {
  using Points = std::vector<std::pair<std::uint32_t, double>>;
  const Points points = {{7, -0.0}, {8, std::numeric_limits<double>::infinity()}, {9, 5e-324}};
  OutcomeWriter out;
  out.put(std::string("a\0b", 3));
  out.put(points);
  out.put(std::uint64_t{0x0102030405060708});
  TEST_ASSERT_EQUAL_UINT(8, out.bytes().back() == 1 ? out.bytes()[out.bytes().size() - 8] : 0);  // little endian

  OutcomeReader in(out.bytes());
  std::string text;
  Points same;
  std::uint64_t number = 0;
  in.get(text);
  in.get(same);
  in.get(number);
  TEST_ASSERT_TRUE(text == std::string("a\0b", 3) && number == 0x0102030405060708 && in.rest().empty());
  TEST_ASSERT_TRUE(same == points);
  ASSERT_SAME_BITS(-0.0, same.front().second);
  assert_contains("not those of this experiment", message_of([&] { in.get(number); }));
}

void test_a_file_that_ends_anywhere_is_continued() {
  const std::string whole = whole_file();
  std::uint32_t before = 10;
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const std::uint32_t runs = resume_with(whole.substr(0, size));
    TEST_ASSERT_TRUE(runs == before || runs + 1 == before);  // each trial that is there is used
    before = runs;
    TEST_ASSERT_EQUAL_UINT(whole.size(), contents(path).size());  // and what was half there is not
  }
  TEST_ASSERT_EQUAL_UINT(0, before);
}

void test_a_damaged_record_and_those_after_it_are_run_again() {
  const std::string whole = whole_file();
  std::size_t header = whole.size();
  while (header > 0 && resume_with(whole.substr(0, header - 1)) < 10) { --header; }  // the end of the first record
  std::uint32_t before = 10;
  for (std::size_t place = header - 1; place < whole.size(); ++place) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
    const std::uint32_t runs = resume_with(damaged);
    TEST_ASSERT_TRUE(runs >= 1 && runs <= before);
    before = runs;
  }
  TEST_ASSERT_EQUAL_UINT(1, before);
}

void test_zeros_at_the_end_are_cut_off() {
  const std::string whole = whole_file();
  TEST_ASSERT_EQUAL_UINT(0, resume_with(whole + std::string(4096, '\0')));
  TEST_ASSERT_EQUAL_UINT(whole.size(), contents(path).size());
}

void test_a_damaged_header_is_refused_and_left_alone() {
  const std::string whole = whole_file();
  for (std::size_t place = 0; place < 60; ++place) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
    write(path, damaged);
    assert_contains("its header is damaged", message_of([] { TrialStore(folder, identity, std::nullopt); }));
    assert_contains("its header is damaged", message_of([] { TrialStore({path}); }));
    TEST_ASSERT_TRUE(contents(path) == damaged);
  }
}

void test_another_run_is_refused() {
  (void)whole_file();
  const auto refusal = [](const RunIdentity& other) {
    return message_of([&] { TrialStore(folder, other, std::nullopt); });
  };
  assert_contains("(another seed: 1 and 2): ballast reproduce --seed 1 --quick",
                  refusal({"reproduce", "0.2.0", "--seed 2 --quick", ""}));
  assert_contains("(Ballast 0.2.0 and 0.3.0)", refusal({"reproduce", "0.3.0", "--seed 1 --quick", ""}));
  assert_contains("(--quick was given", refusal({"reproduce", "0.2.0", "--seed 1", ""}));
  assert_contains("(--trials was given", refusal({"reproduce", "0.2.0", "--seed 1 --trials 3 --quick", ""}));
  assert_contains("(another experiment)", refusal({"reproduce", "0.2.0", "--seed 1 --quick\n{}", ""}));
  assert_contains("(another command: reproduce and experiment)", refusal({"experiment", "0.2.0", "", ""}));
  TEST_ASSERT_EQUAL_STRING("", refusal({"reproduce", "0.2.0", "--seed 1 --quick", "in other words"}).c_str());
}

void test_one_process_at_a_time() {
  const TrialStore store(folder, identity, std::nullopt);
  assert_contains("another process is writing this file",
                  message_of([] { TrialStore(folder, identity, std::nullopt); }));
}

void test_without_trials_no_file_is_left() {
  fs::remove(path);
  { const TrialStore store(folder, identity, std::nullopt); }
  TEST_ASSERT_FALSE(fs::exists(path));
}

std::string shard_path(std::uint32_t number) {
  return folder + "/shard-" + std::to_string(number) + "-of-3.trials";
}

/// All three; returns how many trials were run.
std::uint32_t run_shards() {
  std::uint32_t runs = 0;
  for (std::uint32_t number = 1; number <= 3; ++number) {
    fs::remove(shard_path(number));
    TrialStore store(folder, identity, Shard{number, 3});
    Pair pair;
    pair.run(store, Shard{number, 3});
    TEST_ASSERT_FALSE(pair.is_finished);
    runs += pair.runs();
  }
  return runs;
}

void test_shards_are_a_whole_run() {
  TEST_ASSERT_EQUAL_UINT(10, run_shards());
  TrialStore all({shard_path(3), shard_path(1), shard_path(2), shard_path(2)});
  Pair pair;
  pair.run(all);
  TEST_ASSERT_TRUE(pair.is_complete());
  TEST_ASSERT_EQUAL_UINT(0, pair.runs());
}

void test_a_missing_trial_is_named() {
  run_shards();
  const std::string whole = contents(shard_path(2));
  write(shard_path(2), whole.substr(0, whole.size() - 1));
  TrialStore all({shard_path(1), shard_path(2), shard_path(3)});
  Pair pair;
  assert_contains("shard 2/3, trial_store/shard-2-of-3.trials: trial 4 of b is missing: run it again",
                  message_of([&] { pair.run(all); }));
  TEST_ASSERT_FALSE(pair.is_finished);
}

void test_different_outcomes_of_one_trial_are_refused() {
  run_shards();
  const std::string copy = folder + "/copy.trials";
  fs::remove(copy);
  {
    TrialFile file(copy, {identity, Shard{2, 3}});
    file.append("b", 1, "other outcomes");
  }
  assert_contains("have different outcomes of trial 1 of b", message_of([&] {
                    TrialStore({shard_path(1), shard_path(2), shard_path(3), copy});
                  }));
}

void test_outcomes_of_another_shape_are_refused() {
  fs::remove(path);
  {
    TrialFile file(path, {identity, Shard{}});
    OutcomeWriter out;
    out.put(std::vector<double>{1.0, 2.0});
    file.append("a", 0, out.bytes());
  }
  TrialStore store(folder, identity, std::nullopt);
  Pair pair;
  assert_contains("trial 0 of a", message_of([&] { pair.run(store); }));
}

}  // namespace

int main() {
  fs::remove_all(folder);
  fs::create_directory(folder);
  UNITY_BEGIN();
  RUN_TEST(test_outcomes_come_back_to_the_bit);
  RUN_TEST(test_a_file_that_ends_anywhere_is_continued);
  RUN_TEST(test_a_damaged_record_and_those_after_it_are_run_again);
  RUN_TEST(test_zeros_at_the_end_are_cut_off);
  RUN_TEST(test_a_damaged_header_is_refused_and_left_alone);
  RUN_TEST(test_another_run_is_refused);
  RUN_TEST(test_one_process_at_a_time);
  RUN_TEST(test_without_trials_no_file_is_left);
  RUN_TEST(test_shards_are_a_whole_run);
  RUN_TEST(test_a_missing_trial_is_named);
  RUN_TEST(test_different_outcomes_of_one_trial_are_refused);
  RUN_TEST(test_outcomes_of_another_shape_are_refused);
  return UNITY_END();
}
