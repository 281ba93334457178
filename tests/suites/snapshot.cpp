// What was learned, as bytes: restored, learning goes on with the same bits; a snapshot that is damaged, forged or of
// something else is refused, and changes nothing.

#include <ballast/adjustable_schedule.hpp>
#include <ballast/control/sarsa.hpp>
#include <ballast/features/fingerprint.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/features/tile_coder.hpp>
#include <ballast/learner.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/sparse_learner.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <string.h>

#include <etl/array.h>
#include <etl/placement_new.h>

#include "digest.hpp"
#include "noise.hpp"
#include "settings.hpp"
#include "snapshot_memory.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

// --- a place for bytes ----------------------------------------------------------------------------------------------

Memory memory;  // not on the stack

/// All bytes but those of a projection without members, the last member of the settings: they have no value.
template <class L>
bool same_bytes(const L& a, const L& b) {
  const auto* const first = reinterpret_cast<const uint8_t*>(&a);
  const auto* const second = reinterpret_cast<const uint8_t*>(&b);
  const auto* const projection = reinterpret_cast<const uint8_t*>(&a.config().projection);
  const size_t end = static_cast<size_t>(reinterpret_cast<const uint8_t*>(&a.config() + 1) - first);
  const size_t begin = etl::is_same<typename L::Projection, NoProjection<typename L::Value>>::value
                           ? static_cast<size_t>(projection - first)
                           : end;
  return memcmp(first, second, begin) == 0 && memcmp(first + end, second + end, sizeof(L) - end) == 0;
}

// --- something to save ----------------------------------------------------------------------------------------------

template <class L, size_t dimension>
void learn(L& learner, uint32_t steps, Noise& random) {
  using T = typename L::Value;
  using Features = SparseFeatures<T, dimension, 3>;
  Features phi;
  Features next;
  for (uint32_t t = 0; t < steps; ++t) {
    next.clear();
    for (int k = 0; k < 3; ++k) { (void)next.add(random.word() % dimension, random.number<T>()); }
    (void)learner.update(phi, t % 17 == 3 ? from_bits<T>(Ieee754<T>::exponent_mask) : random.number<T>(), next);
    phi = next;
  }
}

/// One place for all learners, one after the other.
struct Arena {
#if defined(SMALL_BOARD)
  static constexpr size_t bytes = 1800;
#else
  static constexpr size_t bytes = 4096;
#endif
  alignas(8) uint8_t first[bytes];
  alignas(8) uint8_t second[bytes];
};
Arena arena;

