// Snapshots of sparse learners, agents, health and guard in fixed point: restored, they go on with the same bits; one
// that is damaged, forged or of something else is refused and changes nothing. What a sparse learner keeps besides
// weights and trace is computed again, so that no snapshot can contradict it.

#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/field/fixed_health.hpp>
#include <ballast/field/guard.hpp>
#include <ballast/field/together.hpp>
#include <ballast/fixed.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/snapshot_store.hpp>

#include <string.h>

#include <etl/array.h>

#include "emulated_flash.hpp"
#include "noise.hpp"
#if defined(SMALL_BOARD)
#define MEMORY_BYTES 1200  // enough here: there are three
#endif
#include "snapshot_memory.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

constexpr uint32_t features = 5;
constexpr size_t dimension = 37;
constexpr size_t capacity = 4;

/// A ball so small that projections act.
struct Narrow : FixedLimits {
  static constexpr double radius = 16;
  static constexpr size_t active = capacity;
};
struct LongTrace : Narrow {
  static constexpr double lambda = 0.9;
};
/// The same weights, and another format of the norm of the trace.
struct TwoActive : Narrow {
  static constexpr size_t active = 2;
};
struct LargeBall : Narrow {
  static constexpr double radius = 500;
};

// Not on the stack.
Memory memory;
Memory another;
Memory one;

