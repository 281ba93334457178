// The agent: what it decides, what it learns from a tick, and what it does when something is wrong.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>

#include <string.h>

#include <etl/array.h>

#include "draw_features.hpp"
#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

const float nan = from_bits<float>(0x7FC00000U);
const float infinity = from_bits<float>(0x7F800000U);

// --- sets of actions ------------------------------------------------------------------------------------------------

void test_a_set_of_actions() {
  constexpr ActionSet<5> set = ActionSet<5>().with(1).with(4);
  static_assert(set.contains(1) && set.contains(4) && !set.contains(0) && set.size() == 2, "with");
  static_assert(set.get(0) == 1 && set.get(1) == 4 && set.get(2) == 5, "in ascending order, then none");
  static_assert(set.without(1).get(0) == 4 && set.without(0).size() == 2, "without");
  static_assert(ActionSet<5>().is_empty() && ActionSet<5>::all().size() == 5, "none and all");
  static_assert(ActionSet<32>::all().size() == 32 && ActionSet<1>::all().size() == 1, "at the limits");
  static_assert(!set.contains(5) && !set.with(7).contains(7) && set.with(40).size() == 2, "what is no action");
  TEST_ASSERT_EQUAL_UINT32(3, ActionSet<5>::where([](uint32_t action) { return action % 2 == 0; }).size());
}

// --- greedy ---------------------------------------------------------------------------------------------------------

template <size_t Actions>
uint32_t best_of(const float (&values)[Actions], ActionSet<Actions> feasible = ActionSet<Actions>::all()) {
  return greedy_action<float>(feasible, [&](uint32_t action) { return values[action]; });
}

void test_greedy() {
  TEST_ASSERT_EQUAL_UINT32(1, best_of({1.0F, 3.0F, 2.0F}));
  TEST_ASSERT_EQUAL_UINT32(2, best_of({1.0F, 3.0F, 2.0F}, ActionSet<3>::all().without(1)));
  TEST_ASSERT_EQUAL_UINT32(0, best_of({3.0F, 3.0F, 3.0F}));        // of equal ones the lowest
  TEST_ASSERT_EQUAL_UINT32(0, best_of({-0.0F, 0.0F}));             // which are equal
  TEST_ASSERT_EQUAL_UINT32(1, best_of({nan, -5.0F, nan, -6.0F}));  // NaN never wins
  TEST_ASSERT_EQUAL_UINT32(0, best_of({-5.0F, nan}));
  TEST_ASSERT_EQUAL_UINT32(1, best_of({nan, -infinity}));
  TEST_ASSERT_EQUAL_UINT32(1, best_of({nan, nan, nan}, ActionSet<3>::all().without(0)));  // the first feasible
  TEST_ASSERT_EQUAL_UINT32(3, best_of({1.0F, 3.0F, 2.0F}, ActionSet<3>()));               // none
}

// --- exploration ----------------------------------------------------------------------------------------------------

void test_epsilon_in_steps() {
  constexpr EpsilonSteps<float, 3> steps{{{0, 0.25F}, {5000, 0.125F}, {10000, 0.0F}}};
  static_assert(steps.validate() == Status::ok, "the paper's");
  ASSERT_SAME_BITS(0.25F, steps.epsilon(0));
  ASSERT_SAME_BITS(0.25F, steps.epsilon(4999));
  ASSERT_SAME_BITS(0.125F, steps.epsilon(5000));
  ASSERT_SAME_BITS(0.125F, steps.epsilon(9999));
  ASSERT_SAME_BITS(0.0F, steps.epsilon(10000));
  ASSERT_SAME_BITS(0.0F, steps.epsilon(UINT32_MAX));
}

void test_exploration_that_makes_no_sense() {
  using Two = EpsilonSteps<float, 2>;
  TEST_ASSERT_TRUE((Two{{{0, 1.0F}, {1, 0.0F}}}.validate() == Status::ok));
  TEST_ASSERT_TRUE((Two{{{1, 0.1F}, {2, 0.0F}}}.validate() == Status::invalid_exploration));
  TEST_ASSERT_TRUE((Two{{{0, 0.1F}, {0, 0.0F}}}.validate() == Status::invalid_exploration));
  TEST_ASSERT_TRUE((Two{{{0, 1.1F}, {1, 0.0F}}}.validate() == Status::invalid_exploration));
  TEST_ASSERT_TRUE((Two{{{0, 0.1F}, {1, -0.1F}}}.validate() == Status::invalid_exploration));
  TEST_ASSERT_TRUE((Two{{{0, nan}, {1, 0.0F}}}.validate() == Status::invalid_exploration));
}

