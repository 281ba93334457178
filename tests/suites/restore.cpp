// Other weights while it runs: they are in place to the bit, and what comes next is as in a learner that was started
// from them; what a refusal leaves is unchanged. And how large weights are.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/field/weights_norm.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include <string.h>

#include <etl/placement_new.h>

#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

constexpr size_t dimension = 12;
constexpr uint32_t steps = 300;  // more than until a sparse learner sums up everything again

/// Memory for three learners or agents of any kind, one test after the other: a small board has no room for all.
alignas(8) unsigned char rooms[3][2816];

/// A new one, which was never started.
template <class L>
L& made_in(size_t room) {
  static_assert(sizeof(L) <= sizeof rooms[0], "a room must be large enough");
  return *new (rooms[room]) L;
}

template <class T, class Projection = JointBall<T>, class Schedule = ConstantSchedule<T>>
using Dense = Learner<T, dimension, Implicit, Projection, Schedule>;
template <class T, class Projection = JointBall<T>, class Schedule = ConstantSchedule<T>>
using Sparse = SparseLearner<T, dimension, Implicit, Projection, Schedule>;

template <class L>
using Features = OneHot<typename L::Value, dimension>;

template <class L>
typename L::Report learn(L& learner, uint32_t times, Noise& random) {
  typename L::Report report;
  for (uint32_t t = 0; t < times; ++t) {
    const Features<L> at(random.word() % dimension);
    const Features<L> next(random.word() % dimension);
    report = learner.update(at, random.number<typename L::Value>(), next);
  }
  return report;
}

template <class L>
typename L::Weights drawn_weights(uint32_t seed) {
  Noise random(seed);
  typename L::Weights weights;
  for (auto& weight : weights) { weight = random.number<typename L::Value>() * 3; }
  return weights;
}

template <class L>
void expect_same(const L& expected, const L& learner) {
  ASSERT_SAME_BITS(expected.average_reward(), learner.average_reward());
  for (size_t i = 0; i < dimension; ++i) {
    ASSERT_SAME_BITS(expected.weight(i), learner.weight(i));
    ASSERT_SAME_BITS(expected.trace(i), learner.trace(i));
  }
}

template <class T, class P, class S>
uint32_t refreshes(const Dense<T, P, S>& /*learner*/) {
  return 0;
}
template <class T, class P, class S>
uint32_t refreshes(const Sparse<T, P, S>& learner) {
  return learner.refreshes();
}

/// The weights are there, what is not learned has stayed, and there is no trace.
template <class L>
void expect_restored(const L& learner, const L& before, const typename L::Weights& weights,
                     typename L::Value average_reward) {
  ASSERT_SAME_BITS(average_reward, learner.average_reward());
  for (size_t i = 0; i < dimension; ++i) {
    ASSERT_SAME_BITS(weights[i], learner.weight(i));
    TEST_ASSERT_TRUE(learner.trace(i) == 0);
  }
  TEST_ASSERT_EQUAL_UINT32(before.updates(), learner.updates());
  TEST_ASSERT_EQUAL_UINT32(before.projections(), learner.projections());
  TEST_ASSERT_EQUAL_UINT32(before.rejections(), learner.rejections());
  TEST_ASSERT_EQUAL_UINT32(refreshes(before), refreshes(learner));
  TEST_ASSERT_EQUAL_MEMORY(&before.config(), &learner.config(), sizeof(typename L::Settings));
}

/// `config` for a learner that has run for `steps` and is restored, `from_start` for one that begins with the
/// weights.
template <class L>
void check_restored(const typename L::Config& config, const typename L::Config& from_start) {
  L& learner = made_in<L>(0);
  L& before = made_in<L>(1);
  L& expected = made_in<L>(2);
  Noise random(4);
  const auto weights = drawn_weights<L>(8);
  const auto average_reward = static_cast<typename L::Value>(0.375);
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  (void)learn(learner, steps, random);
  TEST_ASSERT_TRUE(learner.update(Features<L>(dimension), 0, Features<L>(0)).status == Status::feature_index_invalid);
  before = learner;
  TEST_ASSERT_TRUE(learner.restore(weights, average_reward) == Status::ok);
  expect_restored(learner, before, weights, average_reward);

  TEST_ASSERT_TRUE(expected.start(from_start, weights, average_reward) == Status::ok);
  for (uint32_t t = 0; t < steps; ++t) {
    Noise other = random;
    const auto report = learn(learner, 1, random);
    const auto wanted = learn(expected, 1, other);
    TEST_ASSERT_TRUE(report.status == Status::ok && wanted.status == Status::ok);
    ASSERT_SAME_BITS(wanted.td_error, report.td_error);
    ASSERT_SAME_BITS(wanted.weights_step_size, report.weights_step_size);
    ASSERT_SAME_BITS(wanted.average_reward_step_size, report.average_reward_step_size);
    expect_same(expected, learner);
  }
  TEST_ASSERT_EQUAL_UINT32(2 * steps, learner.updates());
}