template <class Subject>
void save_in(Memory& where, const Subject& subject) {
  where = Memory{};
  TEST_ASSERT_TRUE(save(subject, features, where) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(snapshot_bytes<Subject>, where.size);
}
/// Whether everything that a snapshot has is the same as in `where`.
template <class Subject>
bool is_saved_in(const Memory& where, const Subject& subject) {
  save_in(another, subject);
  return where.size == another.size && memcmp(where.bytes, another.bytes, where.size) == 0;
}
template <class Subject>
bool are_same(const Subject& a, const Subject& b) {
  save_in(one, a);
  return is_saved_in(one, b);
}

template <class A, class B>
void assert_same_weights(const A& a, const B& b) {
  constexpr size_t weights = sizeof(typename A::Weights) / sizeof(typename A::Weight);
  for (size_t i = 0; i < weights; ++i) { TEST_ASSERT_EQUAL_INT32(a.weight(i).raw(), b.weight(i).raw()); }
}

#if IN_PART(1) || IN_PART(3)
// --- learners -------------------------------------------------------------------------------------------------------

using State = SparseFeatures<FixedFeature, dimension, capacity>;

State draw(Noise& random) {
  State state;
  for (size_t k = 0; k < capacity; ++k) {
    const auto value = FixedFeature::from_raw(static_cast<int16_t>(random.word() >> 4));
    (void)state.add(random.word() % dimension, value);
  }
  return state;
}
template <class Value>
Value draw_reward(Noise& random) {
  return Value::fraction(static_cast<int32_t>(random.word() % 2000) - 500, 100);
}

template <class L>
void learn(L& learner, uint32_t steps, Noise& random) {
  State phi = draw(random);
  for (uint32_t t = 0; t < steps; ++t) {
    const State next = draw(random);
    TEST_ASSERT_TRUE(learner.update(phi, draw_reward<typename L::Value>(random), next).status == Status::ok);
    phi = next;
  }
}

/// A feature is in the list if and only if its trace is not 0.
template <class L>
void check_list(const L& learner) {
  size_t live = 0;
  for (size_t i = 0; i < dimension; ++i) { live += learner.trace(i).raw() != 0 ? 1U : 0U; }
  TEST_ASSERT_EQUAL_UINT32(live, learner.live_features());
}

template <class L>
constexpr auto numbers = typename L::Config().lambda(0.45).ratio(0.1);

template <class L>
void check_resume(const typename L::Config& config) {
  static L learner;
  static L restored;
  Noise random(7);
  TEST_ASSERT_TRUE(learner.start(config.settings()) == Status::ok);
  learn(learner, 300, random);
  save_in(memory, learner);
  Noise others(99);
  TEST_ASSERT_TRUE(restored.start(config.settings()) == Status::ok);
  learn(restored, 10, others);  // what was there before does not matter
  TEST_ASSERT_TRUE(resume(restored, features, memory) == Status::ok);
  TEST_ASSERT_TRUE(is_saved_in(memory, restored));
  check_list(restored);
  Noise other = random;
  learn(learner, 500, random);
  learn(restored, 500, other);
  TEST_ASSERT_TRUE(are_same(learner, restored));
  TEST_ASSERT_EQUAL_UINT32(800, restored.updates());
  TEST_ASSERT_EQUAL_UINT32(learner.live_features(), restored.live_features());
}

#if IN_PART(1)
void test_every_sparse_learner_goes_on_as_if_nothing_had_happened() {
  using Default = FixedSparseLearner<dimension, Narrow>;
  check_resume<Default>(numbers<Default>.step_size(0.3).radius(16));
  using Long = FixedSparseLearner<dimension, LongTrace, Standard, SeparateBalls>;
  check_resume<Long>(numbers<Long>.lambda(0.9).step_size(0.01).average_reward_radius(9).weights_radius(1));
  using Decaying = FixedSparseLearner<dimension, LargeBall, ImplicitDifferential, NoProjection, PolynomialSchedule>;
  check_resume<Decaying>(numbers<Decaying>.beta_0(1.5).power(0.75).offset(2).hold(20));
}

#endif

// --- refusals -------------------------------------------------------------------------------------------------------

using L = FixedSparseLearner<dimension, Narrow>;
using Dense = FixedLearner<dimension, Narrow>;
L subject;
L untouched;

bool is_untouched() {
  const auto* const first = reinterpret_cast<const uint8_t*>(&subject);
  return memcmp(first, reinterpret_cast<const uint8_t*>(&untouched), sizeof subject) == 0;
}
void check_refused(Status expected) {
  subject = untouched;
  TEST_ASSERT_EQUAL_INT(static_cast<int>(expected), static_cast<int>(resume(subject, features, memory)));
  TEST_ASSERT_TRUE(is_untouched());
}
void prepare() {
  Noise random(11);
  TEST_ASSERT_TRUE(untouched.start(numbers<L>.step_size(0.2).settings()) == Status::ok);
  learn(untouched, 20, random);
  static L learner;
  TEST_ASSERT_TRUE(learner.start(numbers<L>.step_size(0.3).radius(2).settings()) == Status::ok);
  learn(learner, 50, random);
  save_in(memory, learner);
}

#if IN_PART(1)
void test_every_damaged_byte_is_refused() {
  prepare();
  for (size_t i = 0; i < memory.size; ++i) {
    memory.bytes[i] = static_cast<uint8_t>(memory.bytes[i] ^ 0x10U);
    subject = untouched;
    TEST_ASSERT_FALSE(resume(subject, features, memory) == Status::ok);
    TEST_ASSERT_TRUE(is_untouched());
    memory.bytes[i] = static_cast<uint8_t>(memory.bytes[i] ^ 0x10U);
  }
}

// Offsets in a snapshot of L (docs/SNAPSHOT.md).
constexpr size_t type_of_learner = 16;
constexpr size_t weights = 56 + 24 + 8 + 28 + 8;
constexpr size_t trace = weights + 4 * dimension + 8;
static_assert(snapshot_bytes<L> == trace + 4 * ((dimension + 1) / 2) + 8 + 4, "as docs/SNAPSHOT.md has it");

/// Anything with the right checksum is refused, or is a learner that agrees with the dense one of the same numbers:
/// then its list and its kept norm are right.
void test_forged_numbers_do_not_contradict_what_is_kept() {
  prepare();
  const Memory good = memory;
  static Dense dense;
  Noise random(23);
  uint32_t accepted = 0;
  for (uint32_t i = 0; i < 200; ++i) {
    memory = good;
    for (uint32_t k = 0; k <= i % 4; ++k) {
      const size_t at = weights + random.word() % (memory.size - weights - 4);
      memory.bytes[at] = static_cast<uint8_t>(i % 5 == 0 ? 0 : random.word());
    }
    memory.sign();
    subject = untouched;
    if (resume(subject, features, memory) != Status::ok) {
      TEST_ASSERT_TRUE(is_untouched());
      continue;
    }
    ++accepted;
    check_list(subject);
    memory.bytes[type_of_learner] = 1;
    memory.sign();
    TEST_ASSERT_TRUE(resume(dense, features, memory) == Status::ok);
    Noise other = random;
    learn(subject, 8, random);
    learn(dense, 8, other);
    check_list(subject);
    save_in(memory, dense);
    memory.bytes[type_of_learner] = 2;
    memory.sign();
    TEST_ASSERT_TRUE(is_saved_in(memory, subject));
  }
  TEST_ASSERT_TRUE(accepted > 50);
}

void test_numbers_that_no_learner_has_are_refused() {
  prepare();
  const Memory good = memory;
  const auto check = [&](size_t at, uint32_t word) {
    memory.put_word(at, word);
    memory.sign();
    check_refused(Status::snapshot_damaged);
    memory = good;
  };
  check(weights, 1U << 31);
  check(weights, static_cast<uint32_t>(L::Weight(17).raw()));
  check(trace, 0x80000000U);
  check(trace + 4, 0x7FFF8000U);
}

/// A source that changes between two passes: the learner is stopped, and can be started.
void test_a_learner_that_is_half_restored_is_stopped() {
  prepare();
  subject = untouched;
  const size_t pieces = (memory.size + 15) / 16;  // in a pass; the third one stores
  memory.reads_until_change = static_cast<uint32_t>(2 * pieces + trace / 16 + 1);
  TEST_ASSERT_TRUE(resume(subject, features, memory) == Status::snapshot_damaged);
  TEST_ASSERT_FALSE(subject.is_started());
  check_list(subject);
  Noise random(3);
  Noise other = random;
  static L fresh;
  TEST_ASSERT_TRUE(subject.start(numbers<L>.settings()) == Status::ok);
  TEST_ASSERT_TRUE(fresh.start(numbers<L>.settings()) == Status::ok);
  learn(subject, 30, random);
  learn(fresh, 30, other);
  TEST_ASSERT_TRUE(are_same(subject, fresh));
}

EmulatedFlash<Geometry<2, 1, 512, 8>> flash;

void test_a_store_keeps_it() {
  prepare();
  SnapshotStore<decltype(flash)> store(flash);
  TEST_ASSERT_TRUE(store.save(untouched, features) == Status::ok);
  SnapshotStore<decltype(flash)> after_restart(flash);
  static L restored;
  TEST_ASSERT_TRUE(after_restart.resume(restored, features) == Status::ok);
  TEST_ASSERT_TRUE(are_same(restored, untouched));
}
#endif
#if IN_PART(3)
template <class Saved>
void check_other(Status expected) {
  static Saved learner;
  TEST_ASSERT_TRUE(learner.start(typename Saved::Config().settings()) == Status::ok);
  save_in(memory, learner);
  check_refused(expected);
}
void test_other_formats_are_refused() {
  prepare();
  check_other<Dense>(Status::other_learner);
  check_other<FixedSparseLearner<dimension, LargeBall>>(Status::other_scalar);
  check_other<FixedSparseLearner<dimension, LongTrace>>(Status::other_scalar);
  check_other<FixedSparseLearner<dimension, Narrow, Standard>>(Status::other_rule);
  check_other<FixedSparseLearner<dimension + 1, Narrow>>(Status::other_dimension);
  check_other<SparseLearner<float, dimension>>(Status::other_scalar);
  check_other<FixedSparseLearner<dimension, TwoActive>>(Status::other_scalar);
  static L adopting;
  TEST_ASSERT_TRUE(adopt(adopting, numbers<L>.settings(), features, memory) == Status::ok);
  prepare();
  static SparseLearner<float, dimension> in_float;
  TEST_ASSERT_TRUE(resume(in_float, features, memory) == Status::other_scalar);
  static Dense dense;
  TEST_ASSERT_TRUE(resume(dense, features, memory) == Status::other_learner);
}

void test_weights_are_adopted_by_either_learner() {
  prepare();
  TEST_ASSERT_TRUE(resume(subject, features, memory) == Status::ok);
  static Dense dense;
  static L sparse;
  TEST_ASSERT_TRUE(adopt(dense, numbers<Dense>.radius(1).settings(), features, memory) == Status::ok);
  assert_same_weights(dense, subject);
  save_in(memory, dense);
  TEST_ASSERT_TRUE(adopt(sparse, numbers<L>.radius(1).settings(), features, memory) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(0, sparse.live_features());
  Noise random(31);
  Noise other = random;
  learn(dense, 50, random);
  learn(sparse, 50, other);  // projected as the dense one is: the norm is that of the weights
  TEST_ASSERT_TRUE(dense.projections() > 10);
  TEST_ASSERT_EQUAL_UINT32(dense.projections(), sparse.projections());
  assert_same_weights(dense, sparse);
}

#endif
#endif
#if IN_PART(2)
// --- agents and health ----------------------------------------------------------------------------------------------

constexpr size_t states = 12;

void draw_into(OneHot<FixedFeature, states>& state, Noise& random) {
  state = OneHot<FixedFeature, states>(random.word() % states);
}
void draw_into(ActiveFeatures<FixedFeature, states, 3>& state, Noise& random) {
  state.clear();
  for (size_t k = 0; k < 3; ++k) { (void)state.add(random.word() % states); }
}
void draw_into(SparseFeatures<FixedFeature, states, 3>& state, Noise& random) {
  state.clear();
  for (size_t k = 0; k < 3; ++k) {
    (void)state.add(random.word() % states, FixedFeature::from_raw(static_cast<int16_t>(random.word() >> 4)));
  }
}
template <size_t Dimension>
void draw_into(etl::array<FixedFeature, Dimension>& state, Noise& random) {
  for (FixedFeature& x : state) { x = FixedFeature::from_raw(static_cast<int16_t>(random.word() >> 4)); }
}

/// An agent and its health. Rewards explode now and then, and sensors fail.
template <class Agent>
struct Field {
  Agent agent;
  FixedHealth<Agent, Agent::actions> health;

  auto watched() { return together(agent, health); }
  void start() { TEST_ASSERT_TRUE(agent.start(typename Agent::Config().lambda(0.4).epsilon(0.2), 1) == Status::ok); }
  uint32_t run(Noise& random, uint32_t ticks) {
    uint32_t actions = 0;
    for (uint32_t t = 0; t < ticks; ++t) {
      typename Agent::StateFeatures state{};
      draw_into(state, random);
      const int32_t size = t / 500 % 2 == 1 ? 1 : 100;
      const auto reward = Agent::Value::fraction(static_cast<int32_t>(random.word() % 2000) - 500, size);
      const Decision decision = t % 17 == 3 ? agent.skip() : agent.tick(reward, state);
      health.add(agent, decision, reward);
      actions = actions * 3 + decision.action;
    }
    return actions;
  }
};

template <class Agent>
void check_agent(bool is_evaluating) {
  static Field<Agent> field;
  static Field<Agent> restored;
  Noise random(5);
  field = Field<Agent>{};
  restored = Field<Agent>{};
  field.start();
  (void)field.run(random, 3001);
  field.agent.evaluate(is_evaluating);
  (void)field.run(random, 2);
  auto watched = field.watched();
  save_in(memory, watched);
  auto resumed = restored.watched();
  TEST_ASSERT_TRUE(resume(resumed, features, memory) == Status::ok);
  TEST_ASSERT_TRUE(is_saved_in(memory, resumed));
  TEST_ASSERT_TRUE(restored.agent.is_evaluating() == is_evaluating);
  Noise other = random;
  TEST_ASSERT_EQUAL_UINT32(field.run(random, 1000), restored.run(other, 1000));
  TEST_ASSERT_TRUE(are_same(field.watched(), restored.watched()));
  TEST_ASSERT_TRUE(field.health.verdict() == restored.health.verdict());
}

void test_agents_and_their_health_go_on() {
  check_agent<FixedSarsa<OneHot<FixedFeature, states>, 2>>(false);
  check_agent<FixedSarsa<OneHot<FixedFeature, states>, 2>>(true);
  check_agent<FixedSarsa<ActiveFeatures<FixedFeature, states, 3>, 3, LongTrace>>(false);
  check_agent<FixedSarsa<SparseFeatures<FixedFeature, states, 3>, 2, LargeBall>>(false);
  check_agent<FixedSarsa<etl::array<FixedFeature, 5>, 2>>(false);
  check_agent<FixedSarsa<OneHot<FixedFeature, states>, 2, FixedLimits, Standard, SeparateBalls, PolynomialSchedule>>(
      false);
}

using Agent = FixedSarsa<OneHot<FixedFeature, states>, 2>;
Field<Agent> field;
Field<Agent> target;

template <class T>
bool has_bytes_of(const T& a, const T& b) {
  return memcmp(reinterpret_cast<const uint8_t*>(&a), reinterpret_cast<const uint8_t*>(&b), sizeof a) == 0;
}
void prepare_field() {
  Noise random(5);
  field = Field<Agent>{};
  target = Field<Agent>{};
  field.start();
  target.start();
  (void)field.run(random, 3000);
  (void)target.run(random, 100);
  save_in(memory, field.watched());
}
void check_field_refused() {
  static Field<Agent> before;
  memcpy(static_cast<void*>(&before), static_cast<const void*>(&target), sizeof target);
  auto watched = target.watched();
  TEST_ASSERT_FALSE(resume(watched, features, memory) == Status::ok);
  TEST_ASSERT_TRUE(has_bytes_of(before, target));
}

void test_a_damaged_agent_or_health_is_refused() {
  prepare_field();
  for (size_t i = 0; i < memory.size; ++i) {
    memory.bytes[i] = static_cast<uint8_t>(memory.bytes[i] ^ 0x40U);
    check_field_refused();
    memory.bytes[i] = static_cast<uint8_t>(memory.bytes[i] ^ 0x40U);
  }
}

/// Forged means of health are refused before anything is stored.
void test_means_that_health_cannot_have_are_refused() {
  prepare_field();
  const Memory good = memory;
  const size_t health = snapshot_bytes<Agent> - 8 - 4 + 8;  // in the place of the end
  for (size_t mean = 0; mean < 5; ++mean) {
    memory.put_word(health + 8 * mean + 4, 0x7FFFFFFFU);
    memory.sign();
    check_field_refused();
    memory = good;
  }
}

void test_each_can_do_without_the_other() {
  prepare_field();
  static Agent alone;
  TEST_ASSERT_TRUE(resume(alone, features, memory) == Status::ok);
  TEST_ASSERT_TRUE(are_same(alone, field.agent));
  save_in(memory, field.agent);
  auto watched = target.watched();
  TEST_ASSERT_TRUE(resume(watched, features, memory) == Status::ok);
  TEST_ASSERT_TRUE(target.health.verdict() == Verdict::starting);
  TEST_ASSERT_TRUE(are_same(alone, target.agent));
}

struct Impatient : GuardRules {
  static constexpr uint32_t keep_every = 100;
  static constexpr uint32_t wait = 50;
};
struct Says {  // in the place of health
  Verdict is = Verdict::settled;
  Verdict verdict() const { return is; }
  void reset() {}
};

/// Guard and KeptInRam are the same in fixed point, and what is kept is part of a snapshot.
void test_a_guard_rolls_back_after_it_was_resumed() {
  prepare_field();
  static Guard<KeptInRam<Agent>, Impatient> guard;
  static Guard<KeptInRam<Agent>, Impatient> resumed;
  Says says;
  GuardEvent event = GuardEvent::nothing;
  for (uint32_t t = 0; t < 200 && event == GuardEvent::nothing; ++t) { event = guard.watch(field.agent, says); }
  TEST_ASSERT_TRUE(event == GuardEvent::kept);
  static Agent good;
  good = field.agent;
  Noise random(41);
  (void)field.run(random, 50);
  save_in(memory, together(field.agent, field.health, guard));
  auto watched = together(target.agent, target.health, resumed);
  TEST_ASSERT_TRUE(resume(watched, features, memory) == Status::ok);
  TEST_ASSERT_TRUE(is_saved_in(memory, watched));
  says.is = Verdict::diverging;
  TEST_ASSERT_TRUE(resumed.watch(target.agent, says) == GuardEvent::rolled_back);
  TEST_ASSERT_TRUE(target.agent.is_evaluating());
  TEST_ASSERT_TRUE(target.agent.average_reward() == good.average_reward());
  assert_same_weights(target.agent.learner(), good.learner());
}

void test_an_agent_of_other_formats_is_refused() {
  prepare_field();
  static FixedSarsa<OneHot<FixedFeature, states>, 2, LargeBall> finer;
  TEST_ASSERT_TRUE(resume(finer, features, memory) == Status::other_scalar);
  static Sarsa<float, OneHot<float, states>, 2> in_float;
  TEST_ASSERT_TRUE(resume(in_float, features, memory) == Status::other_scalar);
  static FixedSarsa<ActiveFeatures<FixedFeature, states, 3>, 2> other_features;
  TEST_ASSERT_TRUE(resume(other_features, features, memory) == Status::other_features);
  static FixedSarsa<ActiveFeatures<FixedFeature, states, 3>, 2, FixedLimits, Standard> adopted;
  const auto config = decltype(adopted)::Config().step_size(0.1);
  TEST_ASSERT_TRUE(adopt(adopted, config, 9, features, memory) == Status::ok);
  TEST_ASSERT_TRUE(adopted.average_reward() == field.agent.average_reward());
  assert_same_weights(adopted.learner(), field.agent.learner());
}

#endif

}  // namespace

int main() {
  UNITY_BEGIN();
#if IN_PART(1)
  RUN_TEST(test_every_sparse_learner_goes_on_as_if_nothing_had_happened);
  RUN_TEST(test_every_damaged_byte_is_refused);
  RUN_TEST(test_forged_numbers_do_not_contradict_what_is_kept);
  RUN_TEST(test_numbers_that_no_learner_has_are_refused);
  RUN_TEST(test_a_learner_that_is_half_restored_is_stopped);
  RUN_TEST(test_a_store_keeps_it);
#endif
#if IN_PART(3)
  RUN_TEST(test_other_formats_are_refused);
  RUN_TEST(test_weights_are_adopted_by_either_learner);
#endif
#if IN_PART(2)
  RUN_TEST(test_agents_and_their_health_go_on);
  RUN_TEST(test_a_damaged_agent_or_health_is_refused);
  RUN_TEST(test_means_that_health_cannot_have_are_refused);
  RUN_TEST(test_each_can_do_without_the_other);
  RUN_TEST(test_a_guard_rolls_back_after_it_was_resumed);
  RUN_TEST(test_an_agent_of_other_formats_is_refused);
#endif
  return UNITY_END();
}
