// Other numbers while it runs: what was learned stays as it is, to the bit, and what comes next is as if it had been
// started with the new numbers.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include <string.h>

#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

constexpr size_t dimension = 12;
using Features = OneHot<float, dimension>;
using Dense = Learner<float, dimension>;
using Sparse = SparseLearner<float, dimension>;
template <template <class, size_t, class, class, class> class L>
using Decaying = L<float, dimension, Implicit, JointBall<float>, PolynomialSchedule<float>>;

template <class L>
float learn(L& learner, uint32_t steps, Noise& random) {
  float step_size = 0.0F;
  size_t at = 0;
  for (uint32_t t = 0; t < steps; ++t) {
    const size_t next = random.word() % dimension;
    step_size = learner.update(Features(at), random.number<float>(), Features(next)).weights_step_size;
    at = next;
  }
  return step_size;
}

/// What must not change: all but the settings.
template <class L>
bool has_kept(const L& learner, const L& before) {
  bool is_same = to_bits(learner.average_reward()) == to_bits(before.average_reward()) &&
                 learner.updates() == before.updates() && learner.projections() == before.projections() &&
                 learner.rejections() == before.rejections();
  for (size_t i = 0; i < dimension; ++i) {
    is_same = is_same && to_bits(learner.weight(i)) == to_bits(before.weight(i)) &&
              to_bits(learner.trace(i)) == to_bits(before.trace(i));
  }
  return is_same;
}

/// A thousand other step-sizes, with a step after each.
template <class L>
void check_a_thousand_times() {
  static L learner;
  static L before;
  Noise random(3);
  TEST_ASSERT_TRUE(learner.start(typename L::Config()) == Status::ok);
  for (uint32_t i = 0; i < 1000; ++i) {
    before = learner;
    const float step_size = 0.001F * static_cast<float>(i % 700 + 1);
    const float radius = i % 100 == 99 ? 0.5F : 1000.0F;
    const auto config = typename L::Config(learner.config()).step_size(step_size).lambda(0.3F).radius(radius);
    TEST_ASSERT_TRUE(learner.reconfigure(config) == Status::ok);
    TEST_ASSERT_TRUE(has_kept(learner, before));
    (void)learn(learner, 3, random);
    TEST_ASSERT_TRUE(to_bits(learner.config().schedule.step_size) == to_bits(step_size));
  }
  TEST_ASSERT_TRUE(learner.updates() == 3000 && learner.projections() > 0 && learner.rejections() == 0);
}

void test_a_thousand_times() {
  check_a_thousand_times<Dense>();
  check_a_thousand_times<Sparse>();
}

/// The next update is that of a learner which has had these numbers, weights and trace all along.
void test_the_next_update_has_the_new_numbers() {
  Dense learner;
  Noise random(5);
  TEST_ASSERT_TRUE(learner.start(Dense::Config().lambda(0.5F)) == Status::ok);
  (void)learn(learner, 40, random);
  const auto config = Dense::Config().lambda(0.9F).ratio(0.5F).step_size(2.0F).radius(3.0F);
  Dense reference;
  TEST_ASSERT_TRUE(reference.start(config, learner.weights(), learner.average_reward()) == Status::ok);
  learner.reset_trace();
  TEST_ASSERT_TRUE(learner.reconfigure(config) == Status::ok);
  Noise other = random;
  (void)learn(learner, 1, random);
  (void)learn(reference, 1, other);
  for (size_t i = 0; i < dimension; ++i) { ASSERT_SAME_BITS(reference.weight(i), learner.weight(i)); }
}

// Its t costs a word, and only where a step-size depends on it.
static_assert(sizeof(Decaying<Learner>) == sizeof(Dense) + 4 + sizeof(PolynomialSchedule<float>) - sizeof(float), "");
static_assert(sizeof(Decaying<SparseLearner>) - sizeof(Sparse) == sizeof(Decaying<Learner>) - sizeof(Dense), "");

