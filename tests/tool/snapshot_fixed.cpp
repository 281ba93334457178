// The tool and the library agree on snapshots in fixed point: what the library saves the tool reads, with the same
// numbers, and writes again byte for byte. Saves them in the current folder, too: dense, sparse, agent.

#include <io/snapshot_bytes.hpp>
#include <io/snapshot_companions.hpp>

#include <ballast/features/one_hot.hpp>
#include <ballast/field/fixed_health.hpp>
#include <ballast/field/together.hpp>
#include <ballast/fixed.hpp>
#include <ballast/snapshot.hpp>

#include <cmath>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <etl/array.h>

#include "experiments/files/error.hpp"
#include "file_source.hpp"
#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

constexpr uint32_t fingerprint = 0xCAFEU;
constexpr size_t dimension = 5;

struct LongTrace : FixedLimits {
  static constexpr double lambda = 0.9;
  static constexpr double radius = 20;
};
struct OneActive : FixedLimits {
  static constexpr size_t active = 1;
};

struct Sink {
  std::vector<uint8_t> bytes;
  bool write(const uint8_t* from, size_t count) {
    bytes.insert(bytes.end(), from, from + count);
    return true;
  }
};

/// As the tool has read it.
template <class Subject>
tool::Snapshot check(const std::string& file, const Subject& subject) {
  Sink sink;
  TEST_ASSERT_TRUE(save(subject, fingerprint, sink, 3) == Status::ok);
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(sink.bytes.data()), static_cast<std::streamsize>(sink.bytes.size()));
  const tool::Snapshot snapshot = tool::from_bytes(sink.bytes, file, tool::Scalars::all);
  TEST_ASSERT_TRUE(tool::to_bytes(snapshot) == sink.bytes);
  try {
    (void)tool::from_bytes(sink.bytes, file);
    TEST_FAIL_MESSAGE("a command that knows float and double alone has read it");
  } catch (const experiments::InputError& error) {
    TEST_ASSERT_NOT_NULL(std::strstr(error.what(), "of a learner in fixed point"));
  }
  return snapshot;
}

template <class L>
void check_learner(const std::string& file, const typename L::Config& config) {
  L learner;
  TEST_ASSERT_TRUE(learner.start(config.settings()) == Status::ok);
  Noise random(5);
  etl::array<FixedFeature, dimension> phi{};
  for (int t = 0; t < 100; ++t) {
    etl::array<FixedFeature, dimension> next{};
    for (FixedFeature& x : next) { x = FixedFeature::from_raw(static_cast<int16_t>(random.word() >> 4)); }
    const auto reward = L::Value::fraction(static_cast<int32_t>(random.word() % 2000) - 500, 100);
    TEST_ASSERT_TRUE(learner.update(phi, reward, next).status == Status::ok);
    phi = next;
  }
  const tool::Snapshot snapshot = check(file, learner);
  TEST_ASSERT_TRUE(snapshot.average_reward == learner.average_reward().to_double());
  for (size_t i = 0; i < dimension; ++i) {
    TEST_ASSERT_TRUE(snapshot.weights[i] == learner.weight(i).to_double());
    TEST_ASSERT_TRUE(snapshot.trace[i] == learner.trace(i).to_double());
  }
  TEST_ASSERT_TRUE(snapshot.settings.lambda == learner.config().lambda.to_double());
  TEST_ASSERT_TRUE(snapshot.settings.ratio == learner.config().ratio.to_double());
  TEST_ASSERT_EQUAL_UINT32(100, snapshot.updates);
}

void test_learners() {
  using Dense = FixedLearner<dimension>;
  check_learner<Dense>("dense", Dense::Config().lambda(0.25).ratio(0.07).step_size(0.3));
  using Sparse = FixedSparseLearner<dimension, LongTrace, ImplicitDifferential, SeparateBalls, PolynomialSchedule>;
  check_learner<Sparse>("sparse", Sparse::Config().lambda(0.9).beta_0(1.3).power(0.7).offset(2).weights_radius(7));
  using Ones = Learner<Fixed<dimension>, dimension, Standard, WithoutOnes<NoProjection<Fixed<dimension>>>>;
  check_learner<Ones>("ones", Ones::Config().step_size(0.01));
}

