// What the tool saves is what a device saves, byte for byte, and each goes on from the snapshot of the other: learning
// ends in the same bits wherever its parts took place. The device is a ballast::Learner here; tests/suites/snapshot.cpp
// shows that its bytes are the same on every core. Argument: the tool. Writes to the current folder.

#include <ballast/adjustable_schedule.hpp>
#include <ballast/control/sarsa.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/field/guard.hpp>
#include <ballast/field/health.hpp>
#include <ballast/field/together.hpp>
#include <ballast/learner.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/sparse_learner.hpp>

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <etl/array.h>

#include "file_source.hpp"
#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

std::string program;
constexpr uint32_t features = 0xFEED1234U;
constexpr size_t dimension = 5;
constexpr int steps = 80;
constexpr int half = 37;

// --- files ----------------------------------------------------------------------------------------------------------

using Bytes = std::vector<char>;

Bytes contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  TEST_ASSERT_TRUE_MESSAGE(file.good(), path.c_str());
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Sink {
  std::ofstream file;
  bool write(const uint8_t* from, size_t count) {
    file.write(reinterpret_cast<const char*>(from), static_cast<std::streamsize>(count));
    return file.good();
  }
};

template <class L>
void save_to(const std::string& path, const L& learner) {
  Sink sink{std::ofstream(path, std::ios::binary)};
  TEST_ASSERT_TRUE(save(learner, features, sink) == Status::ok);
}
template <class L>
Status resume_from(const std::string& path, L& learner) {
  Source source{std::ifstream(path, std::ios::binary)};
  return resume(learner, features, source);
}
template <class L>
Status adopt_from(const std::string& path, L& learner, const typename L::Settings& settings) {
  Source source{std::ifstream(path, std::ios::binary)};
  return adopt(learner, settings, features, source);
}

int exit_code(const std::string& arguments) {
  const int status = std::system(("'" + program + "' " + arguments).c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
void run(const std::string& arguments) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, exit_code(arguments), arguments.c_str());
}

bool has_text(const std::string& path, const std::string& text) {
  const Bytes found = contents(path);
  return std::string(found.begin(), found.end()).find(text) != std::string::npos;
}

void assert_same_file(const std::string& a, const std::string& b) {
  TEST_ASSERT_TRUE_MESSAGE(contents(a) == contents(b), (a + " and " + b).c_str());
}

// --- a log ----------------------------------------------------------------------------------------------------------

template <class T>
struct Log {
  etl::array<T, dimension> phi[steps + 1];
  T reward[steps + 1];

  explicit Log(uint32_t seed) {
    Noise noise(seed);
    for (int t = 0; t <= steps; ++t) {
      for (T& x : phi[t]) { x = noise.number<T>(); }
      reward[t] = noise.number<T>();
    }
  }

  /// Row `first` to `last`, both included.
  void write(const std::string& path, int first, int last) const {
    std::FILE* const file = std::fopen(path.c_str(), "w");
    std::fputs("t,reward,phi_0,phi_1,phi_2,phi_3,phi_4\n", file);
    for (int t = first; t <= last; ++t) {
      std::fprintf(file, "%d,%.17g", t, static_cast<double>(reward[t]));
      for (const T x : phi[t]) { std::fprintf(file, ",%.17g", static_cast<double>(x)); }
      std::fputs("\n", file);
    }
    std::fclose(file);
  }
};

template <class L>
void learn(L& learner, const Log<typename L::Value>& log, int first, int last) {
  for (int t = first; t < last; ++t) {
    TEST_ASSERT_TRUE(learner.update(log.phi[t], log.reward[t], log.phi[t + 1]).status == Status::ok);
  }
}

// --- the test -------------------------------------------------------------------------------------------------------

/// Weights and average reward, without anything else, become a snapshot that another configuration adopts.
template <class L>
void check_weights_alone(const L& learner, const std::string& scalar) {
  using T = typename L::Value;
  run("snapshot export device --csv --out weights.csv");
  run("snapshot import weights.csv --csv --out imported --fingerprint 0xFEED1234 " + scalar);
  using Other = SparseLearner<T, dimension, Implicit, SeparateBalls<T>>;
  Other other;
  TEST_ASSERT_TRUE(adopt_from("imported", other, typename Other::Config().settings()) == Status::ok);
  Learner<T, dimension> same;  // of the type that the defaults of the tool describe
  TEST_ASSERT_TRUE(resume_from("imported", same) == Status::ok);
  ASSERT_SAME_BITS(learner.average_reward(), other.average_reward());
  ASSERT_SAME_BITS(learner.average_reward(), same.average_reward());
  for (size_t i = 0; i < dimension; ++i) {
    ASSERT_SAME_BITS(learner.weight(i), other.weight(i));
    ASSERT_SAME_BITS(learner.weight(i), same.weight(i));
  }
}

