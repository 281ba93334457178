// The tool and the library agree on snapshots: what the library saves, of learners and agents of every kind, the tool
// reads and writes again, byte for byte; what the library refuses the tool refuses, whatever the bytes are.

#include <io/snapshot_bytes.hpp>
#include <io/snapshot_companions.hpp>

#include <ballast/adjustable_schedule.hpp>
#include <ballast/control/sarsa.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/features/tile_coder.hpp>
#include <ballast/field/guard.hpp>
#include <ballast/field/health.hpp>
#include <ballast/field/together.hpp>
#include <ballast/learner.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/sparse_learner.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <etl/array.h>
#include <etl/crc32.h>

#include "experiments/files/error.hpp"
#include "noise.hpp"
#include "settings.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

using Bytes = std::vector<uint8_t>;
constexpr uint32_t features = 0xCAFEU;

// --- bytes ----------------------------------------------------------------------------------------------------------

struct Sink {
  Bytes bytes;
  bool write(const uint8_t* from, size_t count) {
    bytes.insert(bytes.end(), from, from + count);
    return true;
  }
};

struct Source {
  const Bytes& bytes;
  bool read(uint32_t offset, uint8_t* to, size_t count) const {
    if (offset + count > bytes.size()) { return false; }
    std::copy_n(bytes.begin() + offset, count, to);
    return true;
  }
};

uint32_t word_at(const Bytes& bytes, size_t at) {
  uint32_t word = 0;
  for (size_t i = 0; i < 4; ++i) { word |= static_cast<uint32_t>(bytes[at + i]) << (8 * i); }
  return word;
}
void put_word(Bytes& bytes, size_t at, uint32_t word) {
  for (size_t i = 0; i < 4; ++i) { bytes[at + i] = static_cast<uint8_t>(word >> (8 * i)); }
}
/// Makes the checksum right.
void sign(Bytes& bytes) {
  put_word(bytes, bytes.size() - 4, etl::crc32(bytes.begin(), bytes.end() - 4).value());
}

/// Nothing, and a message that names the file, if the tool refuses them.
std::optional<tool::Snapshot> read(const Bytes& bytes) {
  try {
    return tool::from_bytes(bytes, "some.file");
  } catch (const experiments::InputError& error) {
    TEST_ASSERT_EQUAL_STRING_LEN("some.file: ", error.what(), 11);
    return {};
  }
}

// --- learners and agents --------------------------------------------------------------------------------------------

template <class L, size_t dimension>
std::unique_ptr<L> learner_with(const typename L::Settings& settings) {
  using T = typename L::Value;
  using Features = SparseFeatures<T, dimension, 3>;
  auto learner = std::make_unique<L>();
  TEST_ASSERT_TRUE(learner->start(settings) == Status::ok);
  Noise random(7);
  Features phi;
  for (int t = 0; t < 60; ++t) {
    Features next;
    for (int k = 0; k < 3; ++k) { (void)next.add(random.word() % dimension, random.number<T>()); }
    (void)learner->update(phi, t % 17 == 3 ? from_bits<T>(Ieee754<T>::exponent_mask) : random.number<T>(), next);
    phi = next;
  }
  return learner;
}

template <class Agent, class MakeFeatures>
std::unique_ptr<Agent> agent_with(const typename Agent::Config& config, MakeFeatures make_features) {
  auto agent = std::make_unique<Agent>();
  TEST_ASSERT_TRUE(agent->start(config, 3) == Status::ok);
  Noise random(9);
  for (int t = 0; t < 60; ++t) {
    (void)(t % 23 == 5 ? agent->skip() : agent->tick(random.number<typename Agent::Value>(), make_features(random)));
  }
  return agent;
}

template <class L>
const L& learner_in(const L& learner) {
  return learner;
}
template <class S, class F, size_t A, class R, class P, class C, class E>
const auto& learner_in(const Sarsa<S, F, A, R, P, C, E>& agent) {
  return agent.learner();
}

template <class Subject>
Bytes saved(const Subject& subject) {
  Sink sink;
  TEST_ASSERT_TRUE(save(subject, features, sink, 12) == Status::ok);
  return sink.bytes;
}

// --- what is checked for each ---------------------------------------------------------------------------------------

