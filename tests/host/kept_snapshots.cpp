// Snapshots that were written by the first version that had them, and are kept in tests/golden: every later version
// must read them, find the same numbers in them, and write the same bytes.
//
//   kept_snapshots write   writes those that are not there yet

#include <ballast/control/sarsa.hpp>
#include <ballast/features/fingerprint.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/features/tile_coder.hpp>
#include <ballast/field/guard.hpp>
#include <ballast/field/health.hpp>
#include <ballast/field/together.hpp>
#include <ballast/learner.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/sparse_learner.hpp>

#include <stdio.h>
#include <string.h>

#include <etl/array.h>

#include "digest.hpp"
#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

struct File {
  uint8_t bytes[4096]{};
  size_t size = 0;

  bool write(const uint8_t* from, size_t count) {
    if (count > sizeof bytes - size) { return false; }
    memcpy(bytes + size, from, count);
    size += count;
    return true;
  }
  bool read(uint32_t offset, uint8_t* to, size_t count) const {
    if (offset > size || count > size - offset) { return false; }
    memcpy(to, bytes + offset, count);
    return true;
  }
};

constexpr const char* path_of(int i) {
  constexpr const char* paths[] = {GOLDEN_DIR "/snapshot_v1_learner.bin", GOLDEN_DIR "/snapshot_v1_sparse_learner.bin",
                                   GOLDEN_DIR "/snapshot_v1_agent.bin", GOLDEN_DIR "/snapshot_v1_together.bin"};
  return paths[i];
}

File load(int i) {
  File file;
  FILE* const stream = fopen(path_of(i), "rb");
  TEST_ASSERT_NOT_NULL_MESSAGE(stream, path_of(i));
  file.size = fread(file.bytes, 1, sizeof file.bytes, stream);
  (void)fclose(stream);
  return file;
}

// --- what they are of -----------------------------------------------------------------------------------------------

constexpr size_t dimension = 12;
using Dense = Learner<float, dimension>;
using Sparse =
    SparseLearner<double, dimension, Standard, WithoutOnes<SeparateBalls<double>>, PolynomialSchedule<double>>;
using Coder = TileCoder<float, 4, 3, 2>;
using Agent =
    Sarsa<float, Coder::Features, 2, Implicit, JointBall<float>, PolynomialSchedule<float>, EpsilonSteps<float, 2>>;
constexpr Coder coder{{{0.0F, 1.0F}, {-1.0F, 1.0F}}};
constexpr uint32_t features = 0x12345678;

template <class L>
void learn(L& learner) {
  using T = typename L::Value;
  Noise random(5);
  SparseFeatures<T, dimension, 3> phi;
  SparseFeatures<T, dimension, 3> next;
  for (int t = 0; t < 100; ++t) {
    next.clear();
    for (int k = 0; k < 3; ++k) { (void)next.add(random.word() % dimension, random.number<T>()); }
    (void)learner.update(phi, random.number<T>(), next);
    phi = next;
  }
}
Dense dense_learner() {
  Dense learner;
  TEST_ASSERT_TRUE(learner.start(Dense::Config().lambda(0.75F)) == Status::ok);
  learn(learner);
  return learner;
}
Sparse sparse_learner() {
  Sparse learner;
  TEST_ASSERT_TRUE(learner.start(Sparse::Config().lambda(0.5).beta_0(0.25)) == Status::ok);
  learn(learner);
  return learner;
}
Agent tile_agent() {
  Agent agent;
  TEST_ASSERT_TRUE(agent.start(Agent::Config().epsilon(0.5F).epsilon_from(80, 0.1F), 3) == Status::ok);
  Noise random(6);
  for (int t = 0; t < 100; ++t) {
    Coder::Features phi(Coder::unit_value);
    const float x = random.number<float>() * 0.5F + 0.5F;
    (void)coder.encode({{x, random.number<float>()}}, phi);
    (void)(t % 23 == 5 ? agent.skip() : agent.tick(random.number<float>(), phi));
  }
  return agent;
}

/// An agent with its companions: it was settled and its weights were kept when its readings became bad, so that the
/// fallback decides.
struct Watched {
  using Agent = Sarsa<float, etl::array<float, 2>, 2>;
  struct Rules : GuardRules {
    static constexpr uint32_t keep_every = 1000;
  };
  Agent agent;
  Health<2> health;
  Guard<KeptInRam<Agent>, Rules> guard;

  auto together() { return ballast::together(agent, health, guard); }
};
Watched watched_agent() {
  Watched watched;
  TEST_ASSERT_TRUE(watched.agent.start(Watched::Agent::Config().step_size(0.01F).epsilon(0.1F), 3) == Status::ok);
  Noise random(7);
  for (int t = 0; t < 67 * 110; ++t) {
    const float reward = t < 67 * 100 ? random.number<float>() : from_bits<float>(Ieee754<float>::exponent_mask);
    const Decision decision = watched.agent.tick(reward, {{random.number<float>(), random.number<float>()}});
    watched.health.add(watched.agent, decision, reward);
    (void)watched.guard.watch(watched.agent, watched.health);
  }
  return watched;
}

// --- kept -----------------------------------------------------------------------------------------------------------

template <class Subject>
void keep(int i, const Subject& subject, uint32_t fingerprint) {
  if (FILE* const there = fopen(path_of(i), "rb")) {
    (void)fclose(there);
    return;
  }
  File file;
  TEST_ASSERT_TRUE(save(subject, fingerprint, file, 100 + static_cast<uint32_t>(i)) == Status::ok);
  FILE* const stream = fopen(path_of(i), "wb");
  TEST_ASSERT_NOT_NULL(stream);
  TEST_ASSERT_EQUAL_UINT32(file.size, fwrite(file.bytes, 1, file.size, stream));
  TEST_ASSERT_EQUAL_INT(0, fclose(stream));
}
void write_those_that_are_missing() {
  keep(0, dense_learner(), features);
  keep(1, sparse_learner(), features);
  keep(2, tile_agent(), fingerprint(coder));
  Watched watched = watched_agent();
  keep(3, watched.together(), features);
}