template <class L>
void check_constant(const typename L::Config& config) {
  const auto all = config.lambda(static_cast<typename L::Value>(0.6)).step_size(static_cast<typename L::Value>(0.4));
  check_restored<L>(all, all);
}

template <template <class, class, class> class L, class T>
void check_projections() {
  check_constant<L<T, JointBall<T>, ConstantSchedule<T>>>({});
  using Small = L<T, JointBall<T>, ConstantSchedule<T>>;
  check_constant<Small>(typename Small::Config().radius(2));  // given weights are outside of it
  check_constant<L<T, NoProjection<T>, ConstantSchedule<T>>>({});
  using All = L<T, WithoutOnes<SeparateBalls<T>>, ConstantSchedule<T>>;
  check_constant<All>(typename All::Config().average_reward_radius(1).weights_radius(4));
}

/// beta_0 / (t + offset)^power: a later t is the same as a larger offset.
template <template <class, class, class> class L, class T>
void check_schedule() {
  using Decaying = L<T, JointBall<T>, PolynomialSchedule<T>>;
  const auto config = typename Decaying::Config().beta_0(20).power(static_cast<T>(0.8)).hold(0);
  check_restored<Decaying>(config.offset(10), config.offset(10 + steps));
}

void test_it_goes_on_from_given_weights() {
  check_projections<Dense, float>();
  check_projections<Sparse, float>();
  check_constant<Dense<double>>({});
  check_constant<Sparse<double>>({});
}

void test_the_schedule_goes_on() {
  check_schedule<Dense, float>();
  check_schedule<Sparse, float>();
  check_schedule<Dense, double>();
  check_schedule<Sparse, double>();
}

/// As after a start: the sums of given weights still wait for the first step, also if they are summed up before it.
void test_a_refresh_before_the_first_step() {
  using L = Sparse<float, WithoutOnes<JointBall<float>>>;
  L& learner = made_in<L>(0);
  L& expected = made_in<L>(1);
  const auto weights = drawn_weights<L>(9);
  Noise random(6);
  const auto config = L::Config().radius(2.0F);
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  (void)learn(learner, 255, random);
  TEST_ASSERT_EQUAL_UINT32(0, learner.refreshes());
  TEST_ASSERT_TRUE(learner.restore(weights, 0.5F) == Status::ok);
  TEST_ASSERT_TRUE(expected.start(config, weights, 0.5F) == Status::ok);
  learner.refresh();
  expected.refresh();
  Noise other = random;
  (void)learn(learner, 1, random);
  (void)learn(expected, 1, other);
  TEST_ASSERT_EQUAL_UINT32(2, expected.refreshes());
  TEST_ASSERT_EQUAL_UINT32(2, learner.refreshes());
  expect_same(expected, learner);
}

/// It may be done at a convenient time, and then the next step is not a slow one, even if it would have been.
void test_a_refresh_just_before_it_is_due() {
  using L = Sparse<float>;
  L& learner = made_in<L>(0);
  Noise random(7);
  TEST_ASSERT_TRUE(learner.start(L::Config()) == Status::ok);
  (void)learn(learner, 255, random);
  learner.refresh();
  (void)learn(learner, 1, random);
  TEST_ASSERT_EQUAL_UINT32(1, learner.refreshes());
}

// --- refusals -------------------------------------------------------------------------------------------------------

/// Of a learner or an agent: every byte is as before.
template <class Restored, class Weights>
void check_refused(Restored& restored, const Weights& weights, float average_reward, Status status) {
  unsigned char* const before = rooms[2];
  memcpy(before, static_cast<const void*>(&restored), sizeof(Restored));
  TEST_ASSERT_TRUE(restored.restore(weights, average_reward) == status);
  TEST_ASSERT_EQUAL_MEMORY(before, &restored, sizeof(Restored));
}