/// Saved, restored into a learner that was never started, and into one that has learned something else: every byte is
/// the same, and so is every byte after learning goes on.
template <class L, size_t dimension>
void check_resume(const typename L::Settings& settings, uint32_t steps) {
  static_assert(sizeof(L) <= sizeof(arena.first), "the arena must have room for two of them");
  L& learner = *new (arena.first) L;
  L& restored = *new (arena.second) L;
  Noise random(7);
  TEST_ASSERT_TRUE(learner.start(settings) == Status::ok);
  learn<L, dimension>(learner, steps, random);
  memory = Memory{};
  TEST_ASSERT_TRUE(save(learner, 5, memory) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(snapshot_bytes<L>, memory.size);
  for (int i = 0; i < 2; ++i) {
    TEST_ASSERT_TRUE(resume(restored, 5, memory) == Status::ok);
    TEST_ASSERT_TRUE(same_bytes(learner, restored));
    Noise other = random;
    learn<L, dimension>(restored, steps, other);
    learn<L, dimension>(learner, steps, random);
    TEST_ASSERT_TRUE(same_bytes(learner, restored));
    learn<L, dimension>(restored, 10, other);
    memory = Memory{};
    TEST_ASSERT_TRUE(save(learner, 5, memory) == Status::ok);
  }
}

constexpr size_t dimension = 40;

template <class T>
void check_all_learners() {
  const T l = static_cast<T>(0.8);
  const T c = static_cast<T>(0.1);
  const ConstantSchedule<T> constant{static_cast<T>(0.5)};
  const PolynomialSchedule<T> decaying{T{2}, 3, static_cast<T>(0.6), 5};
  using Default = Learner<T, dimension>;
  check_resume<Default, dimension>(settings_of<Default>(l, c, constant, {T{1}}), 50);
  using Given = Learner<T, dimension, Standard, WithoutDirection<SeparateBalls<T>, dimension>, PolynomialSchedule<T>>;
  WithoutDirection<SeparateBalls<T>, dimension> without{{T{1}, T{1}}, {}};
  for (size_t i = 0; i < dimension; ++i) { without.direction[i] = static_cast<T>(i % 3 + 1); }
  check_resume<Given, dimension>(settings_of<Given>(l, c, decaying, without), 50);
  using Free = SparseLearner<T, dimension, Standard, NoProjection<T>, PolynomialSchedule<T>>;
  check_resume<Free, dimension>(settings_of<Free>(l, c, decaying, {}), 50);
  using Held = Learner<T, dimension, Implicit, JointBall<T>, AdjustableSchedule<PolynomialSchedule<T>>>;
  check_resume<Held, dimension>(settings_of<Held>(l, c, {decaying, T{0}}, {T{1}}), 50);
  check_resume<Held, dimension>(settings_of<Held>(l, c, {decaying, static_cast<T>(0.25)}, {T{1}}), 50);
  using Two = TwoTimescaleSchedule<ConstantSchedule<T>, PolynomialSchedule<T>>;
  using Differently = Learner<T, dimension, ImplicitDifferential, JointBall<T>, Two>;
  check_resume<Differently, dimension>(settings_of<Differently>(l, c, {constant, decaying}, {T{1}}), 50);
  using Slowly = TwoTimescaleSchedule<PolynomialSchedule<T>, ConstantSchedule<T>>;
  using Sparsely = SparseLearner<T, dimension, Differential, NoProjection<T>, Slowly>;
  check_resume<Sparsely, dimension>(settings_of<Sparsely>(l, c, {decaying, {static_cast<T>(0.01)}}, {}), 50);
  using Ones = SparseLearner<T, dimension, Implicit, WithoutOnes<SeparateBalls<T>>>;
  check_resume<Ones, dimension>(settings_of<Ones>(static_cast<T>(0.3), c, constant, {{T{1}, T{1}}}), 300);
}

void test_every_learner_goes_on_as_if_nothing_had_happened() {
  check_all_learners<float>();
#if !defined(SMALL_BOARD)
  check_all_learners<double>();
#endif
}

// --- agents ---------------------------------------------------------------------------------------------------------

using Coder = TileCoder<float, 4, 3, 3>;
constexpr Coder coder{{{0.0F, 1.0F}, {0.0F, 1.0F}}};
using TileAgent =
    Sarsa<float, Coder::Features, 2, Implicit, JointBall<float>, PolynomialSchedule<float>, EpsilonSteps<float, 2>>;

TileAgent first_agent;  // not on the stack
TileAgent second_agent;

Coder::Features features_of(Noise& random) {
  Coder::Features phi(Coder::unit_value);
  const float x = random.number<float>() + 0.5F;
  (void)coder.encode({{x, random.number<float>() + 0.5F}}, phi);
  return phi;
}

uint32_t act(TileAgent& agent, uint32_t ticks, Noise& random) {
  uint32_t actions = 0;
  for (uint32_t t = 0; t < ticks; ++t) {
    const float reward = random.number<float>();
    const auto phi = features_of(random);
    actions = 3 * actions + (t % 23 == 5 ? agent.skip() : agent.tick(reward, phi)).action;
  }
  return actions;
}

TileAgent saved_agent(Noise& random) {
  TileAgent agent;
  TEST_ASSERT_TRUE(agent.start(TileAgent::Config().epsilon(0.5F).epsilon_from(200, 0.1F), 3) == Status::ok);
  (void)act(agent, 150, random);
  memory = Memory{};
  TEST_ASSERT_TRUE(save(agent, fingerprint(coder), memory, 12) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(snapshot_bytes<TileAgent>, memory.size);
  return agent;
}

void test_an_agent_goes_on_with_the_same_decisions() {
  Noise random(9);
  TileAgent& agent = first_agent = saved_agent(random);
  TileAgent& restored = second_agent = TileAgent{};
  TEST_ASSERT_TRUE(resume(restored, fingerprint(coder), memory) == Status::ok);
  Noise other = random;
  TEST_ASSERT_EQUAL_HEX32(act(agent, 200, random), act(restored, 200, other));
  ASSERT_SAME_BITS(agent.average_reward(), restored.average_reward());
  TEST_ASSERT_TRUE(agent.random_state() == restored.random_state());
  TEST_ASSERT_EQUAL_UINT32(agent.skipped(), restored.skipped());
}

/// It goes on evaluating; the mean of what it earns is not part of a snapshot, and begins again.
void test_a_frozen_agent_goes_on_evaluating() {
  Noise random(19);
  TileAgent& agent = first_agent = saved_agent(random);
  agent.evaluate();
  (void)act(agent, 10, random);
  memory = Memory{};
  TEST_ASSERT_TRUE(save(agent, fingerprint(coder), memory) == Status::ok);
  TEST_ASSERT_TRUE(agent.evaluated_ticks() > 0);
  TileAgent& restored = second_agent = agent;
  TEST_ASSERT_TRUE(resume(restored, fingerprint(coder), memory) == Status::ok);
  TEST_ASSERT_TRUE(restored.is_evaluating() && restored.evaluated_ticks() == 0);
  ASSERT_SAME_BITS(0.0F, restored.evaluated_reward());
  const uint32_t ticks = agent.evaluated_ticks();
  Noise other = random;
  TEST_ASSERT_EQUAL_HEX32(act(agent, 20, random), act(restored, 20, other));
  TEST_ASSERT_EQUAL_UINT32(agent.evaluated_ticks() - ticks, restored.evaluated_ticks());
}

/// Features of one's own say what their bytes are.
struct Level {
  using Feature = float;
  static constexpr size_t dimension = 3;
  static constexpr uint32_t snapshot_bytes = 8;

  size_t runs() const noexcept { return 1; }
  Run<float> run(size_t) const noexcept { return {first, &height, 1}; }
  template <class Archive>
  void exchange(Archive& archive) noexcept {
    (void)archive.below(first, dimension);
    archive(height);
  }

  uint32_t first = 0;
  float height = 0.0F;
};

void test_an_agent_with_features_of_its_own() {
  using Agent = Sarsa<float, Level, 2>;
  static Agent agent;
  static Agent restored;
  TEST_ASSERT_TRUE(agent.start(Agent::Config(), 3) == Status::ok);
  for (uint32_t t = 0; t < 20; ++t) { (void)agent.tick(0.5F, {t % 3, 0.25F}); }
  memory = Memory{};
  TEST_ASSERT_TRUE(save(agent, 5, memory) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(snapshot_bytes<Agent>, memory.size);
  TEST_ASSERT_TRUE(resume(restored, 5, memory) == Status::ok);
  for (uint32_t t = 0; t < 20; ++t) {
    TEST_ASSERT_EQUAL_UINT32(agent.tick(1.0F, {t % 3, 0.5F}).action, restored.tick(1.0F, {t % 3, 0.5F}).action);
  }
  ASSERT_SAME_BITS(agent.value({1, 1.0F}, 1), restored.value({1, 1.0F}, 1));
}

/// The format does not change: these are the bytes of version 1.
void test_the_same_bytes_on_every_machine() {
  Noise random(9);
  first_agent = saved_agent(random);
  Digest digest;
  for (size_t i = 0; i < memory.size; ++i) { digest.add_word(memory.bytes[i]); }
  TEST_ASSERT_EQUAL_HEX64(0x97C23A2D0468C24CU, digest.value());
  TEST_ASSERT_EQUAL_HEX32(0xEB78D40BU, fingerprint(coder));
}

// --- what is refused ------------------------------------------------------------------------------------------------

using Small = Learner<float, 6>;

Small small_learner() {
  Small learner;
  TEST_ASSERT_TRUE(learner.start(Small::Config().lambda(0.5F)) == Status::ok);
  Noise random(4);
  learn<Small, 6>(learner, 30, random);
  return learner;
}

void save_small() {
  const Small learner = small_learner();
  memory = Memory{};
  TEST_ASSERT_TRUE(save(learner, 5, memory) == Status::ok);
}

/// Refused with this status, by a learner that stays as it was.
template <class L>
void check_refused(Status expected, L& learner, uint32_t features = 5) {
  const L before = learner;
  TEST_ASSERT_TRUE(resume(learner, features, memory) == expected);
  TEST_ASSERT_TRUE(same_bytes(before, learner));
}

void test_every_bit_counts() {
  save_small();
  Small learner;
  TEST_ASSERT_TRUE(learner.start(Small::Config()) == Status::ok);
  const Small before = learner;
  for (size_t i = 0; i < 8 * memory.size; ++i) {
    uint8_t& byte = memory.bytes[i / 8];
    byte = static_cast<uint8_t>(byte ^ (1U << i % 8));
    TEST_ASSERT_TRUE(resume(learner, 5, memory) != Status::ok);
    TEST_ASSERT_TRUE(same_bytes(before, learner));
    byte = static_cast<uint8_t>(byte ^ (1U << i % 8));
  }
  TEST_ASSERT_TRUE(resume(learner, 5, memory) == Status::ok);
}

void test_every_truncation_is_refused() {
  save_small();
  Small learner;
  const size_t whole = memory.size;
  for (memory.size = 0; memory.size < whole; ++memory.size) { check_refused(Status::storage_failed, learner); }
  for (uint32_t reads = 0; reads < 2 * whole / 16; ++reads) {
    memory.reads_left = reads;
    const Status status = resume(learner, 5, memory);
    TEST_ASSERT_TRUE(status == Status::storage_failed && !learner.is_started());
  }
  memory.reads_left = UINT32_MAX;
  TEST_ASSERT_TRUE(resume(learner, 5, memory) == Status::ok);
}

void test_a_sink_that_fails_is_reported() {
  const Small learner = small_learner();
  for (uint32_t writes = 0; writes < snapshot_bytes<Small> / 16; ++writes) {
    memory = Memory{};
    memory.writes_left = writes;
    TEST_ASSERT_TRUE(save(learner, 5, memory) == Status::storage_failed);
  }
}

void test_a_learner_that_was_never_started_has_nothing_to_save() {
  memory = Memory{};
  TEST_ASSERT_TRUE(save(Small{}, 5, memory) == Status::not_started);
  TEST_ASSERT_EQUAL_UINT32(0, memory.size);
}

/// If the bytes change between the two passes, half of them are stored already: the learner then refuses to learn.
void test_a_source_that_changes_leaves_a_learner_that_is_not_started() {
  save_small();
  Small learner = small_learner();
  memory.reads_until_change = 2 * (snapshot_bytes<Small> / 16) + 9;  // one pass to find it whole, one to check
  TEST_ASSERT_TRUE(resume(learner, 5, memory) == Status::snapshot_damaged);
  TEST_ASSERT_FALSE(learner.is_started());
}

/// Whatever read fails or changes its bytes, into whatever features: an agent that was stopped half way is safe to use.
template <class Features>
void check_agent_with_failing_reads(const Features& phi) {
  using Agent = Sarsa<float, Features, 2>;
  static_assert(sizeof(Agent) <= sizeof(arena.first), "the arena must have room for two of them");
  Agent& agent = *new (arena.first) Agent;
  TEST_ASSERT_TRUE(agent.start(typename Agent::Config(), 3) == Status::ok);
  for (int t = 0; t < 5; ++t) { (void)agent.tick(0.5F, phi); }
  memory = Memory{};
  TEST_ASSERT_TRUE(save(agent, 5, memory) == Status::ok);
  const uint32_t reads = 3 * ((snapshot_bytes<Agent> + 15) / 16);
  for (uint32_t k = 0; k < 2 * reads; ++k) {
    Agent& restored = *new (arena.second) Agent;
    memory.reads_left = k < reads ? k : UINT32_MAX;
    memory.reads_until_change = k < reads ? UINT32_MAX : k - reads;
    const Status status = resume(restored, 5, memory);
    if (k >= reads) { memory.bytes[16 * ((k - reads) % (reads / 3))] ^= 1U; }  // as it was
    TEST_ASSERT_TRUE(status != Status::ok && !restored.learner().is_started());
    TEST_ASSERT_TRUE(restored.tick(0.5F, phi).status == Status::not_started);
    TEST_ASSERT_TRUE(restored.greedy_action(phi) < 2);
    (void)restored.skip();
  }
  memory.reads_left = UINT32_MAX;
  memory.reads_until_change = UINT32_MAX;
  Agent& restored = *new (arena.second) Agent;
  TEST_ASSERT_TRUE(resume(restored, 5, memory) == Status::ok);
  TEST_ASSERT_TRUE(restored.tick(0.5F, phi).has_learned);
}

void test_an_agent_that_is_half_restored_is_safe() {
  ActiveFeatures<float, 9, 3> active(0.5F);
  SparseFeatures<float, 9, 3> sparse;
  for (size_t i = 0; i < 3; ++i) {
    (void)active.add(4 * i);
    (void)sparse.add(4 * i, 0.25F);
  }
  check_agent_with_failing_reads(active);
  check_agent_with_failing_reads(sparse);
  check_agent_with_failing_reads(OneHot<float, 9>(7));
  check_agent_with_failing_reads(etl::array<float, 4>{0.1F, 0.2F, 0.3F, 0.4F});
}

/// What is not in use may be anything: a feature that was refused and cleared, the value of none.
void test_what_is_not_in_use_does_not_matter() {
  using Features = SparseFeatures<float, 9, 3>;
  using Agent = Sarsa<float, Features, 2>;
  Agent& agent = *new (arena.first) Agent;
  TEST_ASSERT_TRUE(agent.start(Agent::Config(), 3) == Status::ok);
  const float nan = from_bits<float>(0x7FC00000U);
  Features phi;
  (void)phi.add(1, 1.0F);
  (void)phi.add(3, nan);
  TEST_ASSERT_TRUE(agent.tick(0.0F, phi).status != Status::ok);
  phi.clear();
  (void)phi.add(2, 1.0F);
  TEST_ASSERT_TRUE(agent.tick(0.0F, phi).status == Status::ok);
  memory = Memory{};
  TEST_ASSERT_TRUE(save(agent, 5, memory) == Status::ok);

  using Active = ActiveFeatures<float, 9, 3>;
  using Other = Sarsa<float, Active, 2>;
  Other& other = *new (arena.second) Other;
  TEST_ASSERT_TRUE(other.start(Other::Config(), 3) == Status::ok);
  TEST_ASSERT_TRUE(other.tick(0.0F, Active(nan)).status == Status::ok);
  memory = Memory{};
  TEST_ASSERT_TRUE(save(other, 5, memory) == Status::ok);
}

/// The same features are the same bytes, whatever was in the object before, and whether a value of 1 was given.
void test_the_same_features_are_the_same_bytes() {
  using Active = ActiveFeatures<float, 9, 3>;
  using Agent = Sarsa<float, Active, 2>;
  Digest digests[2];
  for (const bool is_other : {false, true}) {
    Active phi = is_other ? Active(1.0F) : Active();
    if (is_other) {
      for (size_t i = 4; i < 7; ++i) { (void)phi.add(i); }
      phi.clear();
    }
    (void)phi.add(2);
    Agent& agent = *new (arena.first) Agent;
    TEST_ASSERT_TRUE(agent.start(Agent::Config(), 3) == Status::ok);
    TEST_ASSERT_TRUE(agent.observe(phi).status == Status::ok);
    memory = Memory{};
    TEST_ASSERT_TRUE(save(agent, 5, memory) == Status::ok);
    for (size_t i = 0; i < memory.size; ++i) { digests[is_other ? 1 : 0].add_word(memory.bytes[i]); }
  }
  TEST_ASSERT_EQUAL_HEX64(digests[0].value(), digests[1].value());
}

/// An agent names what differs as well: its exploration, its actions, the type of its features and the room for them.
void test_what_differs_in_an_agent_is_named() {
  Noise random(9);
  first_agent = saved_agent(random);
  const auto check = [](Status expected, auto& agent) {
    TEST_ASSERT_EQUAL_STRING(name(expected), name(resume(agent, fingerprint(coder), memory)));
  };
  using Polynomial = PolynomialSchedule<float>;
  using OneStep = Sarsa<float, Coder::Features, 2, Implicit, JointBall<float>, Polynomial>;
  check(Status::other_exploration, *new (arena.first) OneStep);
  using TwoSteps = EpsilonSteps<float, 2>;
  using MoreActions = Sarsa<float, Coder::Features, 3, Implicit, JointBall<float>, Polynomial, TwoSteps>;
  check(Status::other_actions, *new (arena.first) MoreActions);
  using OneHots = Sarsa<float, OneHot<float, Coder::dimension>, 2, Implicit, JointBall<float>, Polynomial, TwoSteps>;
  check(Status::other_features, *new (arena.first) OneHots);
  using Wider = ActiveFeatures<float, Coder::dimension, 6>;
  using MoreRoom = Sarsa<float, Wider, 2, Implicit, JointBall<float>, Polynomial, TwoSteps>;
  check(Status::other_features, *new (arena.first) MoreRoom);
}

/// Where the schedule was held, and at which t: it is resumed there. A step-size that is invalid is refused.
void test_a_held_schedule_is_still_held() {
  using Schedule = AdjustableSchedule<PolynomialSchedule<float>>;
  using Held = Learner<float, 6, Implicit, JointBall<float>, Schedule>;
  static_assert(snapshot_bytes<Held> == snapshot_bytes<Learner<float, 6>> + 16 + 4, "five numbers for one, and t");
  static Held learner;
  static Held restored;
  Noise random(4);
  TEST_ASSERT_TRUE(learner.start(Held::Config().hold(0)) == Status::ok);
  learn<Held, 6>(learner, 30, random);
  const uint32_t t = learner.schedule_time();
  TEST_ASSERT_TRUE(t > 20 && learner.reconfigure(Held::Config(learner.config()).held_at(0.125F)) == Status::ok);
  learn<Held, 6>(learner, 30, random);
  memory = Memory{};
  TEST_ASSERT_TRUE(save(learner, 5, memory) == Status::ok);
  TEST_ASSERT_TRUE(resume(restored, 5, memory) == Status::ok);
  TEST_ASSERT_TRUE(same_bytes(learner, restored));
  ASSERT_SAME_BITS(0.125F, restored.next_step_size());
  TEST_ASSERT_TRUE(restored.reconfigure(Held::Config(restored.config()).resumed()) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(t, restored.schedule_time());
  ASSERT_SAME_BITS(restored.config().schedule.rate(t), restored.next_step_size());
  static Learner<float, 6, Implicit, JointBall<float>, PolynomialSchedule<float>> cannot_be_held;
  check_refused(Status::other_schedule, cannot_be_held);
  constexpr size_t held_at = 48 + 8 + 2 * 4 + 16;
  for (const uint32_t bad : {0x80000000U, 0xBF800000U, 0x7F800000U, 0x7FC00000U}) {  // -0, -1, infinite, NaN
    memory.put_word(held_at, bad);
    memory.sign();
    check_refused(Status::snapshot_damaged, restored);
  }
}

void test_what_differs_is_named() {
  save_small();
  Small learner;
  check_refused(Status::other_features, learner, 6);
  Learner<float, 7> other_dimension;
  check_refused(Status::other_dimension, other_dimension);
  Learner<double, 6> other_scalar;
  check_refused(Status::other_scalar, other_scalar);
  Learner<float, 6, Standard> other_rule;
  check_refused(Status::other_rule, other_rule);
  Learner<float, 6, Implicit, SeparateBalls<float>> other_projection;
  check_refused(Status::other_projection, other_projection);
  Learner<float, 6, Implicit, WithoutOnes<JointBall<float>>> other_direction;
  check_refused(Status::other_projection, other_direction);
  Learner<float, 6, Implicit, JointBall<float>, PolynomialSchedule<float>> other_schedule;
  check_refused(Status::other_schedule, other_schedule);
  SparseLearner<float, 6> other_learner;
  check_refused(Status::other_learner, other_learner);
}

// --- forged: the checksum is right, the contents are not ------------------------------------------------------------

constexpr size_t settings_at = 48 + 8;
constexpr size_t progress_at = settings_at + 16 + 8;
constexpr size_t weights_at = progress_at + 20 + 8;

void check_forged(size_t at, uint32_t word, Status expected = Status::snapshot_damaged) {
  save_small();
  memory.put_word(at, word);
  memory.sign();
  Small learner = small_learner();
  check_refused(expected, learner);
}

void test_forged_numbers_are_refused() {
  check_forged(4, 2, Status::snapshot_of_later_version);
  check_forged(0, 0x4E534C43U);
  check_forged(8, 51);  // shorter than a header
  check_forged(8, UINT32_MAX - 3, Status::storage_failed);
  check_forged(settings_at, 0x3F800000U);       // lambda = 1
  check_forged(settings_at + 8, 0);             // a step-size of 0
  check_forged(settings_at + 12, 0x7F800000U);  // an infinite radius
  check_forged(progress_at, 0x7FC00000U);       // NaN for the average reward
  check_forged(weights_at, 0xFF800000U);
  check_forged(weights_at + 24 + 8, 0x7FC00000U);                      // in the trace
  check_forged(weights_at - 8, 9, Status::snapshot_of_later_version);  // a section that must not be skipped
  check_forged(weights_at - 4, 20);                                    // weights that are too few
}

/// A section that a later version has added may be skipped, if it says so.
void test_a_section_that_may_be_skipped_is_skipped() {
  save_small();
  memmove(memory.bytes + progress_at + 4, memory.bytes + progress_at - 8, memory.size - progress_at + 8);
  memory.size += 12;
  memory.put_word(8, static_cast<uint32_t>(memory.size));
  memory.put_word(progress_at - 8, 99U | 1U << 16);
  memory.put_word(progress_at - 4, 4);
  memory.put_word(progress_at, 0xDEADBEEFU);
  memory.sign();
  Small learner;
  TEST_ASSERT_TRUE(resume(learner, 5, memory) == Status::ok);
  TEST_ASSERT_TRUE(same_bytes(small_learner(), learner));
  TEST_ASSERT_TRUE(adopt(learner, Small::Config(), 5, memory) == Status::ok);
  memory.put_word(progress_at - 8, 99U);
  memory.sign();
  check_refused(Status::snapshot_of_later_version, learner);
  TEST_ASSERT_TRUE(adopt(learner, Small::Config(), 5, memory) == Status::snapshot_of_later_version);
}

// --- adopted --------------------------------------------------------------------------------------------------------

/// As if it had been started from these weights; of either type, from either type.
void test_weights_are_adopted_into_another_configuration() {
  using Dense = Learner<float, dimension>;
  using Sparse = SparseLearner<float, dimension, Standard, SeparateBalls<float>, PolynomialSchedule<float>>;
  Sparse& sparse = *new (arena.first) Sparse;
  Sparse& from_dense = *new (arena.second) Sparse;
  static Sparse started;
  static Dense dense;
  Noise random(3);
  TEST_ASSERT_TRUE(sparse.start(Sparse::Config().beta_0(0.1F)) == Status::ok);
  learn<Sparse, dimension>(sparse, 200, random);
  memory = Memory{};
  TEST_ASSERT_TRUE(save(sparse, 5, memory) == Status::ok);
  TEST_ASSERT_TRUE(adopt(dense, Dense::Config().lambda(0.5F), 5, memory) == Status::ok);
  Dense::Weights weights{};
  for (size_t i = 0; i < dimension; ++i) {
    weights[i] = sparse.weight(i);
    ASSERT_SAME_BITS(sparse.weight(i), dense.weight(i));
    ASSERT_SAME_BITS(0.0F, dense.trace(i));
  }
  ASSERT_SAME_BITS(sparse.average_reward(), dense.average_reward());
  TEST_ASSERT_EQUAL_UINT32(0, dense.updates());
  ASSERT_SAME_BITS(0.5F, dense.config().lambda);

  memory = Memory{};
  TEST_ASSERT_TRUE(save(dense, 5, memory) == Status::ok);
  TEST_ASSERT_TRUE(adopt(from_dense, Sparse::Config(), 5, memory) == Status::ok);
  TEST_ASSERT_TRUE(started.start(Sparse::Config(), weights, sparse.average_reward()) == Status::ok);
  TEST_ASSERT_TRUE(same_bytes(started, from_dense));
}

void test_what_cannot_be_adopted_changes_nothing() {
  save_small();
  Small learner = small_learner();
  const Small before = learner;
  TEST_ASSERT_TRUE(adopt(learner, Small::Config().lambda(1.0F), 5, memory) == Status::invalid_lambda);
  TEST_ASSERT_TRUE(adopt(learner, Small::Config(), 6, memory) == Status::other_features);
  memory.put_word(weights_at, 0x7FC00000U);
  memory.sign();
  TEST_ASSERT_TRUE(adopt(learner, Small::Config(), 5, memory) == Status::snapshot_damaged);
  memory.put_word(weights_at, 0x7E000000U);  // finite, and far too large to start from
  memory.sign();
  TEST_ASSERT_TRUE(adopt(learner, Small::Config(), 5, memory) == Status::invalid_start);
  TEST_ASSERT_TRUE(same_bytes(before, learner));
  Learner<float, 7> other;
  TEST_ASSERT_TRUE(adopt(other, Learner<float, 7>::Config(), 5, memory) == Status::other_dimension);
}

void test_an_agent_adopts_weights_and_begins_again() {
  Noise random(9);
  TileAgent& agent = first_agent = saved_agent(random);
  TileAgent& other = second_agent = TileAgent{};
  const auto config = TileAgent::Config().lambda(0.9F).epsilon(0.0F).epsilon_from(9, 0.1F);
  TEST_ASSERT_TRUE(adopt(other, config, 4, fingerprint(coder), memory) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(0, other.decisions());
  for (int i = 0; i < 20; ++i) {
    const auto phi = features_of(random);
    ASSERT_SAME_BITS(agent.value(phi, 1), other.value(phi, 1));
  }
  using MoreActions = Sarsa<float, Coder::Features, 3>;
  MoreActions& more_actions = *new (arena.first) MoreActions;
  TEST_ASSERT_TRUE(adopt(more_actions, MoreActions::Config(), 4, fingerprint(coder), memory) == Status::other_actions);
  using Alone = SparseLearner<float, 2 * Coder::dimension>;
  Alone& learner = *new (arena.first) Alone;
  TEST_ASSERT_TRUE(adopt(learner, Alone::Config(), fingerprint(coder), memory) == Status::other_learner);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_every_learner_goes_on_as_if_nothing_had_happened);
  RUN_TEST(test_an_agent_goes_on_with_the_same_decisions);
  RUN_TEST(test_a_frozen_agent_goes_on_evaluating);
  RUN_TEST(test_an_agent_with_features_of_its_own);
  RUN_TEST(test_the_same_bytes_on_every_machine);
  RUN_TEST(test_every_bit_counts);
  RUN_TEST(test_every_truncation_is_refused);
  RUN_TEST(test_a_sink_that_fails_is_reported);
  RUN_TEST(test_a_learner_that_was_never_started_has_nothing_to_save);
  RUN_TEST(test_a_source_that_changes_leaves_a_learner_that_is_not_started);
  RUN_TEST(test_an_agent_that_is_half_restored_is_safe);
  RUN_TEST(test_what_is_not_in_use_does_not_matter);
  RUN_TEST(test_the_same_features_are_the_same_bytes);
  RUN_TEST(test_a_held_schedule_is_still_held);
  RUN_TEST(test_what_differs_is_named);
  RUN_TEST(test_what_differs_in_an_agent_is_named);
  RUN_TEST(test_forged_numbers_are_refused);
  RUN_TEST(test_a_section_that_may_be_skipped_is_skipped);
  RUN_TEST(test_weights_are_adopted_into_another_configuration);
  RUN_TEST(test_what_cannot_be_adopted_changes_nothing);
  RUN_TEST(test_an_agent_adopts_weights_and_begins_again);
  return UNITY_END();
}
