// The configuration: what it starts from, and that each name sets its number and no other.

#include <ballast/adjustable_schedule.hpp>
#include <ballast/control/sarsa.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <stddef.h>
#include <string.h>

#include "suite.hpp"

using namespace ballast;

namespace {

using Constant = Learner<float, 4>;
using Decaying = Learner<float, 4, Implicit, SeparateBalls<float>, PolynomialSchedule<float>>;
using Directed = Learner<float, 4, Implicit, WithoutDirection<JointBall<float>, 4>>;

template <size_t Steps, class Scalar = float>
using Agent = Sarsa<Scalar, OneHot<Scalar, 4>, 2, Implicit, JointBall<Scalar>, ConstantSchedule<Scalar>,
                    EpsilonSteps<Scalar, Steps>>;

// --- what it starts from --------------------------------------------------------------------------------------------

template <class T>
void check_defaults() {
  constexpr auto constant = typename Learner<T, 4>::Config();
  static_assert(constant.validate() == Status::ok, "the defaults are valid");
  static_assert(constant.settings().lambda == static_cast<T>(0.25), "lambda");
  static_assert(constant.settings().ratio == static_cast<T>(0.05), "ratio, where the step-size is constant");
  static_assert(constant.settings().schedule.step_size == static_cast<T>(0.2), "step-size");
  static_assert(constant.settings().projection.radius == T{1000}, "radius");

  constexpr auto decaying = typename Learner<T, 4, Implicit, SeparateBalls<T>, PolynomialSchedule<T>>::Config();
  static_assert(decaying.validate() == Status::ok, "the defaults are valid");
  static_assert(decaying.settings().lambda == static_cast<T>(0.25), "lambda");
  static_assert(decaying.settings().ratio == T{1}, "ratio, where the step-size decays");
  static_assert(decaying.settings().schedule.beta_0 == static_cast<T>(1.5), "beta_0");
  static_assert(decaying.settings().schedule.offset == 1, "offset");
  static_assert(decaying.settings().schedule.power == static_cast<T>(0.99), "power");
  static_assert(decaying.settings().schedule.hold == 150, "hold");
  static_assert(decaying.settings().projection.average_reward_radius == T{1000}, "radius of the average reward");
  static_assert(decaying.settings().projection.weights_radius == T{1000}, "radius of the weights");

  constexpr auto agent = typename Agent<1, T>::Config();
  static_assert(agent.validate() == Status::ok, "the defaults are valid");
  static_assert(agent.settings().ratio == static_cast<T>(0.05), "an agent's learner has those of a learner");
  static_assert(agent.exploration().epsilon(0) == static_cast<T>(0.05), "epsilon");
  static_assert(agent.exploration().epsilon(UINT32_MAX) == static_cast<T>(0.05), "epsilon, for ever");
}

void test_the_defaults() {
  check_defaults<float>();
  check_defaults<double>();
  Constant learner;
  TEST_ASSERT_TRUE(learner.start(Constant::Config()) == Status::ok);
  TEST_ASSERT_TRUE(learner.start({}) != Status::ok);  // these are the settings of a learner that was not started
  Agent<1> agent;
  TEST_ASSERT_TRUE(agent.start(Agent<1>::Config(), 1) == Status::ok);
}

// No default for a direction: it must be given.
static_assert(Directed::Config().validate() == Status::invalid_direction, "");

// --- names ----------------------------------------------------------------------------------------------------------

/// Whether `changed` has in its settings `number` at `offset`, and everything else as `before` has it.
template <class Config, class Number>
bool changes_one(const Config& before, const Config& changed, size_t offset, Number number) {
  unsigned char expected[sizeof before.settings()];
  unsigned char actual[sizeof expected];
  memcpy(expected, static_cast<const void*>(&before.settings()), sizeof expected);
  memcpy(actual, static_cast<const void*>(&changed.settings()), sizeof actual);
  const bool is_another = memcmp(expected, actual, sizeof expected) != 0;
  memcpy(expected + offset, &number, sizeof number);
  return is_another && memcmp(expected, actual, sizeof expected) == 0;
}

void test_each_name_sets_its_number_and_no_other() {
  using S = Constant::Settings;
  const Constant::Config config;
  TEST_ASSERT_TRUE(changes_one(config, config.lambda(0.5F), offsetof(S, lambda), 0.5F));
  TEST_ASSERT_TRUE(changes_one(config, config.ratio(0.5F), offsetof(S, ratio), 0.5F));
  TEST_ASSERT_TRUE(changes_one(config, config.step_size(0.5F), offsetof(S, schedule), 0.5F));
  TEST_ASSERT_TRUE(changes_one(config, config.schedule({0.5F}), offsetof(S, schedule), 0.5F));
  TEST_ASSERT_TRUE(changes_one(config, config.radius(0.5F), offsetof(S, projection), 0.5F));
  TEST_ASSERT_TRUE(changes_one(config, config.projection({0.5F}), offsetof(S, projection), 0.5F));
}

void test_each_name_of_a_schedule_that_decays() {
  constexpr size_t schedule = offsetof(Decaying::Settings, schedule);
  using S = PolynomialSchedule<float>;
  const Decaying::Config config;
  TEST_ASSERT_TRUE(changes_one(config, config.beta_0(0.5F), schedule + offsetof(S, beta_0), 0.5F));
  TEST_ASSERT_TRUE(changes_one(config, config.offset(7), schedule + offsetof(S, offset), uint32_t{7}));
  TEST_ASSERT_TRUE(changes_one(config, config.power(0.5F), schedule + offsetof(S, power), 0.5F));
  TEST_ASSERT_TRUE(changes_one(config, config.hold(7), schedule + offsetof(S, hold), uint32_t{7}));
  TEST_ASSERT_TRUE(
      changes_one(config, config.schedule({1.5F, 7, 0.99F, 150}), schedule + offsetof(S, offset), uint32_t{7}));
}

void test_each_name_of_a_schedule_that_can_be_held() {
  using Schedule = AdjustableSchedule<PolynomialSchedule<float>>;
  using Adjustable = Learner<float, 4, Implicit, JointBall<float>, Schedule>;
  constexpr size_t held = offsetof(Decaying::Settings, schedule) + sizeof(PolynomialSchedule<float>);
  const Adjustable::Config config;
  TEST_ASSERT_TRUE(config.validate() == Status::ok && !config.settings().schedule.is_held());
  TEST_ASSERT_TRUE(changes_one(config, config.held_at(0.5F), held, 0.5F));
  TEST_ASSERT_TRUE(changes_one(config.held_at(0.5F), config.held_at(0.5F).resumed(), held, 0.0F));
  TEST_ASSERT_TRUE(changes_one(config, config.schedule({{1.5F, 1, 0.99F, 150}, 0.5F}), held, 0.5F));
  static_assert(Adjustable::Config().held_at(0.5F).beta_0(2.0F).settings().schedule.rate(9) == 0.5F, "in any order");
  static_assert(Adjustable::Config().held_at(0.0F).validate() == Status::invalid_step_size, "not resumed by chance");
}

void test_each_name_of_two_time_scales() {
  using Polynomial = PolynomialSchedule<float>;
  using Schedule = TwoTimescaleSchedule<Polynomial, ConstantSchedule<float>>;
  using Two = Learner<float, 4, Implicit, JointBall<float>, Schedule>;
  constexpr size_t schedule = offsetof(Decaying::Settings, schedule);
  constexpr Two::Config config;
  static_assert(config.validate() == Status::ok, "the defaults are valid");
  static_assert(config.settings().ratio == 0.05F, "what it multiplies is constant");
  static_assert(
      config.settings().schedule.beta_0 == 1.5F && config.settings().schedule.average_reward.step_size == 0.2F,
      "those of each");
  TEST_ASSERT_TRUE(changes_one(config, config.power(0.5F), schedule + offsetof(Polynomial, power), 0.5F));
  TEST_ASSERT_TRUE(changes_one(config, config.average_reward_schedule({0.5F}), schedule + sizeof(Polynomial), 0.5F));
  TEST_ASSERT_TRUE(
      changes_one(config, config.schedule({{1.5F, 1, 0.99F, 150}, {0.5F}}), schedule + sizeof(Polynomial), 0.5F));
  static_assert(config.beta_0(0.0F).validate() == Status::invalid_step_size, "of the weights");
  static_assert(config.average_reward_schedule({0.0F}).validate() == Status::invalid_step_size,
                "of the average reward");
  // alpha is not c beta: the one may not overflow, the other may
  TEST_ASSERT_TRUE(config.average_reward_schedule({1e30F}).ratio(1e30F).validate() == Status::invalid_ratio);
  TEST_ASSERT_TRUE(config.beta_0(1e30F).ratio(1e30F).validate() == Status::ok);
  using Reverse =
      Learner<float, 4, Implicit, JointBall<float>, TwoTimescaleSchedule<ConstantSchedule<float>, Polynomial>>;
  static_assert(Reverse::Config().settings().ratio == 1.0F, "what it multiplies decays");
  static_assert(Reverse::Config().average_reward_schedule({1.0F, 0, 0.6F, 0}).validate() == Status::invalid_offset, "");
  static_assert(Reverse::Config().average_reward_schedule({1.0F, 1, 1.6F, 0}).validate() == Status::invalid_power, "");
}

void test_each_name_of_two_balls() {
  constexpr size_t projection = offsetof(Decaying::Settings, projection);
  using P = SeparateBalls<float>;
  const Decaying::Config config;
  TEST_ASSERT_TRUE(changes_one(config, config.weights_radius(0.5F), projection + offsetof(P, weights_radius), 0.5F));
  TEST_ASSERT_TRUE(
      changes_one(config, config.average_reward_radius(0.5F), projection + offsetof(P, average_reward_radius), 0.5F));
}

void test_a_direction_and_the_radius_beside_it() {
  constexpr float ones[] = {1.0F, 2.0F, 3.0F, 4.0F};
  constexpr auto config = Directed::Config().radius(0.5F).direction(ones).lambda(0.5F);
  static_assert(config.validate() == Status::ok, "in any order");
  static_assert(config.settings().projection.radius == 0.5F && config.settings().lambda == 0.5F, "");
  for (size_t i = 0; i < 4; ++i) { ASSERT_SAME_BITS(ones[i], config.settings().projection.direction[i]); }
}

// At compile time, in any order; of one name given twice the last counts.
constexpr auto chained = Constant::Config().radius(10.0F).ratio(0.1F).lambda(0.9F).step_size(0.5F).lambda(0.5F);
static_assert(chained.validate() == Status::ok, "");
static_assert(chained.settings().lambda == 0.5F && chained.settings().ratio == 0.1F, "");
static_assert(chained.settings().schedule.step_size == 0.5F && chained.settings().projection.radius == 10.0F, "");
static_assert(Constant::Config().lambda(1.0F).validate() == Status::invalid_lambda, "and refused by the compiler");
static_assert(Constant::Config().ratio(0.0F).validate() == Status::invalid_ratio, "");
static_assert(Constant::Config().step_size(0.0F).validate() == Status::invalid_step_size, "");
static_assert(Constant::Config().radius(0.0F).validate() == Status::invalid_radius, "");
static_assert(Decaying::Config().power(1.5F).validate() == Status::invalid_power, "");
static_assert(Decaying::Config().offset(0).validate() == Status::invalid_offset, "");

void test_one_number_of_a_learner_can_be_changed() {
  Constant learner;
  TEST_ASSERT_TRUE(learner.start(chained) == Status::ok);
  const Constant::Config config(learner.config());
  TEST_ASSERT_EQUAL_MEMORY(&chained, &config, sizeof config);
  TEST_ASSERT_TRUE(changes_one(chained, config.lambda(0.75F), offsetof(Constant::Settings, lambda), 0.75F));
  TEST_ASSERT_TRUE(learner.start(Constant::Config(learner.config()).lambda(0.75F)) == Status::ok);
  ASSERT_SAME_BITS(0.75F, learner.config().lambda);
  ASSERT_SAME_BITS(0.1F, learner.config().ratio);
}

// --- exploration ----------------------------------------------------------------------------------------------------

constexpr auto explores = Agent<3>::Config().epsilon(0.25F).epsilon_from(5000, 0.125F).epsilon_from(10000, 0.0F);
static_assert(explores.validate() == Status::ok, "as in the paper");
static_assert(explores.exploration().epsilon(4999) == 0.25F && explores.exploration().epsilon(5000) == 0.125F &&
                  explores.exploration().epsilon(9999) == 0.125F && explores.exploration().epsilon(10000) == 0.0F,
              "");
static_assert(Agent<1>::Config().epsilon(0.5F).exploration().epsilon(0) == 0.5F, "");
static_assert(Agent<1>::Config().exploration({{{0, 0.5F}}}).exploration().epsilon(0) == 0.5F, "as a whole");
static_assert(Agent<1>::Config().epsilon(0.5F).lambda(0.0F).settings().lambda == 0.0F, "beside those of the learner");
static_assert(Agent<1>::Config().lambda(0.0F).epsilon(0.5F).settings().lambda == 0.0F, "in any order");
static_assert(Agent<1>::Config().epsilon(1.5F).validate() == Status::invalid_exploration, "");

static_assert(Agent<3>::Config().epsilon(0.25F).validate() == Status::invalid_exploration, "two steps too few");
static_assert(Agent<3>::Config().epsilon_from(5000, 0.125F).validate() == Status::invalid_exploration, "one too few");
static_assert(explores.epsilon_from(20000, 0.0F).validate() == Status::invalid_exploration, "one too many");
static_assert(Agent<2>::Config().epsilon_from(9, 0.1F).epsilon_from(99, 0.0F).validate() == Status::invalid_exploration,
              "one too many");
static_assert(Agent<2>::Config().epsilon_from(0, 0.0F).validate() == Status::invalid_exploration, "from the beginning");
static_assert(Agent<3>::Config().epsilon_from(9, 0.1F).epsilon_from(5, 0.0F).validate() == Status::invalid_exploration,
              "not in the order of time");

// --- before the start -----------------------------------------------------------------------------------------------

/// A static learner is in .bss: it costs no flash to start with.
template <class L>
void check_that_it_is_all_zero() {
  static const L learner;
  unsigned char bytes[sizeof learner];
  memcpy(bytes, static_cast<const void*>(&learner), sizeof learner);
  for (const unsigned char byte : bytes) { TEST_ASSERT_EQUAL_UINT8(0, byte); }
}

void test_a_learner_that_was_not_started_is_all_zero() {
  check_that_it_is_all_zero<Constant>();
  check_that_it_is_all_zero<Decaying>();
  check_that_it_is_all_zero<Directed>();
  check_that_it_is_all_zero<SparseLearner<float, 64>>();
  check_that_it_is_all_zero<Learner<float, 4, Differential, JointBall<float>,
                                    TwoTimescaleSchedule<ConstantSchedule<float>, PolynomialSchedule<float>>>>();
  check_that_it_is_all_zero<SparseLearner<double, 4, Standard, NoProjection<double>, PolynomialSchedule<double>>>();
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_the_defaults);
  RUN_TEST(test_each_name_sets_its_number_and_no_other);
  RUN_TEST(test_each_name_of_a_schedule_that_decays);
  RUN_TEST(test_each_name_of_a_schedule_that_can_be_held);
  RUN_TEST(test_each_name_of_two_time_scales);
  RUN_TEST(test_each_name_of_two_balls);
  RUN_TEST(test_a_direction_and_the_radius_beside_it);
  RUN_TEST(test_one_number_of_a_learner_can_be_changed);
  RUN_TEST(test_a_learner_that_was_not_started_is_all_zero);
  return UNITY_END();
}