template <class Subject>
void check_contents(const Subject& subject, const Bytes& bytes) {
  const std::optional<tool::Snapshot> snapshot = read(bytes);
  TEST_ASSERT_TRUE(snapshot.has_value());
  const auto& learner = learner_in(subject);
  TEST_ASSERT_EQUAL_HEX32(features, snapshot->fingerprint);
  TEST_ASSERT_EQUAL_UINT32(12, snapshot->revision);
  TEST_ASSERT_EQUAL_UINT32(learner.updates(), snapshot->updates);
  TEST_ASSERT_EQUAL_UINT32(learner.projections(), snapshot->projections);
  TEST_ASSERT_EQUAL_UINT32(learner.rejections(), snapshot->rejections);
  ASSERT_SAME_BITS(static_cast<double>(learner.average_reward()), snapshot->average_reward);
  for (size_t i = 0; i < snapshot->weights.size(); ++i) {
    ASSERT_SAME_BITS(static_cast<double>(learner.weight(i)), snapshot->weights[i]);
  }
  TEST_ASSERT_TRUE(tool::to_bytes(*snapshot) == bytes);
  Bytes followed = bytes;  // the erased rest of a page
  followed.resize(bytes.size() + 100, 0xFF);
  TEST_ASSERT_TRUE(tool::to_bytes(*read(followed)) == bytes);
}

void check_every_truncation_and_bit(const Bytes& bytes) {
  for (size_t size = 0; size < bytes.size(); ++size) {
    TEST_ASSERT_FALSE(read({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}).has_value());
  }
  Bytes flipped = bytes;
  for (size_t i = 0; i < 8 * bytes.size(); ++i) {
    flipped[i / 8] = static_cast<uint8_t>(bytes[i / 8] ^ (1U << i % 8));
    TEST_ASSERT_FALSE(read(flipped).has_value());
    flipped[i / 8] = bytes[i / 8];
  }
}

/// Whether a device takes it: all of it, and of a SparseLearner the weights for adopt as well.
template <class L>
bool is_accepted(const Bytes& bytes, L& into, const typename L::Settings& settings) {
  Source source{bytes};
  return resume(into, features, source) == Status::ok && adopt(into, settings, features, source) == Status::ok;
}
template <class Agent>
bool is_accepted(const Bytes& bytes, Agent& into, const typename Agent::Config& config) {
  Source source{bytes};
  return resume(into, features, source) == Status::ok && adopt(into, config, 3, features, source) == Status::ok;
}

uint32_t forged = 0;
uint32_t accepted = 0;

/// What follows an agent: health, guard, the last section, and the checksum.
size_t companion_bytes(const tool::Snapshot& snapshot) {
  size_t bytes = 12;
  for (const tool::SavedSection& section : snapshot.companions) { bytes += 8 + 4 * section.words.size(); }
  return bytes;
}

/// Another word here and there after the header, and a checksum that is right. Not in the last features of an agent,
/// whose type the tool cannot know. `is_accepted(bytes)`: whether a device takes it.
template <class IsAccepted>
void check_forged(const Bytes& bytes, IsAccepted is_accepted) {
  const std::optional<tool::Snapshot> snapshot = read(bytes);
  const size_t unknown = snapshot->agent ? 4 * snapshot->agent->features.size() : 0;
  const size_t end = bytes.size() - companion_bytes(*snapshot);
  Bytes other = bytes;
  const bool is_long = bytes.size() > 1500;  // those of double: their integers are where those of float are
  const auto is_in_the_middle = [&](size_t at) { return is_long && at > 400 && at + 200 < bytes.size(); };
  for (size_t at = 48; at < bytes.size() - 4; at += is_in_the_middle(at) ? 116U : 4U) {
    if (at >= end - unknown && at < end) { continue; }
    const uint32_t word = word_at(bytes, at);
    for (const uint32_t x : {0U, 1U, word ^ 1U, word ^ 0x10000U, word + 4, 0x7FF00000U, 0xFFF00000U, 0xBF800000U,  //
                             2U, 3U, 41U, 42U, 64U, 66U, 128U, 21U}) {  // limits of integers: the first that is invalid
      put_word(other, at, x);
      sign(other);
      const bool is_right = is_accepted(other);
      const bool is_read = read(other).has_value();
      if (is_right != is_read) {
        TEST_FAIL_MESSAGE(("word at byte " + std::to_string(at) + " is " + std::to_string(x)).c_str());
      }
      ++forged;
      accepted += is_right ? 1 : 0;
    }
    put_word(other, at, word);
  }
}