template <class Restored, class Weights>
void check_refusals(Restored& restored, const Weights& good) {
  const float infinity = from_bits<float>(0x7F800000U);
  for (const float bad : {from_bits<float>(0x7FC00000U), infinity, -infinity, 0x1p63F, 3e38F}) {
    check_refused(restored, good, bad, Status::invalid_start);
    Weights weights = good;
    weights[weights.size() - 1] = bad;
    check_refused(restored, weights, 0.5F, Status::invalid_start);
  }
}

template <class L>
void check_refusals_of() {
  L& learner = made_in<L>(0);
  const auto weights = drawn_weights<L>(10);
  check_refused(learner, weights, 0.5F, Status::not_started);
  Noise random(5);
  TEST_ASSERT_TRUE(learner.start(typename L::Config().lambda(0.5F)) == Status::ok);
  (void)learn(learner, 20, random);
  check_refusals(learner, weights);
}

void test_what_cannot_be_started_from_is_refused() {
  check_refusals_of<Dense<float>>();
  check_refusals_of<Sparse<float>>();
}

// --- agents ---------------------------------------------------------------------------------------------------------

using Agent = Sarsa<float, OneHot<float, dimension>, 3>;
using State = OneHot<float, dimension>;

void run(Agent& agent, uint32_t ticks, Noise& random) {
  for (uint32_t t = 0; t < ticks; ++t) {
    const float reward = random.number<float>();
    TEST_ASSERT_TRUE(agent.tick(reward, State(random.word() % dimension)).status == Status::ok);
  }
}

Agent::Learner::Weights drawn_table(uint32_t seed) {
  Noise random(seed);
  Agent::Learner::Weights weights;
  for (float& weight : weights) { weight = random.number<float>(); }
  return weights;
}

/// It goes on as one that had only a gap there, but with the other weights.
void test_an_agent_is_restored() {
  Agent& agent = made_in<Agent>(0);
  Agent& before = made_in<Agent>(1);
  Noise random(11);
  const auto weights = drawn_table(12);
  check_refused(agent, weights, 0.5F, Status::not_started);
  TEST_ASSERT_TRUE(agent.start(Agent::Config().lambda(0.5F).epsilon(0.3F), 3) == Status::ok);
  run(agent, 100, random);
  (void)agent.skip();
  run(agent, 100, random);
  check_refusals(agent, weights);
  before = agent;
  TEST_ASSERT_TRUE(agent.restore(weights, 0.25F) == Status::ok);
  for (size_t i = 0; i < weights.size(); ++i) { ASSERT_SAME_BITS(weights[i], agent.learner().weight(i)); }
  ASSERT_SAME_BITS(0.25F, agent.average_reward());
  TEST_ASSERT_EQUAL_HEX64(before.random_state(), agent.random_state());
  TEST_ASSERT_EQUAL_UINT32(before.decisions(), agent.decisions());
  TEST_ASSERT_EQUAL_UINT32(1, agent.skipped());
  TEST_ASSERT_EQUAL_UINT32(before.learner().updates(), agent.learner().updates());
  ASSERT_SAME_BITS(0.3F, agent.exploration().steps[0].epsilon);
  TEST_ASSERT_EQUAL_UINT32(Agent(before).skip().action, Agent(agent).skip().action);  // the last one

  TEST_ASSERT_FALSE(agent.tick(1.0F, State(0)).has_learned);  // what it had observed is forgotten
  TEST_ASSERT_EQUAL_UINT32(before.decisions() + 1, agent.decisions());
  TEST_ASSERT_TRUE(agent.tick(1.0F, State(1)).has_learned);
  run(agent, 50, random);
}

/// Other weights decide: what they earn is not mixed with what others have earned.
void test_a_frozen_agent_is_restored() {
  Agent& agent = made_in<Agent>(0);
  Noise random(13);
  const auto weights = drawn_table(14);
  TEST_ASSERT_TRUE(agent.start(Agent::Config(), 3) == Status::ok);
  run(agent, 50, random);
  agent.evaluate();
  run(agent, 20, random);
  TEST_ASSERT_EQUAL_UINT32(19, agent.evaluated_ticks());
  check_refusals(agent, weights);
  TEST_ASSERT_TRUE(agent.restore(weights, 0.25F) == Status::ok);
  TEST_ASSERT_TRUE(agent.is_evaluating() && agent.evaluated_ticks() == 0);
  (void)agent.tick(100.0F, State(0));
  (void)agent.tick(2.0F, State(0));
  ASSERT_SAME_BITS(2.0F, agent.evaluated_reward());
  agent.evaluate(false);
  TEST_ASSERT_TRUE(agent.restore(weights, 0.25F) == Status::ok);
  ASSERT_SAME_BITS(2.0F, agent.evaluated_reward());  // of the last evaluation
}