void test_an_agent_with_health() {
  using Agent = FixedSarsa<OneHot<FixedFeature, 6>, 2, OneActive>;
  Agent agent;
  FixedHealth<Agent, 2> health;
  TEST_ASSERT_TRUE(agent.start(Agent::Config().epsilon(0.25), 9) == Status::ok);
  Noise random(5);
  for (int t = 0; t < 5000; ++t) {
    const auto reward = Agent::Value::fraction(static_cast<int32_t>(random.word() % 200), 100);
    const Decision decision = agent.tick(reward, OneHot<FixedFeature, 6>(random.word() % 6));
    health.add(agent, decision, reward);
  }
  const tool::Snapshot snapshot = check("agent", together(agent, health));
  TEST_ASSERT_TRUE(snapshot.agent && snapshot.agent->exploration[0].epsilon == 0.25);
  const auto shown = tool::health_of(snapshot);
  TEST_ASSERT_TRUE(shown && shown->verdict == health.verdict());
  TEST_ASSERT_TRUE(shown->blocks_since_change == health.blocks_since_change());
  const auto is_near = [](float a, double b) { return std::abs(static_cast<double>(a) - b) < 1e-5; };
  TEST_ASSERT_TRUE(is_near(shown->td_error, health.td_error().to_double()));
  TEST_ASSERT_TRUE(is_near(shown->td_error_size, health.td_error_size().to_double()));
  TEST_ASSERT_TRUE(is_near(shown->reward, health.reward().to_double()));
  TEST_ASSERT_TRUE(is_near(shown->reward_deviation, health.reward_deviation().to_double()));
  TEST_ASSERT_TRUE(is_near(shown->small_update_rate, health.small_update_rate().to_double()));
}

// --- what `ballast snapshot convert` has made of these files ---------------------------------------------------------

double in_double(float x) {
  return static_cast<double>(x);
}
template <class Number>
double in_double(Number x) {
  return x.to_double();
}

template <class A, class B>
void check_weights(const A& a, const B& b, size_t weights) {
  for (size_t i = 0; i < weights; ++i) {
    TEST_ASSERT_TRUE(std::abs(in_double(a.weight(i)) - in_double(b.weight(i))) <=
                     0x1p-19);  // half a unit of the coarser
  }
  TEST_ASSERT_TRUE(in_double(a.weight(1)) != 0);
}

template <class Subject>
void check_resumed(const std::string& file, Subject& subject) {
  Source source{std::ifstream(file, std::ios::binary)};
  TEST_ASSERT_EQUAL_STRING_MESSAGE("ok", name(resume(subject, fingerprint, source)), file.c_str());
}

/// In float it is the snapshot of a dense learner, of which a sparse one takes the weights.
template <class Agent>
void check_adopted(const std::string& file, Agent& agent) {
  Source source{std::ifstream(file, std::ios::binary)};
  TEST_ASSERT_TRUE(adopt(agent, typename Agent::Config(), 1, fingerprint, source) == Status::ok);
}

void test_a_device_takes_what_was_converted() {
  FixedLearner<dimension> dense;
  Learner<float, dimension> in_float;
  FixedLearner<dimension, LongTrace> finer;
  check_resumed("dense", dense);
  check_resumed("dense_float", in_float);
  check_resumed("dense_finer", finer);
  check_weights(dense, in_float, dimension);
  check_weights(in_float, finer, dimension);
  TEST_ASSERT_TRUE(finer.config().projection.radius == decltype(finer)::Value(16));
  TEST_ASSERT_EQUAL_UINT32(0, finer.updates());

  FixedSarsa<OneHot<FixedFeature, 6>, 2, OneActive> agent;
  FixedSarsa<OneHot<FixedFeature, 6>, 2, OneActive> again;
  Sarsa<float, OneHot<float, 6>, 2> agent_in_float;
  check_resumed("agent", agent);
  check_adopted("agent_float", agent_in_float);
  check_adopted("agent_again", again);
  check_weights(agent.learner(), agent_in_float.learner(), 12);
  check_weights(agent.learner(), again.learner(), 12);
}

}  // namespace

int main(int argc, char** argv) {
  UNITY_BEGIN();
  if (argc > 1 && std::string(argv[1]) == "converted") {
    RUN_TEST(test_a_device_takes_what_was_converted);
    return UNITY_END();
  }
  RUN_TEST(test_learners);
  RUN_TEST(test_an_agent_with_health);
  return UNITY_END();
}
