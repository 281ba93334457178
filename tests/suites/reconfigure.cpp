// Other numbers while it runs: what was learned stays as it is, to the bit, and what comes next is as if it had been
// started with the new numbers.

#include <ballast/adjustable_schedule.hpp>
#include <ballast/control/sarsa.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <string.h>

#include <etl/array.h>

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

/// Each feature in turn, with nothing after it: its weight approaches the reward.
void learn_each(Sparse& learner, uint32_t rounds, float largest_reward, Noise& random) {
  const etl::array<float, dimension> nothing{};
  for (uint32_t t = 0; t < rounds * dimension; ++t) {
    etl::array<float, dimension> phi{};
    phi[t % dimension] = 1.0F;
    TEST_ASSERT_TRUE(learner.update(phi, largest_reward * random.number<float>(), nothing).status == Status::ok);
  }
}

/// A sparse learner keeps the norm of its weights from step to step, and knows it only as exactly as the larger one
/// that it was: a much smaller ball must not be left by that.
void test_a_ball_can_become_much_smaller() {
  static Sparse learner;
  Noise random(23);
  const auto config = Sparse::Config().lambda(0.0F).ratio(1e-9F).step_size(1.0F).radius(1e15F);
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  learn_each(learner, 8, 1e10F, random);
  learn_each(learner, 9, 1.0F, random);  // each weight is halved nine times
  TEST_ASSERT_TRUE(learner.reconfigure(config.radius(1.0F)) == Status::ok);
  const etl::array<float, dimension> nothing{};
  TEST_ASSERT_TRUE(learner.update(nothing, 0.0F, nothing).projected == Projected::jointly);
  float norm2 = learner.average_reward() * learner.average_reward();
  for (size_t i = 0; i < dimension; ++i) { norm2 += learner.weight(i) * learner.weight(i); }
  TEST_ASSERT_TRUE(norm2 > 1.0F - 1e-5F && norm2 < 1.0F + 1e-5F);
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

/// Each of two schedules can be changed by itself; they have one t, which goes on or begins again.
template <template <class, size_t, class, class, class> class L>
void check_two_time_scales() {
  using Two = TwoTimescaleSchedule<ConstantSchedule<float>, PolynomialSchedule<float>>;
  using Tested = L<float, dimension, Differential, JointBall<float>, Two>;
  const Features phi(3);
  static Tested learner;
  const auto config =
      typename Tested::Config().step_size(0.25F).ratio(0.5F).average_reward_schedule({1.0F, 1, 1.0F, 0});
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  Noise random(8);
  (void)learn(learner, 99, random);
  ASSERT_SAME_BITS(0.5F / 100.0F, learner.update(phi, 0.0F, phi).average_reward_step_size);
  TEST_ASSERT_TRUE(learner.reconfigure(config.average_reward_schedule({4.0F, 1, 1.0F, 0})) == Status::ok);
  ASSERT_SAME_BITS(0.5F * (4.0F / 101.0F), learner.update(phi, 0.0F, phi).average_reward_step_size);
  TEST_ASSERT_TRUE(learner.reconfigure(config.step_size(0.125F), ScheduleTime::begins_again) == Status::ok);
  const auto report = learner.update(phi, 0.0F, phi);
  ASSERT_SAME_BITS(0.125F, report.weights_step_size);
  ASSERT_SAME_BITS(0.5F, report.average_reward_step_size);
  TEST_ASSERT_EQUAL_UINT32(1, learner.schedule_time());
}
void test_each_of_two_schedules_can_be_changed() {
  check_two_time_scales<Learner>();
  check_two_time_scales<SparseLearner>();
}

// --- a schedule that is held ----------------------------------------------------------------------------------------

template <class T>
using AdjustableOf = AdjustableSchedule<PolynomialSchedule<T>>;
template <template <class, size_t, class, class, class> class L>
using Adjustable = L<float, dimension, Implicit, JointBall<float>, AdjustableOf<float>>;

static_assert(sizeof(Adjustable<Learner>) == sizeof(Decaying<Learner>) + sizeof(float), "one more number");
static_assert(sizeof(AdjustableOf<double>) == sizeof(PolynomialSchedule<double>) + sizeof(double), "and no padding");

template <class L>
typename L::Config changed(const L& learner) {
  return typename L::Config(learner.config());
}

/// Both learn the same and have the same bits after each step.
template <class L, class Other>
void learn_alike(L& learner, Other& other, uint32_t steps, Noise& random) {
  for (uint32_t t = 0; t < steps; ++t) {
    Noise same = random;
    ASSERT_SAME_BITS(learner.next_step_size(), other.next_step_size());
    ASSERT_SAME_BITS(learn(other, 1, same), learn(learner, 1, random));
    ASSERT_SAME_BITS(other.average_reward(), learner.average_reward());
    for (size_t i = 0; i < dimension; ++i) {
      ASSERT_SAME_BITS(other.weight(i), learner.weight(i));
      ASSERT_SAME_BITS(other.trace(i), learner.trace(i));
    }
  }
}

/// Against a schedule that cannot be held, and is given the same step-sizes in another way: held, by numbers that do
/// not depend on t; resumed, by an offset that leaves out the 50 steps in between.
template <template <class, size_t, class, class, class> class L>
void check_held_and_resumed(bool is_set_from_outside) {
  static Adjustable<L> learner;
  static Decaying<L> other;
  Noise random(11);
  TEST_ASSERT_TRUE(learner.start(typename Adjustable<L>::Config().offset(51).hold(0)) == Status::ok);
  TEST_ASSERT_TRUE(other.start(typename Decaying<L>::Config().offset(51).hold(0)) == Status::ok);
  learn_alike(learner, other, 100, random);

  const float beta = is_set_from_outside ? 0.7F : learner.next_step_size();
  TEST_ASSERT_TRUE(learner.reconfigure(changed(learner).held_at(beta)) == Status::ok);
  TEST_ASSERT_TRUE(other.reconfigure(changed(other).beta_0(beta).offset(1).power(1.0F).hold(UINT32_MAX)) == Status::ok);
  ASSERT_SAME_BITS(beta, learner.next_step_size());
  learn_alike(learner, other, 50, random);
  TEST_ASSERT_EQUAL_UINT32(100, learner.schedule_time());
  TEST_ASSERT_EQUAL_UINT32(150, learner.updates());

  TEST_ASSERT_TRUE(learner.reconfigure(changed(learner).resumed()) == Status::ok);
  TEST_ASSERT_TRUE(other.reconfigure(typename Decaying<L>::Config().offset(1).hold(0)) == Status::ok);
  learn_alike(learner, other, 100, random);
  TEST_ASSERT_EQUAL_UINT32(200, learner.schedule_time());
}

void test_a_schedule_is_held_and_resumed() {
  for (const bool is_set_from_outside : {false, true}) {
    check_held_and_resumed<Learner>(is_set_from_outside);
    check_held_and_resumed<SparseLearner>(is_set_from_outside);
  }
}

void test_held_and_resumed_a_thousand_times() {
  using L = Adjustable<SparseLearner>;
  static L learner;
  static L before;
  Noise random(13);
  TEST_ASSERT_TRUE(learner.start(L::Config().hold(20)) == Status::ok);
  for (uint32_t i = 0; i < 1000; ++i) {
    before = learner;
    const float step_size = 0.001F * static_cast<float>(i % 700 + 1);
    TEST_ASSERT_TRUE(learner.reconfigure(changed(learner).held_at(step_size)) == Status::ok);
    TEST_ASSERT_TRUE(has_kept(learner, before));
    (void)learn(learner, 1, random);
    before = learner;
    TEST_ASSERT_TRUE(learner.reconfigure(changed(learner).resumed()) == Status::ok);
    TEST_ASSERT_TRUE(has_kept(learner, before));
    TEST_ASSERT_EQUAL_UINT32(i, learner.schedule_time());
    ASSERT_SAME_BITS(learner.config().schedule.rate(i), learner.next_step_size());
    (void)learn(learner, 1, random);
  }
  TEST_ASSERT_TRUE(learner.updates() == 2000 && learner.schedule_time() == 1000);
}

/// A schedule begins again while it is held as well.
void test_a_held_schedule_begins_again() {
  using L = Adjustable<Learner>;
  static L learner;
  Noise random(17);
  ASSERT_SAME_BITS(0.0F, learner.next_step_size());  // before the start
  TEST_ASSERT_TRUE(learner.start(L::Config().beta_0(2.0F).hold(0)) == Status::ok);
  (void)learn(learner, 30, random);
  TEST_ASSERT_TRUE(learner.reconfigure(changed(learner).held_at(0.25F), ScheduleTime::begins_again) == Status::ok);
  (void)learn(learner, 30, random);
  ASSERT_SAME_BITS(0.25F, learner.next_step_size());
  TEST_ASSERT_EQUAL_UINT32(0, learner.schedule_time());
  TEST_ASSERT_TRUE(learner.reconfigure(changed(learner).resumed()) == Status::ok);
  ASSERT_SAME_BITS(2.0F, learner.next_step_size());
}

// --- what is refused ------------------------------------------------------------------------------------------------

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

void test_a_schedule_is_not_held_at_what_is_invalid() {
  using L = Adjustable<Learner>;
  static L learner;
  check_refused(learner, L::Config().held_at(0.5F), Status::not_started);
  TEST_ASSERT_TRUE(learner.start(L::Config().ratio(8.0F)) == Status::ok);
  Noise random(19);
  (void)learn(learner, 5, random);
  for (const float bad : {0.0F, -0.0F, -0.5F, __builtin_nanf(""), __builtin_huge_valf(), -__builtin_huge_valf()}) {
    check_refused(learner, changed(learner).held_at(bad), Status::invalid_step_size);
  }
  check_refused(learner, changed(learner).held_at(0x1p126F), Status::invalid_ratio);  // c beta is not finite
  TEST_ASSERT_TRUE(learner.reconfigure(changed(learner).held_at(0x1p100F)) == Status::ok);
  check_refused(learner, changed(learner).ratio(0x1p30F), Status::invalid_ratio);
}

// --- agents ---------------------------------------------------------------------------------------------------------

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

void test_the_schedule_of_an_agent_is_held() {
  using Held = Sarsa<float, Features, 3, Implicit, JointBall<float>, AdjustableOf<float>>;
  static Held held;
  TEST_ASSERT_TRUE(held.start(Held::Config().beta_0(1.0F).power(1.0F).hold(0), 9) == Status::ok);
  for (uint32_t t = 0; t < 60; ++t) {
    if (t == 20 || t == 40) {
      const Held::Config config(held.learner().config(), held.exploration());
      TEST_ASSERT_TRUE(held.reconfigure(t == 20 ? config.held_at(0.5F) : config.resumed()) == Status::ok);
    }
    (void)held.tick(1.0F, Features(t % dimension));
    if (t >= 20 && t < 40) { ASSERT_SAME_BITS(0.5F, held.learner().next_step_size()); }
  }
  TEST_ASSERT_EQUAL_UINT32(59, held.learner().updates());
  TEST_ASSERT_EQUAL_UINT32(39, held.learner().schedule_time());
  ASSERT_SAME_BITS(1.0F / 40.0F, held.learner().next_step_size());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_a_thousand_times);
  RUN_TEST(test_the_next_update_has_the_new_numbers);
  RUN_TEST(test_a_ball_can_become_much_smaller);
  RUN_TEST(test_a_schedule_goes_on_or_begins_again);
  RUN_TEST(test_each_of_two_schedules_can_be_changed);
  RUN_TEST(test_a_schedule_is_held_and_resumed);
  RUN_TEST(test_held_and_resumed_a_thousand_times);
  RUN_TEST(test_a_held_schedule_begins_again);
  RUN_TEST(test_what_makes_no_sense_is_refused);
  RUN_TEST(test_a_schedule_is_not_held_at_what_is_invalid);
  RUN_TEST(test_an_agent_goes_on);
  RUN_TEST(test_an_agent_explores_otherwise);
  RUN_TEST(test_the_schedule_of_an_agent_is_held);
  return UNITY_END();
}