// --- an agent to try ------------------------------------------------------------------------------------------------

using State = etl::array<float, 3>;
using Agent = Sarsa<float, State, 4>;

constexpr Agent::Config config_with(float epsilon) {
  return Agent::Config().lambda(0.5F).ratio(1.0F).step_size(0.4F).radius(100.0F).epsilon(epsilon);
}

Agent started(float epsilon, uint64_t seed = 1) {
  Agent agent;
  TEST_ASSERT_TRUE(agent.start(config_with(epsilon), seed) == Status::ok);
  return agent;
}

State some_state(Noise& random) {
  return {{random.number<float>() * 0.5F, random.number<float>() * 0.5F, 0.25F}};
}

/// A few ordinary ticks; the reward favours action 2.
void run(Agent& agent, int ticks, Noise& random) {
  Decision decision = agent.observe(some_state(random));
  for (int t = 0; t < ticks; ++t) {
    TEST_ASSERT_TRUE(decision.status == Status::ok);
    TEST_ASSERT_TRUE(decision.action < 4);
    decision = agent.tick(decision.action == 2 ? 1.0F : 0.0F, some_state(random));
  }
}

template <class Kind>
etl::array<float, 12> block_array(const Kind& block) {
  etl::array<float, 12> all{};
  const auto run = block.run(0);
  for (size_t i = 0; i < run.length; ++i) { all[run.first + i] = run.values[i]; }
  return all;
}

bool has_no_trace(const Agent& agent) {
  bool is_zero = true;
  for (size_t i = 0; i < 12; ++i) { is_zero = is_zero && agent.learner().trace(i) == 0.0F; }
  return is_zero;
}

// --- what a tick does -----------------------------------------------------------------------------------------------

/// By hand: choose greedily with the weights before the update, then one step of the learner on phi(s) x one-hot(a).
void test_a_tick_is_a_step_of_the_learner() {
  Noise random(3);
  Agent agent;
  etl::array<float, 12> weights{};
  for (float& w : weights) { w = random.number<float>(); }
  TEST_ASSERT_TRUE(agent.start(config_with(0.0F), 1, weights, 0.25F) == Status::ok);
  Agent::Learner learner;
  TEST_ASSERT_TRUE(learner.start(config_with(0.0F), weights, 0.25F) == Status::ok);

  State state = some_state(random);
  uint32_t action = agent.observe(state).action;
  for (int t = 0; t < 50; ++t) {
    const State next = some_state(random);
    const float reward = random.number<float>();
    uint32_t best = 0;
    for (uint32_t a = 1; a < 4; ++a) {
      const float value = learner.value(block_array(Agent::Features(next, a)));
      if (value > learner.value(block_array(Agent::Features(next, best)))) { best = a; }
    }
    const auto expected =
        learner.update(block_array(Agent::Features(state, action)), reward, block_array(Agent::Features(next, best)));
    const Decision decision = agent.tick(reward, next);
    TEST_ASSERT_TRUE(decision.status == Status::ok && decision.has_learned);
    TEST_ASSERT_EQUAL_UINT32(best, decision.action);
    TEST_ASSERT_EQUAL_MEMORY(&learner, &agent.learner(), sizeof learner);
    ASSERT_SAME_BITS(expected.td_error, agent.report().td_error);
    ASSERT_SAME_BITS(learner.average_reward(), agent.average_reward());
    state = next;
    action = best;
  }
  TEST_ASSERT_EQUAL_UINT32(51, agent.decisions());
  TEST_ASSERT_EQUAL_UINT32(0, agent.skipped());
}

/// One state, four actions of which the third pays most: found, and its worth with it.
void test_it_finds_the_best_action() {
  using Bandit = Sarsa<float, OneHot<float, 1>, 4>;
  Bandit bandit;
  const auto config = Bandit::Config().lambda(0.0F).ratio(0.1F).step_size(0.2F).radius(100.0F).epsilon(0.1F);
  TEST_ASSERT_TRUE(bandit.start(config, 7) == Status::ok);
  const OneHot<float, 1> state;
  const float rewards[] = {0.1F, 0.3F, 0.9F, 0.5F};
  Decision decision = bandit.observe(state);
  for (int t = 0; t < 5000; ++t) { decision = bandit.tick(rewards[decision.action], state); }
  TEST_ASSERT_EQUAL_UINT32(2, bandit.greedy_action(state));
  TEST_ASSERT_TRUE(bandit.average_reward() > 0.8F && bandit.average_reward() < 0.95F);
  TEST_ASSERT_TRUE(bandit.value(state, 2) - bandit.value(state, 0) > 0.5F);
}