template <class Subject, class Config>
void check_all(const Subject& subject, const Config& config, bool has_every_bit = false) {
  const Bytes bytes = saved(subject);
  check_contents(subject, bytes);
  if (has_every_bit) { check_every_truncation_and_bit(bytes); }
  const auto into = std::make_unique<Subject>();
  check_forged(bytes, [&](const Bytes& other) { return is_accepted(other, *into, config); });
}

// --- which ----------------------------------------------------------------------------------------------------------

template <class L, size_t dimension>
void check_learner(const typename L::Settings& settings, bool has_every_bit = false) {
  check_all(*learner_with<L, dimension>(settings), settings, has_every_bit);
}

template <class T>
void check_learners() {
  const T c = static_cast<T>(0.1);
  const ConstantSchedule<T> constant{static_cast<T>(0.5)};
  const PolynomialSchedule<T> decaying{T{2}, 3, static_cast<T>(0.6), 5};
  using Default = Learner<T, 6>;
  check_learner<Default, 6>(settings_of<Default>(static_cast<T>(0.8), c, constant, {T{1}}), true);
  using Ones = Learner<T, 3, Standard, WithoutOnes<NoProjection<T>>, PolynomialSchedule<T>>;
  check_learner<Ones, 3>(settings_of<Ones>(T{0}, c, decaying, {}));
  using Given = Learner<T, 5, Standard, WithoutDirection<SeparateBalls<T>, 5>, PolynomialSchedule<T>>;
  const WithoutDirection<SeparateBalls<T>, 5> without{{T{1}, T{1}}, {T{1}, T{2}, T{3}, T{-1}, T{0}}};
  check_learner<Given, 5>(settings_of<Given>(static_cast<T>(0.8), c, decaying, without), true);
  using Free = SparseLearner<T, 41, Standard, NoProjection<T>, PolynomialSchedule<T>>;
  check_learner<Free, 41>(settings_of<Free>(static_cast<T>(0.8), c, decaying, {}));
  using Held = Learner<T, 4, Implicit, SeparateBalls<T>, AdjustableSchedule<PolynomialSchedule<T>>>;
  const SeparateBalls<T> balls{T{1}, T{1}};
  check_learner<Held, 4>(settings_of<Held>(static_cast<T>(0.8), c, {decaying, static_cast<T>(0.25)}, balls));
  check_learner<Held, 4>(settings_of<Held>(static_cast<T>(0.8), c, {decaying, T{0}}, balls));
  using Two = TwoTimescaleSchedule<ConstantSchedule<T>, PolynomialSchedule<T>>;
  using Differently = Learner<T, 4, ImplicitDifferential, JointBall<T>, Two>;
  check_learner<Differently, 4>(settings_of<Differently>(static_cast<T>(0.8), c, {constant, decaying}, {T{1}}), true);
  using Slowly = TwoTimescaleSchedule<PolynomialSchedule<T>, ConstantSchedule<T>>;
  using OfTdError = Learner<T, 3, Differential, NoProjection<T>, Slowly>;
  check_learner<OfTdError, 3>(settings_of<OfTdError>(T{0}, c, {decaying, constant}, {}));
  using SparseOnes = SparseLearner<T, 21, Implicit, WithoutOnes<SeparateBalls<T>>>;
  check_learner<SparseOnes, 21>(settings_of<SparseOnes>(static_cast<T>(0.3), c, constant, {{T{1}, T{1}}}));
}

void test_learners() {
  check_learners<float>();
  check_learners<double>();
}

/// Whose epochs need two bytes each.
void test_a_large_learner() {
  using Large = SparseLearner<float, 1601>;
  const auto settings = settings_of<Large>(0.5F, 0.1F, {0.5F}, {1.0F});
  const auto learner = learner_with<Large, 1601>(settings);
  check_contents(*learner, saved(*learner));
}

using Coder = TileCoder<float, 4, 3, 3>;
constexpr Coder coder{{{0.0F, 1.0F}, {0.0F, 1.0F}}};

void test_agents() {
  using TileAgent =
      Sarsa<float, Coder::Features, 2, Implicit, JointBall<float>, PolynomialSchedule<float>, EpsilonSteps<float, 2>>;
  const auto tiles = TileAgent::Config().epsilon(0.5F).epsilon_from(20, 0.1F);
  check_all(*agent_with<TileAgent>(tiles,
                                   [](Noise& random) {
                                     Coder::Features phi(Coder::unit_value);
                                     const float x = random.number<float>() + 0.5F;
                                     (void)coder.encode({{x, random.number<float>() + 0.5F}}, phi);
                                     return phi;
                                   }),
            tiles);
  using TableAgent = Sarsa<double, OneHot<double, 7>, 3>;
  check_all(
      *agent_with<TableAgent>(TableAgent::Config(), [](Noise& random) { return OneHot<double, 7>(random.word() % 7); }),
      TableAgent::Config());
  using DenseAgent = Sarsa<float, etl::array<float, 4>, 2>;
  check_all(*agent_with<DenseAgent>(DenseAgent::Config(),
                                    [](Noise& random) {
                                      etl::array<float, 4> phi;
                                      for (float& x : phi) { x = random.number<float>(); }
                                      return phi;
                                    }),
            DenseAgent::Config(), true);
}