template <class Subject>
void check_same_bytes(int i, const Subject& subject, uint32_t fingerprint, const File& file) {
  File again;
  TEST_ASSERT_TRUE(save(subject, fingerprint, again, 100 + static_cast<uint32_t>(i)) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(file.size, again.size);
  TEST_ASSERT_EQUAL_MEMORY(file.bytes, again.bytes, file.size);
}

/// Weights and trace, to the last bit.
template <class L>
uint64_t digest_of(const L& learner) {
  Digest digest;
  for (size_t i = 0; i < sizeof(typename L::Weights) / sizeof(typename L::Weight); ++i) {
    digest.add(learner.weight(i));
    digest.add(learner.trace(i));
  }
  return digest.value();
}

void test_a_learner() {
  const File file = load(0);
  Dense learner;
  TEST_ASSERT_TRUE(resume(learner, features, file) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(100, learner.updates());
  ASSERT_SAME_BITS(0.75F, learner.config().lambda);
  TEST_ASSERT_EQUAL_HEX64(0x000000003C6125E5U, to_bits(learner.average_reward()));
  TEST_ASSERT_EQUAL_HEX64(0xF6A5B0B1C646699FU, digest_of(learner));
  check_same_bytes(0, learner, features, file);
}

void test_a_sparse_learner() {
  const File file = load(1);
  Sparse learner;
  TEST_ASSERT_TRUE(resume(learner, features, file) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(100, learner.updates());
  ASSERT_SAME_BITS(0.25, learner.config().schedule.beta_0);
  TEST_ASSERT_EQUAL_HEX64(0x3F97BCBAEDAA8948U, to_bits(learner.average_reward()));
  TEST_ASSERT_EQUAL_HEX64(0x6B1BBDF77902E1C9U, digest_of(learner));
  check_same_bytes(1, learner, features, file);
}

void test_an_agent() {
  const File file = load(2);
  Agent agent;
  TEST_ASSERT_EQUAL_HEX32(0x02386450U, fingerprint(coder));
  TEST_ASSERT_TRUE(resume(agent, fingerprint(coder), file) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(95, agent.decisions());
  TEST_ASSERT_EQUAL_UINT32(5, agent.skipped());
  TEST_ASSERT_EQUAL_HEX64(0x1DB62BD63E7F0A7CU, agent.random_state());
  TEST_ASSERT_EQUAL_HEX64(0x000000003EB8954CU, to_bits(agent.average_reward()));
  TEST_ASSERT_EQUAL_HEX64(0x93563343B60363E7U, digest_of(agent.learner()));
  check_same_bytes(2, agent, fingerprint(coder), file);
}

void test_an_agent_with_health_and_guard() {
  const File file = load(3);
  Watched watched;
  auto together = watched.together();
  TEST_ASSERT_TRUE(resume(together, features, file) == Status::ok);
  TEST_ASSERT_TRUE(watched.agent.is_evaluating());
  TEST_ASSERT_TRUE(watched.health.verdict() == Verdict::blind);
  TEST_ASSERT_EQUAL_HEX32(0xBD72B4C6U, to_bits(watched.health.reward()));
  TEST_ASSERT_EQUAL_HEX32(0x3F1BAECFU, to_bits(watched.health.td_error_size()));
  TEST_ASSERT_EQUAL_UINT32(111, watched.health.blocks_since_change());
  TEST_ASSERT_EQUAL_UINT32(0, watched.health.longest_unused());
  TEST_ASSERT_FALSE(watched.guard.is_trusted());
  TEST_ASSERT_EQUAL_UINT32(1, watched.guard.handovers());
  TEST_ASSERT_TRUE(watched.guard.keeper().has_any());
  TEST_ASSERT_EQUAL_HEX64(0x6AAB11463D719FCDU, digest_of(watched.agent.learner()));
  check_same_bytes(3, together, features, file);
}
/// Firmware without companions skips them.
void test_the_agent_alone() {
  const File file = load(3);
  Watched::Agent agent;
  TEST_ASSERT_TRUE(resume(agent, features, file) == Status::ok);
  TEST_ASSERT_TRUE(agent.is_evaluating());
  TEST_ASSERT_EQUAL_HEX64(0x6AAB11463D719FCDU, digest_of(agent.learner()));
}

/// What `adopt` takes has its place, too.
void test_weights_are_adopted() {
  Learner<double, dimension> learner;
  const File file = load(1);
  Sparse sparse;
  TEST_ASSERT_TRUE(resume(sparse, features, file) == Status::ok);
  TEST_ASSERT_TRUE(adopt(learner, decltype(learner)::Config(), features, file) == Status::ok);
  for (size_t i = 0; i < dimension; ++i) { ASSERT_SAME_BITS(sparse.weight(i), learner.weight(i)); }
}

}  // namespace

int main(int count, char** arguments) {
  UNITY_BEGIN();
  if (count > 1 && strcmp(arguments[1], "write") == 0) { RUN_TEST(write_those_that_are_missing); }
  RUN_TEST(test_a_learner);
  RUN_TEST(test_a_sparse_learner);
  RUN_TEST(test_an_agent);
  RUN_TEST(test_an_agent_with_health_and_guard);
  RUN_TEST(test_the_agent_alone);
  RUN_TEST(test_weights_are_adopted);
  return UNITY_END();
}