void test_it_explores_as_often_as_it_should() {
  Agent agent = started(0.25F);
  Noise random(4);
  uint32_t explored = 0;
  uint32_t taken[4] = {};
  Decision decision = agent.observe(some_state(random));
  for (int t = 0; t < 20000; ++t) {
    decision = agent.tick(0.0F, some_state(random));
    if (decision.is_exploring) {
      ++explored;
      ++taken[decision.action];
    }
  }
  TEST_ASSERT_TRUE(explored > 4750 && explored < 5250);  // 5000 +- 4 standard deviations
  for (const uint32_t times : taken) { TEST_ASSERT_TRUE(times > explored / 4 - 125 && times < explored / 4 + 125); }
}

void test_epsilon_follows_the_decisions() {
  using Stepped = Sarsa<float, State, 4, Implicit, JointBall<float>, ConstantSchedule<float>, EpsilonSteps<float, 2>>;
  Stepped agent;
  TEST_ASSERT_TRUE(agent.start(Stepped::Config().epsilon(1.0F).epsilon_from(10, 0.0F), 1) == Status::ok);
  Noise random(5);
  Decision decision = agent.observe(some_state(random));
  for (int t = 0; t < 20; ++t) {
    TEST_ASSERT_TRUE(decision.is_exploring == (t < 10));
    decision = agent.tick(0.0F, some_state(random));
  }
}

void test_without_exploration_nothing_is_drawn() {
  Agent agent = started(0.0F);
  const uint64_t before = agent.random_state();
  Noise random(6);
  run(agent, 100, random);
  TEST_ASSERT_EQUAL_HEX64(before, agent.random_state());
}

void test_only_feasible_actions_are_taken() {
  Agent agent = started(0.5F);
  Noise random(7);
  ActionSet<4> feasible = ActionSet<4>().with(random.word() % 4);
  Decision decision = agent.observe(some_state(random), feasible);
  for (int t = 0; t < 5000; ++t) {
    TEST_ASSERT_TRUE(feasible.contains(decision.action));
    feasible = ActionSet<4>().with(random.word() % 4).with(random.word() % 4);
    decision = agent.tick(random.number<float>(), some_state(random), feasible);
  }
}

void test_the_same_seed_makes_the_same_decisions() {
  Agent agents[3] = {started(0.5F, 1), started(0.5F, 1), started(0.5F, 2)};
  uint32_t different = 0;
  Noise random(8);
  const State first = some_state(random);
  Decision decisions[3] = {agents[0].observe(first), agents[1].observe(first), agents[2].observe(first)};
  for (int t = 0; t < 200; ++t) {
    const State next = some_state(random);
    for (size_t i = 0; i < 3; ++i) { decisions[i] = agents[i].tick(0.5F, next); }
    TEST_ASSERT_EQUAL_UINT32(decisions[0].action, decisions[1].action);
    different += decisions[2].action != decisions[0].action ? 1U : 0U;
  }
  TEST_ASSERT_TRUE(different > 20);

  // Started again, everything is as it was at first.
  (void)agents[0].skip(ActionSet<4>().with(3));
  agents[0].evaluate();
  TEST_ASSERT_TRUE(agents[0].start(config_with(0.5F), 1) == Status::ok);
  TEST_ASSERT_FALSE(agents[0].is_evaluating());
  TEST_ASSERT_EQUAL_UINT32(0, agents[0].skipped());
  ASSERT_SAME_BITS(0.0F, agents[0].report().td_error);
  TEST_ASSERT_EQUAL_UINT32(0, agents[0].skip().action);
  TEST_ASSERT_TRUE(agents[0].start(config_with(0.5F), 1) == Status::ok);
  const Agent fresh = started(0.5F, 1);
  TEST_ASSERT_EQUAL_MEMORY(&fresh.learner(), &agents[0].learner(), sizeof(Agent::Learner));
  TEST_ASSERT_EQUAL_HEX64(fresh.random_state(), agents[0].random_state());
  TEST_ASSERT_EQUAL_UINT32(0, agents[0].decisions());
}

// --- what can go wrong ----------------------------------------------------------------------------------------------