template <class L>
void check(const typename L::Settings& settings, const std::string& scalar, const std::string& options) {
  const Log<typename L::Value> log(3);
  log.write("whole.csv", 0, steps);
  log.write("first.csv", 0, half);
  log.write("second.csv", half, steps);
  const std::string to_nowhere = " --out /dev/null";
  L device;
  TEST_ASSERT_TRUE(device.start(settings) == Status::ok);
  learn(device, log, 0, half);
  save_to("device", device);
  run("replay first.csv --save tool --fingerprint 4276949556 " + scalar + " " + options + to_nowhere);
  assert_same_file("device", "tool");

  run("snapshot show tool --json > shown.json");
  run("snapshot import shown.json --out again");
  assert_same_file("tool", "again");
  check_weights_alone(device, scalar);

  run("replay second.csv --from device --save tool_after" + to_nowhere);
  run("replay whole.csv --save tool_whole --fingerprint 0xfeed1234 " + scalar + " " + options + to_nowhere);
  L other;
  TEST_ASSERT_TRUE(resume_from("tool", other) == Status::ok);
  learn(other, log, half, steps);
  save_to("device_after", other);
  assert_same_file("device_after", "tool_after");
  assert_same_file("device_after", "tool_whole");
  TEST_ASSERT_EQUAL_UINT32(steps, other.updates());
}

template <class T>
void check_scalar(const std::string& scalar) {
  const auto of = [](double x) { return static_cast<T>(x); };
  using Default = Learner<T, dimension>;
  check<Default>(typename Default::Config().radius(of(0.75)), scalar, "--projection joint:0.75");  // the same defaults
  using Given = Learner<T, dimension, Standard, WithoutDirection<SeparateBalls<T>, dimension>, PolynomialSchedule<T>>;
  std::ofstream("direction.csv") << "dir_0,dir_1,dir_2,dir_3,dir_4\n1,2,3,-1,0.5\n";
  check<Given>(typename Given::Config()
                   .lambda(of(0.9))
                   .ratio(of(0.3))
                   .schedule({of(1.5), 2, of(0.99), 5})
                   .projection({{of(0.125), of(0.5)}, {T{1}, T{2}, T{3}, T{-1}, of(0.5)}}),
               scalar,
               "--rule standard --lambda 0.9 --ratio 0.3 --schedule polynomial:1.5,2,0.99,5 "
               "--projection separate:0.125,0.5 --constant-direction direction.csv");
}

/// Held from the beginning; and not held, which is a type of its own as well.
template <class T>
void check_held(const std::string& scalar) {
  using Held = Learner<T, dimension, Implicit, JointBall<T>, AdjustableSchedule<PolynomialSchedule<T>>>;
  const auto config = typename Held::Config().beta_0(static_cast<T>(1.5)).hold(5).radius(static_cast<T>(0.75));
  const std::string options = "--projection joint:0.75 --schedule adjustable:1.5,1,0.99,5,";
  check<Held>(config.held_at(static_cast<T>(0.125)), scalar, options + "0.125");
  check<Held>(config, scalar, options + "0");
}

/// Held on the device after some updates: a replay goes on with it, and t stands still there as well.
void test_held_later() {
  using Held = Learner<float, dimension, Implicit, JointBall<float>, AdjustableSchedule<PolynomialSchedule<float>>>;
  const Log<float> log(3);
  log.write("second.csv", half, steps);
  Held learner;
  TEST_ASSERT_TRUE(learner.start(Held::Config()) == Status::ok);
  learn(learner, log, 0, half);
  TEST_ASSERT_TRUE(learner.reconfigure(Held::Config(learner.config()).held_at(0.25F)) == Status::ok);
  save_to("held", learner);
  run("snapshot show held > shown.txt");
  const std::string text = "schedule        held at 0.25, its t stands at " + std::to_string(half) + "\n";
  TEST_ASSERT_TRUE(has_text("shown.txt", text));
  run("replay second.csv --from held --save held_after --out /dev/null");
  learn(learner, log, half, steps);
  save_to("device_after", learner);
  assert_same_file("device_after", "held_after");
  TEST_ASSERT_EQUAL_UINT32(half, learner.schedule_time());
}

void test_float() {
  check_scalar<float>("--scalar float");
  check_held<float>("--scalar float");
}
void test_double() {
  check_scalar<double>("--scalar double");
  check_held<double>("--scalar double");
}

// --- what a replay cannot run ---------------------------------------------------------------------------------------

/// Shown, and made of what was shown again; but a replay would not go on with the same bits.
template <class Subject>
void check_only_shown(const Subject& subject, const std::string& text) {
  Log<float>(3).write("whole.csv", 0, steps);
  save_to("other", subject);
  run("snapshot show other > shown.txt");
  TEST_ASSERT_TRUE_MESSAGE(has_text("shown.txt", text), text.c_str());
  run("snapshot show other --json | '" + program + "' snapshot import - --out again");
  assert_same_file("other", "again");
  run("snapshot diff other again");
  TEST_ASSERT_EQUAL_INT(2, exit_code("replay whole.csv --from other 2> errors.txt"));
  TEST_ASSERT_TRUE(has_text("errors.txt", "ballast: other: of " + text + ": a replay runs a Learner"));
}

