// The baselines on chains that are small enough for exact answers: LSTD(lambda), differential TD(lambda), differential
// Q-learning and RVI Q-learning.

#include <experiments/trials/control_setups.hpp>
#include <experiments/trials/evaluation_trial.hpp>
#include <experiments/trials/lstd.hpp>
#include <experiments/trials/model_of.hpp>
#include <experiments/trials/q_learning.hpp>

#include <ballast/oracle/fixed_point.hpp>

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "suite.hpp"

using namespace ballast::experiments;
using ballast::Random;

namespace {

const double lambdas[] = {0.0, 0.25, 0.9};

/// A small random MRP, whose features have e in their span; the Boyan chain, whose features are dependent as well; and
/// the MRP with two features that cannot represent its values, so that theta* is another one for each lambda.
std::vector<ProcessOfSize> processes(std::uint64_t seed) {
  Random random(seed);
  const ProcessOfSize mrp = draw_random_mrp(7, 4, random);
  const ProcessOfSize boyan = draw_boyan_chain(random);
  return {mrp, boyan, with_features(mrp, {FeatureSet::Kind::random, 2}, random)};
}

Method method_of(Rule rule, double step_size, const Decay& decay = {}) {
  Method method{name_of(rule), name_of(rule), rule, std::nullopt, {}};
  method.step_size = step_size;
  method.decay = decay;
  return method;
}

// --- LSTD -----------------------------------------------------------------------------------------------------------

/// The sums of infinitely many transitions, one on average.
LstdSums expected_sums(const ballast::oracle::Model& model, double lambda) {
  const ballast::oracle::Chain chain = ballast::oracle::solve_chain_without_rho(model);
  const ballast::oracle::MeanUpdate mean = ballast::oracle::mean_update(model, chain, lambda);
  const auto d = static_cast<std::size_t>(model.dimension());
  LstdSums sums(d);
  sums.average_reward = static_cast<double>(chain.omega);
  for (std::size_t i = 0; i < d; ++i) {
    const auto row = static_cast<ballast::oracle::Index>(i);
    sums.b[i] = static_cast<double>(mean.b2(row));
    sums.g[i] = -static_cast<double>(mean.A21(row));
    for (std::size_t j = 0; j < d; ++j) {
      sums.A[i * d + j] = static_cast<double>(mean.A22(row, static_cast<ballast::oracle::Index>(j)));
    }
  }
  return sums;
}

void test_expected_sums_give_the_fixed_point() {
  for (const ProcessOfSize& process : processes(1)) {
    const ballast::oracle::Model model = model_of(process);
    for (const double lambda : lambdas) {
      const std::vector<double> theta = solve(expected_sums(model, lambda));
      const ExactSolution exact = solve_exactly(model, lambda);
      for (std::size_t i = 0; i < theta.size(); ++i) {
        TEST_ASSERT_TRUE(std::fabs(theta[i] - exact.theta_star[i]) < 1e-9);  // the one in O: the shortest
      }
    }
  }
}

/// 0, 0, 1, 2 and again: each transition as often as its probability says, so that the sums are the expected ones.
void test_a_pass_in_exact_proportion_gives_the_fixed_point() {
  const double phi[3][2] = {{1.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}};
  const double reward[] = {1.0, 0.0, 2.0};
  const std::size_t path[] = {0, 0, 1, 2, 0};
  Lstd lstd(2, 0.0);
  for (std::size_t t = 0; t < 4; ++t) { lstd.update(phi[path[t]], reward[path[t]], phi[path[t + 1]]); }
  const ExactSolution exact = solve_exactly(
      ballast::oracle::make_model({{0.5L, 0.5L, 0}, {0, 0, 1}, {1, 0, 0}}, {1, 0, 2}, {{1, 0}, {0, 1}, {1, 1}}), 0.0);
  TEST_ASSERT_TRUE(std::fabs(lstd.average_reward() - 1.0) < 1e-15);
  TEST_ASSERT_TRUE(exact.loss(lstd.average_reward(), lstd.weights().data()) < 1e-24);
}

/// The mean loss of LSTD after so many steps.
double mean_loss(std::size_t process, double lambda, std::uint32_t steps) {
  constexpr std::uint64_t seeds = 24;
  double sum = 0.0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const EvaluationTrial trial(processes(1)[process], Random(100 + seed), {steps});
    Method method = method_of(Rule::lstd, 1.0);
    method.lambda = lambda;
    const Outcome outcome = trial.run({method, Scalar::float64});
    TEST_ASSERT_FALSE(outcome.has_overflowed);
    sum += outcome.values[0] / seeds;
  }
  return sum;
}