struct Untouched {
  explicit Untouched(const Agent& agent) : weights(agent.learner().weights()), average_reward(agent.average_reward()) {}

  void check(const Agent& agent) const {
    TEST_ASSERT_EQUAL_MEMORY(weights.data(), agent.learner().weights().data(), sizeof weights);
    ASSERT_SAME_BITS(average_reward, agent.average_reward());
  }

  Agent::Learner::Weights weights;
  float average_reward;
};

/// A bad observation: nothing is learned or drawn, the last action is repeated, and the next good tick only decides.
void test_a_bad_observation() {
  const State bad_states[] = {{{nan, 0.0F, 0.0F}}, {{0.0F, infinity, 0.0F}}, {{0.0F, 0.0F, -infinity}}};
  for (const State& bad : bad_states) {
    Agent agent = started(0.5F);
    Noise random(9);
    run(agent, 30, random);
    const uint32_t last = agent.tick(0.0F, some_state(random)).action;
    const uint64_t random_state = agent.random_state();
    const Untouched before(agent);

    for (int again = 0; again < 2; ++again) {  // and a second one right after it
      const Decision decision = agent.tick(1.0F, bad);
      TEST_ASSERT_TRUE(decision.status == (again == 0 ? Status::next_feature_not_finite : Status::feature_not_finite));
      TEST_ASSERT_EQUAL_UINT32(last, decision.action);
      before.check(agent);
      TEST_ASSERT_TRUE(has_no_trace(agent));
      TEST_ASSERT_EQUAL_HEX64(random_state, agent.random_state());
    }
    TEST_ASSERT_EQUAL_UINT32(32, agent.decisions());
    TEST_ASSERT_EQUAL_UINT32(2, agent.skipped());

    const uint32_t updates = agent.learner().updates();
    const Decision first = agent.tick(1.0F, some_state(random));  // begins again
    TEST_ASSERT_TRUE(first.status == Status::ok && !first.has_learned);
    before.check(agent);
    TEST_ASSERT_EQUAL_UINT32(updates, agent.learner().updates());
    TEST_ASSERT_TRUE(agent.tick(1.0F, some_state(random)).has_learned);  // and learns again
    TEST_ASSERT_EQUAL_UINT32(updates + 1, agent.learner().updates());
  }
}

/// After a restart of the process the user may say so himself.
void test_observing_in_between_begins_again() {
  Agent agent = started(0.5F);
  Noise random(16);
  run(agent, 30, random);
  const Untouched before(agent);
  TEST_ASSERT_TRUE(agent.observe(some_state(random)).status == Status::ok);
  before.check(agent);
  TEST_ASSERT_TRUE(has_no_trace(agent));
}

void test_a_bad_first_observation() {
  Agent agent = started(0.0F);
  const State bad{{0.0F, nan, 0.0F}};
  const Decision decision = agent.observe(bad, ActionSet<4>().with(3));
  TEST_ASSERT_TRUE(decision.status == Status::feature_not_finite);
  TEST_ASSERT_EQUAL_UINT32(3, decision.action);
  TEST_ASSERT_EQUAL_UINT32(0, agent.decisions());
}