// --- with health and guard ------------------------------------------------------------------------------------------

/// Of weights that are nowhere near.
struct KeptElsewhere {
  template <class Subject>
  static bool keep(const Subject& /*subject*/) {
    return true;
  }
  template <class Subject>
  static bool restore(Subject& /*subject*/) {
    return false;
  }
  static void forget() {}
  static constexpr uint32_t snapshot_bytes = 0;
  template <class Archive>
  static void exchange(Archive& /*archive*/) {}
};

struct OftenKept : GuardRules {
  static constexpr uint32_t keep_every = 100;
};

template <class T>
using WatchedAgent = Sarsa<T, etl::array<T, 2>, 3>;

/// An agent that has settled, and whose readings are bad then: the fallback decides.
template <class T, class Keeper>
struct Watched {
  using Agent = WatchedAgent<T>;
  Agent agent;
  Health<3> health;
  Guard<Keeper, OftenKept> guard;

  auto together() { return ballast::together(agent, health, guard); }

  void run() {
    TEST_ASSERT_TRUE(agent.start(typename Agent::Config().step_size(static_cast<T>(0.01)), 3) == Status::ok);
    Noise random(11);
    for (int t = 0; t < 67 * 110; ++t) {
      const bool is_bad = t > 67 * 100;
      const T reward = is_bad ? from_bits<T>(Ieee754<T>::exponent_mask) : random.number<T>();
      health.add(agent, agent.tick(reward, {{random.number<T>(), random.number<T>()}}), reward);
      (void)guard.watch(agent, health);
    }
  }
};

template <class T, class Keeper>
void check_watched(tool::SavedGuard::Kept kept, bool has_every_bit) {
  const auto watched = std::make_unique<Watched<T, Keeper>>();
  watched->run();
  const Bytes bytes = saved(watched->together());
  check_contents(watched->agent, bytes);
  const std::optional<tool::Snapshot> snapshot = read(bytes);
  const auto health = tool::health_of(*snapshot);
  const auto guard = tool::guard_of(*snapshot);
  TEST_ASSERT_TRUE(health.has_value() && guard.has_value());
  TEST_ASSERT_TRUE(health->verdict == Verdict::blind && watched->health.verdict() == Verdict::blind);
  TEST_ASSERT_EQUAL_UINT32(watched->health.blocks_since_change(), health->blocks_since_change);
  ASSERT_SAME_BITS(watched->health.td_error(), health->td_error);
  ASSERT_SAME_BITS(watched->health.td_error_size(), health->td_error_size);
  ASSERT_SAME_BITS(watched->health.reward(), health->reward);
  ASSERT_SAME_BITS(watched->health.reward_deviation(), health->reward_deviation);
  ASSERT_SAME_BITS(watched->health.rejection_rate(), health->rejection_rate);
  ASSERT_SAME_BITS(watched->health.projection_rate(), health->projection_rate);
  TEST_ASSERT_EQUAL_UINT32(3, health->unused.size());
  for (uint32_t i = 0; i < 3; ++i) { TEST_ASSERT_EQUAL_UINT32(watched->health.unused(i), health->unused[i]); }
  TEST_ASSERT_EQUAL_UINT32(tool::SavedGuard::fallback_while_blind, guard->hands);
  TEST_ASSERT_EQUAL_UINT32(watched->guard.handovers(), guard->handovers);
  TEST_ASSERT_EQUAL_UINT32(1, guard->handovers);
  TEST_ASSERT_TRUE(guard->kept == kept);
  TEST_ASSERT_TRUE(snapshot->agent->is_evaluating);
  if (has_every_bit) { check_every_truncation_and_bit(bytes); }

  const auto into = std::make_unique<Watched<T, Keeper>>();
  check_forged(bytes, [&](const Bytes& other) {
    Source source{other};
    auto together = into->together();
    return resume(together, features, source) == Status::ok &&
           adopt(into->agent, typename WatchedAgent<T>::Config(), 3, features, source) == Status::ok;
  });
}