/// The error shrinks with the root of T, and so the loss, its square, with T.
void test_lstd_converges_with_the_root_of_the_steps() {
  for (const std::size_t process : {0U, 1U, 2U}) {
    for (const double lambda : lambdas) {
      const double early = mean_loss(process, lambda, 4000);
      const double late = mean_loss(process, lambda, 64000);
      std::printf("process %zu, lambda %g: loss %.3g, then %.3g\n", process, lambda, early, late);
      TEST_ASSERT_TRUE(early / late > 6.0 && early / late < 40.0);
    }
  }
}

void test_lstd_before_its_first_transition_and_without_numbers() {
  Lstd lstd(2, 0.5);
  TEST_ASSERT_TRUE(lstd.average_reward() == 0.0 && lstd.weights() == std::vector<double>(2));
  const double phi[] = {1.0, 0.0};
  const double next[] = {0.0, std::numeric_limits<double>::infinity()};
  lstd.update(phi, 1.0, next);
  TEST_ASSERT_TRUE(std::isnan(lstd.weights()[0]));
}

// --- differential TD ------------------------------------------------------------------------------------------------

void test_differential_td_converges() {
  for (const ProcessOfSize& process : processes(2)) {
    const EvaluationTrial trial(process, Random(3),
                                {60000, {FeatureSet{}}, {EvaluationMeasure::loss, EvaluationMeasure::omega_error}});
    for (const Rule rule : {Rule::differential, Rule::implicit_differential}) {
      Method method = method_of(rule, 20.0, Decay{false, 0.75, 40, 0, false, 1.0});
      method.ratio = 0.25;
      const Outcome outcome = trial.run({method, Scalar::float64, 60000});
      std::printf("%s: loss %.3g of %.3g, |omega - omega*| %.3g\n", name_of(rule), outcome.values[0],
                  outcome.over_time[0][0], outcome.values[1]);
      TEST_ASSERT_FALSE(outcome.has_overflowed);
      TEST_ASSERT_TRUE(outcome.values[0] < 0.03 && outcome.values[0] < 0.05 * outcome.over_time[0][0]);
      TEST_ASSERT_TRUE(outcome.values[1] < 0.02);
    }
  }
}

// --- Q-learning -----------------------------------------------------------------------------------------------------

using Table = FeaturesOfLength<double>;

Table state(std::uint32_t s) {
  return {3, {1.0}, {s}, true};
}

/// Three states and two actions. Weights: action 0 has 1, 2, 3, action 1 has 4, 5, 60. Never explores.
QLearning<double, 2> small_agent(bool is_rvi) {
  QSettings<double> settings{is_rvi, 0.5, make_schedule<double>({}, 0.25), {}, {{{0, 0.0}}}};
  return {settings, 1, {1.0, 2.0, 3.0, 4.0, 5.0, 60.0}};
}