/// The observation is good, so the agent goes on from it; only the transition is lost.
void check_bad_reward(float reward, Status expected, float epsilon) {
  Agent agent = started(epsilon);
  Noise random(10);
  run(agent, 30, random);
  const Untouched before(agent);
  const State next = some_state(random);
  const uint64_t random_state = agent.random_state();
  const uint32_t decisions = agent.decisions();
  const Decision decision = agent.tick(reward, next);
  TEST_ASSERT_TRUE(decision.status == expected && agent.report().status == expected && !decision.has_learned);
  TEST_ASSERT_TRUE(decision.is_exploring || agent.greedy_action(next) == decision.action);
  TEST_ASSERT_TRUE((random_state != agent.random_state()) == (epsilon > 0.0F));  // it has decided
  TEST_ASSERT_EQUAL_UINT32(decisions + 1, agent.decisions());
  before.check(agent);
  TEST_ASSERT_TRUE(has_no_trace(agent));
  TEST_ASSERT_EQUAL_UINT32(1, agent.skipped());
  const uint32_t updates = agent.learner().updates();
  TEST_ASSERT_TRUE(agent.tick(0.5F, some_state(random)).status == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(updates + 1, agent.learner().updates());
}

void test_a_bad_reward() {
  for (const float epsilon : {0.0F, 0.5F}) {
    check_bad_reward(nan, Status::reward_not_finite, epsilon);
    check_bad_reward(-infinity, Status::reward_not_finite, epsilon);
    check_bad_reward(3e38F, Status::overflow, epsilon);
  }
}

void test_a_tick_without_an_observation() {
  Agent agent = started(0.0F);
  Noise random(11);
  run(agent, 30, random);
  const uint32_t last = agent.tick(0.0F, some_state(random)).action;
  const Untouched before(agent);
  Decision decision = agent.skip();
  TEST_ASSERT_TRUE(decision.status == Status::skipped);
  TEST_ASSERT_EQUAL_UINT32(last, decision.action);
  const uint32_t other = (last + 1) % 4;
  decision = agent.skip(ActionSet<4>().with(other));  // the last action may not be taken any more
  TEST_ASSERT_EQUAL_UINT32(other, decision.action);
  before.check(agent);
  TEST_ASSERT_TRUE(has_no_trace(agent));
  TEST_ASSERT_EQUAL_UINT32(2, agent.skipped());
}

void test_no_feasible_action() {
  Agent agent = started(0.5F);
  Noise random(12);
  TEST_ASSERT_TRUE(agent.observe(some_state(random), ActionSet<4>()).status == Status::no_feasible_action);
  run(agent, 10, random);
  const uint32_t last = agent.tick(0.0F, some_state(random)).action;
  const Untouched before(agent);
  const Decision decision = agent.tick(1.0F, some_state(random), ActionSet<4>());
  TEST_ASSERT_TRUE(decision.status == Status::no_feasible_action);
  TEST_ASSERT_EQUAL_UINT32(last, decision.action);  // not an index beyond a table of the user
  TEST_ASSERT_TRUE(agent.skip(ActionSet<4>()).status == Status::no_feasible_action);
  TEST_ASSERT_EQUAL_UINT32(last, agent.skip(ActionSet<4>()).action);
  before.check(agent);
}

void test_an_agent_that_was_not_started_says_so() {
  Agent agent;
  Noise random(13);
  TEST_ASSERT_TRUE(agent.observe(some_state(random)).status == Status::not_started);
  TEST_ASSERT_TRUE(agent.tick(1.0F, some_state(random)).status == Status::not_started);
}

/// A static agent is in .bss: it costs no flash to start with.
void test_an_agent_that_was_not_started_is_all_zero() {
  using Coded = Sarsa<float, ActiveFeatures<float, 64, 4>, 2, Implicit, JointBall<float>, PolynomialSchedule<float>,
                      EpsilonSteps<float, 3>>;
  static const Coded agent;
  unsigned char bytes[sizeof agent];
  memcpy(bytes, static_cast<const void*>(&agent), sizeof agent);
  for (const unsigned char byte : bytes) { TEST_ASSERT_EQUAL_UINT8(0, byte); }
}

void test_a_configuration_that_makes_no_sense_changes_nothing() {
  Agent agent = started(0.5F);
  Noise random(14);
  run(agent, 10, random);
  Agent before = agent;
  const etl::array<float, 12> weights{};
  const etl::array<float, 12> bad_weights{{nan}};
  const Agent::Config bad = config_with(0.5F).lambda(1.0F);
  TEST_ASSERT_TRUE(agent.start(bad, 2) == Status::invalid_lambda);
  TEST_ASSERT_TRUE(agent.start(bad, 2, weights) == Status::invalid_lambda);
  TEST_ASSERT_TRUE(agent.start(config_with(2.0F), 2) == Status::invalid_exploration);
  TEST_ASSERT_TRUE(agent.start(config_with(2.0F), 2, weights) == Status::invalid_exploration);
  TEST_ASSERT_TRUE(agent.start(config_with(0.5F), 2, bad_weights) == Status::invalid_start);
  for (int t = 0; t < 50; ++t) {
    const State next = some_state(random);
    TEST_ASSERT_EQUAL_UINT32(before.tick(1.0F, next).action, agent.tick(1.0F, next).action);
  }
  TEST_ASSERT_EQUAL_MEMORY(&before.learner(), &agent.learner(), sizeof(Agent::Learner));
}

void test_a_state_out_of_range() {
  using Table = Sarsa<float, OneHot<float, 5>, 2>;
  Table agent;
  TEST_ASSERT_TRUE(agent.start(Table::Config().epsilon(0.5F), 1) == Status::ok);
  TEST_ASSERT_TRUE(agent.observe(OneHot<float, 5>(5)).status == Status::feature_index_invalid);
  TEST_ASSERT_TRUE(agent.observe(OneHot<float, 5>(4)).status == Status::ok);
  TEST_ASSERT_TRUE(agent.tick(1.0F, OneHot<float, 5>(7)).status == Status::feature_index_invalid);
  TEST_ASSERT_TRUE(agent.tick(1.0F, OneHot<float, 5>(0)).status == Status::ok);
}

// --- evaluation -----------------------------------------------------------------------------------------------------

void test_evaluation_learns_and_draws_nothing() {
  Agent agent = started(0.9F);
  Noise random(15);
  run(agent, 100, random);
  const uint64_t random_state = agent.random_state();
  const uint32_t decisions = agent.decisions();
  const Untouched before(agent);
  agent.evaluate();
  TEST_ASSERT_TRUE(agent.is_evaluating());
  for (int t = 0; t < 100; ++t) {
    const State next = some_state(random);
    const Decision decision = agent.tick(random.number<float>(), next, ActionSet<4>::all().without(1));
    TEST_ASSERT_TRUE(decision.status == Status::ok && !decision.is_exploring);
    TEST_ASSERT_EQUAL_UINT32(agent.greedy_action(next, ActionSet<4>::all().without(1)), decision.action);
  }
  TEST_ASSERT_TRUE(agent.tick(0.0F, {{nan, 0.0F, 0.0F}}).status == Status::feature_not_finite);
  before.check(agent);
  TEST_ASSERT_EQUAL_HEX64(random_state, agent.random_state());
  TEST_ASSERT_EQUAL_UINT32(decisions, agent.decisions());

  agent.evaluate(false);
  agent.evaluate(false);
  const uint32_t updates = agent.learner().updates();
  TEST_ASSERT_TRUE(agent.tick(1.0F, some_state(random)).status == Status::ok);  // begins again
  TEST_ASSERT_EQUAL_UINT32(updates, agent.learner().updates());
  agent.evaluate(false);  // said again in every tick: changes nothing
  TEST_ASSERT_TRUE(agent.tick(1.0F, some_state(random)).status == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(updates + 1, agent.learner().updates());
}

/// A frozen agent with a few ticks behind it, of which it has counted nothing yet.
Agent frozen(Noise& random) {
  Agent agent = started(0.9F);
  run(agent, 30, random);
  agent.evaluate();
  (void)agent.tick(1000.0F, some_state(random));  // for an action from before: does not count
  TEST_ASSERT_EQUAL_UINT32(0, agent.evaluated_ticks());
  ASSERT_SAME_BITS(0.0F, agent.evaluated_reward());
  return agent;
}

void expect_earned(const Agent& agent, float mean, uint32_t ticks) {
  TEST_ASSERT_EQUAL_UINT32(ticks, agent.evaluated_ticks());
  ASSERT_SAME_BITS(mean, agent.evaluated_reward());
}

void test_what_a_frozen_agent_earns() {
  Noise random(17);
  Agent agent = frozen(random);
  const Untouched before(agent);
  for (const float reward : {3.0F, 1.0F, -1.0F, 5.0F}) { (void)agent.tick(reward, some_state(random)); }
  expect_earned(agent, 2.0F, 4);
  before.check(agent);

  agent.evaluate();  // said again: changes nothing
  expect_earned(agent, 2.0F, 4);
  agent.evaluate(false);
  run(agent, 10, random);
  expect_earned(agent, 2.0F, 4);  // can still be read
  agent.evaluate();
  expect_earned(agent, 0.0F, 0);  // begins again
  agent.evaluate(false);

  agent.evaluate();
  for (int t = 0; t < 3; ++t) { (void)agent.tick(4.0F, some_state(random)); }
  expect_earned(agent, 4.0F, 2);
  TEST_ASSERT_TRUE(agent.start(config_with(0.5F), 1) == Status::ok);
  expect_earned(agent, 0.0F, 0);
}

/// A reward counts if the frozen agent itself has chosen the action that it follows.
void test_a_frozen_agent_counts_what_it_has_chosen() {
  const State bad{{0.0F, nan, 0.0F}};
  Noise random(18);
  Agent agent = frozen(random);
  TEST_ASSERT_TRUE(agent.tick(2.0F, bad).status == Status::feature_not_finite);
  expect_earned(agent, 2.0F, 1);  // for an action that was chosen
  TEST_ASSERT_TRUE(agent.tick(100.0F, bad).status == Status::feature_not_finite);
  TEST_ASSERT_TRUE(agent.tick(100.0F, some_state(random)).status == Status::ok);
  expect_earned(agent, 2.0F, 1);  // for a stand-in
  (void)agent.tick(4.0F, some_state(random));
  expect_earned(agent, 3.0F, 2);

  (void)agent.skip();
  TEST_ASSERT_TRUE(agent.tick(nan, some_state(random)).status == Status::ok);  // is not looked at, as when learning
  expect_earned(agent, 3.0F, 2);
  TEST_ASSERT_TRUE(agent.tick(3.0F, some_state(random), ActionSet<4>()).status == Status::no_feasible_action);
  (void)agent.tick(100.0F, some_state(random));
  expect_earned(agent, 3.0F, 3);
  TEST_ASSERT_EQUAL_UINT32(4, agent.skipped());

  (void)agent.observe(some_state(random));  // after a gap: the reward before it is not given
  (void)agent.tick(7.0F, some_state(random));
  expect_earned(agent, 4.0F, 4);
}

void test_a_bad_reward_while_frozen() {
  Noise random(19);
  Agent agent = frozen(random);
  (void)agent.tick(1.0F, some_state(random));
  uint32_t skipped = 0;
  for (const float reward : {nan, infinity, -infinity}) {
    const State next = some_state(random);
    const Decision decision = agent.tick(reward, next);
    TEST_ASSERT_TRUE(decision.status == Status::reward_not_finite && !decision.has_learned);
    TEST_ASSERT_EQUAL_UINT32(agent.greedy_action(next), decision.action);
    TEST_ASSERT_EQUAL_UINT32(++skipped, agent.skipped());
  }
  expect_earned(agent, 1.0F, 1);
  (void)agent.tick(3.0F, some_state(random));
  expect_earned(agent, 2.0F, 2);

  TEST_ASSERT_TRUE(agent.tick(nan, {{nan, 0.0F, 0.0F}}).status == Status::feature_not_finite);
  TEST_ASSERT_EQUAL_UINT32(++skipped, agent.skipped());  // one bad tick, though two things are wrong with it
  expect_earned(agent, 2.0F, 2);
}

void test_huge_rewards_do_not_overflow() {
  const float huge = from_bits<float>(0x7F7FFFFFU);
  Noise random(20);
  Agent agent = frozen(random);
  for (int t = 0; t < 200; ++t) {
    TEST_ASSERT_TRUE(agent.tick(t % 2 == 0 ? huge : -huge, some_state(random)).status == Status::ok);
    TEST_ASSERT_TRUE(is_finite(agent.evaluated_reward()));
  }
  TEST_ASSERT_TRUE(absolute(agent.evaluated_reward()) < huge / 1e6F);
  agent.evaluate(false);
  agent.evaluate();
  for (int t = 0; t < 50; ++t) { (void)agent.tick(huge, some_state(random)); }
  ASSERT_SAME_BITS(huge, agent.evaluated_reward());
}

/// After a long time a change in what is earned still shows, though each reward adds less than half a unit in the last
/// place of the mean.
void test_the_mean_never_stops_to_follow() {
  using One = Sarsa<float, OneHot<float, 1>, 1>;
  const OneHot<float, 1> state;
  One agent;
  TEST_ASSERT_TRUE(agent.start(One::Config(), 1) == Status::ok);
  agent.evaluate();
  (void)agent.observe(state);
  double expected = 0.0;
  for (uint32_t n = 1; n <= 76000; ++n) {
    const float reward = n <= 70000 ? 1000.0F : 1001.0F;
    (void)agent.tick(reward, state);
    expected += (static_cast<double>(reward) - expected) / (n < 65536 ? n : 65536);
  }
  TEST_ASSERT_EQUAL_UINT32(76000, agent.evaluated_ticks());
  const double error = static_cast<double>(agent.evaluated_reward()) - expected;
  TEST_ASSERT_TRUE(expected > 1000.08 && error > -1e-4 && error < 1e-4);
}

template <class A>
typename A::StateFeatures drawn(Noise& random) {
  typename A::StateFeatures features;
  draw(features, random);
  return features;
}

template <class A>
void run_both(A& one, A& other, Noise& random) {
  for (int t = 0; t < 300; ++t) {
    const auto features = drawn<A>(random);
    const auto reward = random.number<typename A::Value>();
    const Decision expected = other.tick(reward, features);
    const Decision decision = one.tick(reward, features);
    TEST_ASSERT_TRUE(decision.status == Status::ok && decision.action == expected.action);
    TEST_ASSERT_TRUE(decision.has_learned == expected.has_learned);
  }
  TEST_ASSERT_EQUAL_MEMORY(&other.learner(), &one.learner(), sizeof(typename A::Learner));
  TEST_ASSERT_EQUAL_HEX64(other.random_state(), one.random_state());
  TEST_ASSERT_EQUAL_UINT32(other.decisions(), one.decisions());
}

/// What follows an evaluation is, to the bit, what follows a gap.
template <class A>
void check_a_frozen_time_is_a_gap() {
  using Value = typename A::Value;
  static A watched;
  static A interrupted;
  Noise random(21);
  TEST_ASSERT_TRUE(watched.start(typename A::Config().lambda(Value(0.7F)).epsilon(Value(0.3F)), 5) == Status::ok);
  interrupted = watched;
  run_both(watched, interrupted, random);

  watched.evaluate();
  for (int t = 0; t < 50; ++t) {
    const Value reward = t % 7 == 3 ? Value(nan) : random.number<Value>();
    (void)watched.tick(reward, drawn<A>(random));
    if (t % 11 == 5) { (void)watched.skip(); }
  }
  TEST_ASSERT_TRUE(watched.evaluated_ticks() > 30);
  watched.evaluate(false);
  (void)interrupted.skip();
  TEST_ASSERT_EQUAL_MEMORY(&interrupted.learner(), &watched.learner(), sizeof(typename A::Learner));
  run_both(watched, interrupted, random);
}

void test_a_frozen_time_is_a_gap() {
  check_a_frozen_time_is_a_gap<Agent>();
  check_a_frozen_time_is_a_gap<Sarsa<float, ActiveFeatures<float, 64, 4>, 3>>();
  check_a_frozen_time_is_a_gap<Sarsa<double, etl::array<double, 3>, 2>>();
}

// The mean takes two numbers and a word; the two flags share a word.
template <class A>
constexpr size_t parts_of = sizeof(typename A::Learner) + sizeof(Random) + sizeof(EpsilonSteps<typename A::Value, 1>) +
                            sizeof(typename A::Report) + sizeof(typename A::StateFeatures) +
                            2 * sizeof(typename A::Value) + 5 * sizeof(uint32_t);
using OfFloat = Sarsa<float, etl::array<float, 2>, 4>;
using OfDouble = Sarsa<double, etl::array<double, 2>, 4>;
static_assert(sizeof(OfFloat) == parts_of<OfFloat>, "no padding");
static_assert(sizeof(OfDouble) == parts_of<OfDouble> + 4, "the words are odd in number");

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_a_set_of_actions);
  RUN_TEST(test_greedy);
  RUN_TEST(test_epsilon_in_steps);
  RUN_TEST(test_exploration_that_makes_no_sense);
  RUN_TEST(test_a_tick_is_a_step_of_the_learner);
  RUN_TEST(test_it_finds_the_best_action);
  RUN_TEST(test_it_explores_as_often_as_it_should);
  RUN_TEST(test_epsilon_follows_the_decisions);
  RUN_TEST(test_without_exploration_nothing_is_drawn);
  RUN_TEST(test_only_feasible_actions_are_taken);
  RUN_TEST(test_the_same_seed_makes_the_same_decisions);
  RUN_TEST(test_a_bad_observation);
  RUN_TEST(test_observing_in_between_begins_again);
  RUN_TEST(test_a_bad_first_observation);
  RUN_TEST(test_a_bad_reward);
  RUN_TEST(test_a_tick_without_an_observation);
  RUN_TEST(test_no_feasible_action);
  RUN_TEST(test_an_agent_that_was_not_started_says_so);
  RUN_TEST(test_an_agent_that_was_not_started_is_all_zero);
  RUN_TEST(test_a_configuration_that_makes_no_sense_changes_nothing);
  RUN_TEST(test_a_state_out_of_range);
  RUN_TEST(test_evaluation_learns_and_draws_nothing);
  RUN_TEST(test_what_a_frozen_agent_earns);
  RUN_TEST(test_a_frozen_agent_counts_what_it_has_chosen);
  RUN_TEST(test_a_bad_reward_while_frozen);
  RUN_TEST(test_huge_rewards_do_not_overflow);
  RUN_TEST(test_the_mean_never_stops_to_follow);
  RUN_TEST(test_a_frozen_time_is_a_gap);
  return UNITY_END();
}