void test_with_health_and_guard() {
  check_watched<float, KeptInRam<WatchedAgent<float>>>(tool::SavedGuard::in_this_snapshot, true);
  check_watched<double, KeptInRam<WatchedAgent<double>>>(tool::SavedGuard::in_this_snapshot, false);
  check_watched<float, KeptElsewhere>(tool::SavedGuard::elsewhere, false);
}

/// Health alone, of a learner.
void test_with_health() {
  Learner<float, 6> learner;
  TEST_ASSERT_TRUE(learner.start(Learner<float, 6>::Config()) == Status::ok);
  Health<> health;
  for (int t = 0; t < 67 * 20; ++t) { health.add(learner.update({{1.0F}}, 0.5F, {{0.0F, 1.0F}}), 0.5F); }
  const Bytes bytes = saved(together(learner, health));
  check_contents(learner, bytes);
  const auto shown = tool::health_of(*read(bytes));
  TEST_ASSERT_TRUE(shown.has_value() && shown->verdict == health.verdict() && shown->unused.empty());
  TEST_ASSERT_FALSE(tool::guard_of(*read(bytes)).has_value());
}

/// Of a later version: kept, and not shown.
void test_unknown_sections_are_kept() {
  const auto settings = settings_of<Learner<float, 6>>(0.8F, 0.1F, {0.5F}, {1.0F});
  Bytes bytes = saved(*learner_with<Learner<float, 6>, 6>(settings));
  const Bytes section{9, 0, 1, 0, 4, 0, 0, 0, 1, 2, 3, 4};
  bytes.insert(bytes.end() - 12, section.begin(), section.end());
  put_word(bytes, 8, static_cast<uint32_t>(bytes.size()));
  sign(bytes);
  const std::optional<tool::Snapshot> snapshot = read(bytes);
  TEST_ASSERT_TRUE(snapshot.has_value() && snapshot->companions.size() == 1);
  TEST_ASSERT_FALSE(tool::is_shown(*snapshot, snapshot->companions[0]));
  TEST_ASSERT_TRUE(tool::to_bytes(*snapshot) == bytes);
}

/// Forged words were refused as well as accepted, and many of each.
void test_both_were_seen() {
  TEST_ASSERT_TRUE(accepted > 4000 && forged - accepted > 4000);
}

// --- what it says ---------------------------------------------------------------------------------------------------

void check_message(const std::string& expected, const Bytes& bytes, size_t at, uint32_t word) {
  Bytes other = bytes;
  put_word(other, at, word);
  sign(other);
  try {
    (void)tool::from_bytes(other, "some.file");
  } catch (const experiments::InputError& error) {
    return TEST_ASSERT_EQUAL_STRING(("some.file: " + expected).c_str(), error.what());
  }
  TEST_FAIL_MESSAGE(expected.c_str());
}

void test_messages_say_what_is_wrong_and_where() {
  const auto settings = settings_of<Learner<float, 6>>(0.8F, 0.1F, {0.5F}, {1.0F});
  const Bytes bytes = saved(*learner_with<Learner<float, 6>, 6>(settings));
  check_message("version 2 of the format, and this tool knows version 1: use a later version of this tool", bytes, 4,
                2);
  check_message("at byte 16: type 3 of learner is unknown to this version", bytes, 16, 0x05010103U);
  check_message("at byte 28: there are no weights", bytes, 28, 0);
  check_message("at byte 48: section 1 (settings) has 16 bytes, and must have 28", bytes, 20, 2);
  check_message("at byte 56: the configuration is invalid (invalid_lambda)", bytes, 56, 0x3F800000U);
  check_message("at byte 60: the ratio in section 1 (settings) is not finite", bytes, 60, 0x7F800000U);
  check_message("at byte 72: section 9 (unknown) is of a later version of the format: use a later version of this tool",
                bytes, 72, 9);
  check_message("at byte 100: section 4 (trace) is where section 3 (weights) must be", bytes, 100, 4);
  check_message("at byte 100: section 3 (weights) has a length of 4096 bytes", bytes, 104, 4096);
  check_message("at byte 116: weight 2 in section 3 (weights) is not finite", bytes, 116, 0x7FC00000U);
}