void test_a_sparse_learner() {
  SparseLearner<float, dimension> learner;
  TEST_ASSERT_TRUE(learner.start(SparseLearner<float, dimension>::Config()) == Status::ok);
  learn(learner, Log<float>(3), 0, half);
  check_only_shown(learner, "SparseLearner<float, 5>");
}

void test_an_agent() {
  using Agent = Sarsa<double, OneHot<double, 4>, 3>;
  Agent agent;
  TEST_ASSERT_TRUE(agent.start(Agent::Config().epsilon(0.25), 7) == Status::ok);
  for (size_t t = 0; t < 50; ++t) { (void)agent.tick(0.125 * static_cast<double>(t % 7), OneHot<double, 4>(t % 4)); }
  check_only_shown(agent, "an agent with a SparseLearner<double, 12>");
  TEST_ASSERT_TRUE(has_text("shown.txt", "3 actions; the last one "));
  TEST_ASSERT_TRUE(has_text("shown.txt", "50 decisions, 0 skipped\nepsilon         0.25\n"));
}

/// Shown, made of what was shown again, compared, and exported.
void test_an_agent_with_health_and_guard() {
  using Agent = Sarsa<double, OneHot<double, 4>, 3>;
  Agent agent;
  Health<3> health;
  Guard<KeptInRam<Agent>> guard;
  TEST_ASSERT_TRUE(agent.start(Agent::Config().step_size(0.01), 7) == Status::ok);
  Noise noise(5);
  const auto run_for = [&](int ticks, bool is_bad) {
    for (int t = 0; t < ticks; ++t) {
      const auto reward = noise.number<double>();
      health.add(agent, is_bad ? agent.skip() : agent.tick(reward, OneHot<double, 4>(noise.word() % 4)), reward);
      (void)guard.watch(agent, health);
    }
  };
  run_for(17000, false);
  save_to("good", together(agent, health, guard));
  run_for(500, true);
  check_only_shown(together(agent, health, guard), "an agent with a SparseLearner<double, 12>");
  TEST_ASSERT_TRUE(has_text("shown.txt", "health          blind, "));
  TEST_ASSERT_TRUE(has_text("shown.txt", "rates: projected 0 %, refused 0 %, skipped "));
  TEST_ASSERT_TRUE(has_text("shown.txt",
                            "guard           the fallback decides until readings are good; 0 roll-backs, 1 handover; "
                            "weights are kept\n"));
  TEST_ASSERT_EQUAL_INT(1, exit_code("snapshot diff good other > shown.txt"));
  TEST_ASSERT_TRUE(has_text("shown.txt", "health: settled, "));
  TEST_ASSERT_TRUE(
      has_text("shown.txt", "guard: the learner decides; 0 roll-backs, 0 handovers; weights are kept, the"));
  run("snapshot export other --header > shown.txt");
  TEST_ASSERT_TRUE(has_text("shown.txt", "//   guard: the fallback decides until readings are good;"));

  run("snapshot show other --json > shown.json");
  run("snapshot show other --json | sed 's/\"verdict\": \"blind\"/\"verdict\": \"settled\"/' > changed.json");
  TEST_ASSERT_EQUAL_INT(2, exit_code("snapshot import changed.json --out again 2> errors.txt"));
  TEST_ASSERT_TRUE(has_text("errors.txt", "changed.json: health: is not what the words in 'companions' say"));
}

/// A replay of a learner goes on, and says what it leaves out.
void test_a_learner_with_health() {
  using L = Learner<float, dimension>;
  const Log<float> log(3);
  log.write("second.csv", half, steps);
  L learner;
  Health<> health;
  TEST_ASSERT_TRUE(learner.start(L::Config().ratio(1.0F)) == Status::ok);
  learn(learner, log, 0, half);
  save_to("watched", together(learner, health));
  run("replay second.csv --from watched --save after --out /dev/null 2> errors.txt");
  TEST_ASSERT_TRUE(
      has_text("errors.txt", "ballast: watched: health and guard are not replayed, and are not in after\n"));
  learn(learner, log, half, steps);
  save_to("device_after", learner);
  assert_same_file("device_after", "after");
}

}  // namespace

int main(int /*argc*/, char** argv) {
  program = argv[1];
  UNITY_BEGIN();
  RUN_TEST(test_float);
  RUN_TEST(test_double);
  RUN_TEST(test_held_later);
  RUN_TEST(test_a_sparse_learner);
  RUN_TEST(test_an_agent);
  RUN_TEST(test_an_agent_with_health_and_guard);
  RUN_TEST(test_a_learner_with_health);
  return UNITY_END();
}