void test_one_update_of_differential_q_learning() {
  using Actions = ballast::ActionSet<2>;
  QLearning<double, 2> agent = small_agent(false);
  TEST_ASSERT_EQUAL_UINT32(1, agent.observe(state(0), Actions::all()).action);
  TEST_ASSERT_EQUAL_UINT32(1, agent.tick(2.0, state(1), Actions::all()).action);  // delta = 2 - 0 + 5 - 4 = 3
  ASSERT_SAME_BITS(4.75, agent.value(state(0), 1));
  ASSERT_SAME_BITS(0.375, agent.average_reward());  // c beta delta
  ASSERT_SAME_BITS(1.0, agent.value(state(0), 0));
  const Actions only_first = Actions().with(0);
  TEST_ASSERT_EQUAL_UINT32(0, agent.tick(1.0, state(2), only_first).action);  // delta = 1 - 0.375 + 3 - 5 = -1.375
  ASSERT_SAME_BITS(5.0 - 0.25 * 1.375, agent.value(state(1), 1));
  ASSERT_SAME_BITS(0.375 - 0.125 * 1.375, agent.average_reward());
}

/// The reference is the first state: f = (1 + 4) / 2, then with the new value of action 1.
void test_one_update_of_rvi_q_learning() {
  using Actions = ballast::ActionSet<2>;
  QLearning<double, 2> agent = small_agent(true);
  (void)agent.observe(state(0), Actions::all());
  ASSERT_SAME_BITS(2.5, agent.average_reward());
  (void)agent.tick(2.0, state(1), Actions::all());  // delta = 2 - 2.5 + 5 - 4 = 0.5
  ASSERT_SAME_BITS(4.125, agent.value(state(0), 1));
  ASSERT_SAME_BITS((1.0 + 4.125) / 2.0, agent.average_reward());
}

void test_what_is_not_finite_ends_a_run() {
  using Actions = ballast::ActionSet<2>;
  QLearning<double, 2> agent = small_agent(false);
  (void)agent.observe(state(0), Actions::all());
  TEST_ASSERT_TRUE(agent.tick(1e308, state(1), Actions::all()).status == ballast::Status::ok);
  const ballast::Decision decision = agent.tick(std::numeric_limits<double>::infinity(), state(2), Actions::all());
  TEST_ASSERT_TRUE(decision.status == ballast::Status::overflow && !decision.has_learned);
}

/// Off-policy: whatever is explored, the greedy policy becomes the optimal one, and omega or f what that earns.
void test_q_learning_finds_the_optimum_of_a_small_queue() {
  const QueueSizes sizes{2, 2, 0.2};
  const QueueModel model(sizes);
  const auto best = static_cast<double>(model.optimum.average_reward);
  ControlSetup<Queue> setup = queue_setup(sizes);
  setup.features = {TableFeatures{}};
  setup.steps = 200000;
  setup.epsilons = {0.3};
  for (const Rule rule : {Rule::differential_q, Rule::rvi_q}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const ControlTrial<Queue> trial(setup, Random(seed));
      Method method = method_of(rule, 20.0, Decay{false, 0.9, 100, 0, false, 1.0});
      method.ratio = 0.1;
      for (const Scalar scalar : {Scalar::float64, Scalar::float32}) {
        const Outcome outcome = trial.run({method, scalar});
        std::printf("%s: greedy %.5f of %.5f, omega %.4f\n", name_of(rule), outcome.values[3], best, outcome.values[2]);
        TEST_ASSERT_FALSE(outcome.has_overflowed);
        TEST_ASSERT_TRUE(std::fabs(outcome.values[3] - best) < 1e-12);
        TEST_ASSERT_TRUE(std::fabs(outcome.values[2] - best) < 0.01);
      }
    }
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_expected_sums_give_the_fixed_point);
  RUN_TEST(test_a_pass_in_exact_proportion_gives_the_fixed_point);
  RUN_TEST(test_lstd_converges_with_the_root_of_the_steps);
  RUN_TEST(test_lstd_before_its_first_transition_and_without_numbers);
  RUN_TEST(test_differential_td_converges);
  RUN_TEST(test_one_update_of_differential_q_learning);
  RUN_TEST(test_one_update_of_rvi_q_learning);
  RUN_TEST(test_what_is_not_finite_ends_a_run);
  RUN_TEST(test_q_learning_finds_the_optimum_of_a_small_queue);
  return UNITY_END();
}