template <class L>
void check_the_schedule() {
  static L learner;
  static L other;
  Noise random(7);
  const auto config = typename L::Config().lambda(0.0F).beta_0(1.0F).offset(1).power(1.0F).hold(0);
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  const float late = learn(learner, 100, random);
  other = learner;
  TEST_ASSERT_TRUE(learner.reconfigure(config) == Status::ok);
  TEST_ASSERT_TRUE(learn(learner, 1, random) < late);
  TEST_ASSERT_TRUE(other.reconfigure(config, ScheduleTime::begins_again) == Status::ok);
  const float first = learn(other, 1, random);
  TEST_ASSERT_TRUE(first > 0.49F && first <= 0.5F);  // beta_0 / (1 + beta_0)
  TEST_ASSERT_EQUAL_UINT32(101, other.updates());
}

void test_a_schedule_goes_on_or_begins_again() {
  check_the_schedule<Decaying<Learner>>();
  check_the_schedule<Decaying<SparseLearner>>();
}

template <class L>
void check_refused(const L& learner, const typename L::Config& config, Status expected) {
  static L copy;
  copy = learner;
  TEST_ASSERT_TRUE(copy.reconfigure(config) == expected);
  TEST_ASSERT_TRUE(memcmp(&copy, &learner, sizeof(L)) == 0);
}

void test_what_makes_no_sense_is_refused() {
  static Dense learner;
  check_refused(learner, Dense::Config(), Status::not_started);
  TEST_ASSERT_TRUE(learner.start(Dense::Config()) == Status::ok);
  check_refused(learner, Dense::Config().lambda(1.0F), Status::invalid_lambda);
  check_refused(learner, Dense::Config().step_size(0.0F), Status::invalid_step_size);
  check_refused(learner, Dense::Config().radius(-1.0F), Status::invalid_radius);
}

using Agent = Sarsa<float, Features, 3>;
Agent agent;
Agent unchanged;

/// Decisions, generator and the last observation go on: with the same numbers, nothing is different.
void test_an_agent_goes_on() {
  Noise random(2);
  TEST_ASSERT_TRUE(agent.start(Agent::Config().epsilon(0.3F), 9) == Status::ok);
  TEST_ASSERT_TRUE(unchanged.start(Agent::Config().epsilon(0.3F), 9) == Status::ok);
  for (uint32_t t = 0; t < 300; ++t) {
    const float reward = random.number<float>();
    const Features phi(random.word() % dimension);
    TEST_ASSERT_EQUAL_UINT32(unchanged.tick(reward, phi).action, agent.tick(reward, phi).action);
    const Agent::Config same(agent.learner().config(), agent.exploration());
    TEST_ASSERT_TRUE(agent.reconfigure(same) == Status::ok);
  }
  TEST_ASSERT_TRUE(memcmp(&agent, &unchanged, sizeof(Agent)) == 0);
}

void test_an_agent_explores_otherwise() {
  TEST_ASSERT_TRUE(agent.start(Agent::Config().epsilon(0.0F), 9) == Status::ok);
  TEST_ASSERT_TRUE(agent.reconfigure(Agent::Config().epsilon(1.0F)) == Status::ok);
  TEST_ASSERT_TRUE(agent.tick(0.0F, Features(1)).is_exploring);
  unchanged = agent;
  TEST_ASSERT_TRUE(agent.reconfigure(Agent::Config().epsilon(2.0F)) == Status::invalid_exploration);
  TEST_ASSERT_TRUE(agent.reconfigure(Agent::Config().lambda(2.0F)) == Status::invalid_lambda);
  TEST_ASSERT_TRUE(memcmp(&agent, &unchanged, sizeof(Agent)) == 0);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_a_thousand_times);
  RUN_TEST(test_the_next_update_has_the_new_numbers);
  RUN_TEST(test_a_schedule_goes_on_or_begins_again);
  RUN_TEST(test_what_makes_no_sense_is_refused);
  RUN_TEST(test_an_agent_goes_on);
  RUN_TEST(test_an_agent_explores_otherwise);
  return UNITY_END();
}