// --- how large the weights are --------------------------------------------------------------------------------------

template <class L>
typename L::Value norm_of(const typename L::Weights& weights, const typename L::Config& config = {}) {
  L& learner = made_in<L>(0);
  TEST_ASSERT_TRUE(learner.start(config, weights) == Status::ok);
  return weights_norm(learner);
}

void test_the_norm_of_weights() {
  ASSERT_SAME_BITS(0.0F, norm_of<Dense<float>>({}));
  ASSERT_SAME_BITS(5.0F, norm_of<Dense<float>>({{0.0F, 3.0F, 0.0F, 0.0F, 0.0F, -4.0F}}));
  ASSERT_SAME_BITS(5.0, norm_of<Sparse<double>>({{0.0, 3.0, 0.0, 0.0, 0.0, -4.0}}));
}

/// The same weights, the same bits: in either learner, on every machine.
void test_the_norm_has_the_same_bits_everywhere() {
  using OfMany = Learner<float, 101>;
  using OfManySparse = SparseLearner<float, 101>;
  const auto many = [] {
    Noise random(15);
    OfMany::Weights weights;
    for (float& weight : weights) { weight = random.number<float>(); }
    return weights;
  }();
  const float norm = norm_of<OfMany>(many);
  TEST_ASSERT_EQUAL_HEX32(0x40BF7337, to_bits(norm));
  ASSERT_SAME_BITS(norm, norm_of<OfManySparse>(many));
}

/// Where the projection acts, the norm is at the radius.
template <class L>
void check_fill() {
  L& learner = made_in<L>(0);
  Noise random(16);
  TEST_ASSERT_TRUE(learner.start(typename L::Config().average_reward_radius(1).weights_radius(0.5F)) == Status::ok);
  while (learn(learner, 1, random).projected == Projected::nothing) {}
  const float fill = weights_norm(learner) / weights_radius(learner.config());
  TEST_ASSERT_TRUE(fill > 0.99999F && fill < 1.00001F);
}

void test_the_norm_at_the_radius() {
  check_fill<Dense<float, SeparateBalls<float>>>();
  check_fill<Sparse<float, SeparateBalls<float>>>();
}

void test_the_radius_of_each_projection() {
  constexpr auto joint = Dense<float>::Config().radius(7.0F);
  static_assert(to_bits(weights_radius(joint.settings())) == to_bits(7.0F), "");
  const auto separate = Dense<double, SeparateBalls<double>>::Config().average_reward_radius(2).weights_radius(9);
  ASSERT_SAME_BITS(9.0, weights_radius(separate.settings()));
  const auto centred = Dense<float, WithoutOnes<JointBall<float>>>::Config().radius(3.0F);
  ASSERT_SAME_BITS(3.0F, weights_radius(centred.settings()));
  ASSERT_SAME_BITS(0.0F, weights_radius(Dense<float, NoProjection<float>>::Config().settings()));
}

/// Without a ball weights can grow until their squares overflow.
void test_the_norm_without_a_ball() {
  using Free = Dense<float, NoProjection<float>>;
  Free& learner = made_in<Free>(0);
  TEST_ASSERT_TRUE(learner.start(Free::Config().ratio(1e-30F).lambda(0.0F).step_size(1.0F)) == Status::ok);
  TEST_ASSERT_TRUE(learner.update(Features<Free>(0), 1e20F, Features<Free>(1)).status == Status::ok);
  TEST_ASSERT_TRUE(is_finite(learner.weight(0)) && !is_finite(weights_norm(learner)));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_it_goes_on_from_given_weights);
  RUN_TEST(test_the_schedule_goes_on);
  RUN_TEST(test_a_refresh_before_the_first_step);
  RUN_TEST(test_a_refresh_just_before_it_is_due);
  RUN_TEST(test_what_cannot_be_started_from_is_refused);
  RUN_TEST(test_an_agent_is_restored);
  RUN_TEST(test_a_frozen_agent_is_restored);
  RUN_TEST(test_the_norm_of_weights);
  RUN_TEST(test_the_norm_has_the_same_bits_everywhere);
  RUN_TEST(test_the_norm_at_the_radius);
  RUN_TEST(test_the_radius_of_each_projection);
  RUN_TEST(test_the_norm_without_a_ball);
  return UNITY_END();
}