/// A device refuses it, too: another exploration than one that could be started.
void test_an_invalid_exploration_is_refused() {
  using Agent = Sarsa<float, OneHot<float, 4>, 2>;
  const auto config = Agent::Config().epsilon(0.5F);
  const auto agent = agent_with<Agent>(config, [](Noise& random) { return OneHot<float, 4>(random.word() % 4); });
  Bytes bytes = saved(*agent);
  const size_t at = bytes.size() - 12 - 4 - 5 * 4 - 8 - 4;  // before the generator: epsilon
  TEST_ASSERT_EQUAL_HEX32(0x3F000000U, word_at(bytes, at));
  const std::string place = "at byte " + std::to_string(at - 4);
  for (const uint32_t x : {0xBF800000U, 0x3F800001U}) {  // -1, and a little above 1
    check_message(place + ": the steps of epsilon are invalid (invalid_exploration)", bytes, at, x);
    Bytes other = bytes;
    put_word(other, at, x);
    sign(other);
    Source source{other};
    Agent into;
    TEST_ASSERT_TRUE(resume(into, features, source) == Status::snapshot_damaged);
  }
}

// --- anything -------------------------------------------------------------------------------------------------------

/// A header that could be right, in part, before random words.
Bytes random_bytes(Noise& random) {
  Bytes bytes(4 * (13 + random.word() % 60));
  for (uint8_t& x : bytes) { x = static_cast<uint8_t>(random.word()); }
  put_word(bytes, 0, 0x4E534C42U);
  put_word(bytes, 4, 1);
  put_word(bytes, 8, static_cast<uint32_t>(bytes.size()));
  const auto below = [&](uint32_t limit) { return random.word() % limit; };
  put_word(bytes, 16, (1 + below(2)) | 1U << (8 + below(2)) | 1U << (16 + below(2)) | below(11) << 24U);
  put_word(bytes, 20, 1 + below(2));
  put_word(bytes, 24, 0);
  put_word(bytes, 28, below(4) == 0 ? 0xFFFFFFFFU - below(9) : below(9));
  size_t at = 48;
  for (uint32_t tag = 1; tag < 8 && at + 12 < bytes.size(); ++tag) {
    put_word(bytes, at, below(5) == 0 ? 0x10000U + below(99) : tag % 7);
    const uint32_t length = below(9) == 0 ? random.word() << 8U : 4 * below(9);
    put_word(bytes, at + 4, length);
    at += 8 + std::min<size_t>(length, bytes.size());
  }
  sign(bytes);
  return bytes;
}

void test_random_files_are_refused() {
  Noise random(5);
  for (int i = 0; i < 20000; ++i) {
    Bytes bytes = random_bytes(random);
    if (i % 4 == 0) { bytes.resize(random.word() % bytes.size()); }
    TEST_ASSERT_FALSE(read(bytes).has_value());
  }
}

/// Several words at once. What is still read is a snapshot: written, it is the same bytes, but for words that do not
/// matter.
void test_random_changes_are_harmless() {
  const auto settings = settings_of<Learner<float, 6>>(0.8F, 0.1F, {0.5F}, {1.0F});
  const Bytes bytes = saved(*learner_with<Learner<float, 6>, 6>(settings));
  Noise random(6);
  uint32_t read_again = 0;
  for (int i = 0; i < 20000; ++i) {
    Bytes other = bytes;
    for (uint32_t k = 1 + random.word() % 4; k > 0; --k) {
      const size_t at = 12 + 4 * (random.word() % (bytes.size() / 4 - 4));
      put_word(other, at, random.word() % 2 == 0 ? random.word() << 8U : 1U << random.word() % 32);
    }
    for (size_t at = 36; at < 48; at += 4) { put_word(other, at, 0); }
    sign(other);
    if (const std::optional<tool::Snapshot> snapshot = read(other)) {
      TEST_ASSERT_TRUE(tool::to_bytes(*snapshot) == other);
      ++read_again;
    }
  }
  TEST_ASSERT_TRUE(read_again > 2000);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_learners);
  RUN_TEST(test_a_large_learner);
  RUN_TEST(test_agents);
  RUN_TEST(test_with_health_and_guard);
  RUN_TEST(test_with_health);
  RUN_TEST(test_unknown_sections_are_kept);
  RUN_TEST(test_both_were_seen);
  RUN_TEST(test_messages_say_what_is_wrong_and_where);
  RUN_TEST(test_an_invalid_exploration_is_refused);
  RUN_TEST(test_random_files_are_refused);
  RUN_TEST(test_random_changes_are_harmless);
  return UNITY_END();
}
