// The measure of `ballast tune`: what a frozen copy of a learner is worth, on logs whose answer is known.
#include <ballast/math/random.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "commands/tune_grid.hpp"
#include "commands/tune_judge.hpp"
#include "suite.hpp"

namespace {

using tool::Judge;
using tool::Transitions;

/// Unity is built without double.
void assert_within(double tolerance, double expected, double actual) {
  TEST_ASSERT_TRUE(std::fabs(expected - actual) <= tolerance);
}

Judge judge_of(const Transitions<double>& log, double lambda, bool is_together = true) {
  std::vector<tool::JudgeMeans> halves(2, tool::JudgeMeans(log.dimension, is_together));
  for (std::size_t row = 0; row < log.dimension; ++row) {  // one row at a time, as threads might
    tool::JudgeSummer(halves, log.size() / 2, lambda, row, row + 1).add(log, 0);
  }
  return Judge(halves);
}

void append(Transitions<double>& log, const std::vector<double>& phi) {
  log.dimension = phi.size();
  log.phi.insert(log.phi.end(), phi.begin(), phi.end());
}

/// Two situations in turn, one-hot; the reward is 0 in the first and 1 in the second. Its average is 1/2, and the
/// second is worth 1/2 more than the first.
Transitions<double> two_in_turn() {
  Transitions<double> log;
  append(log, {1.0, 0.0});
  for (int i = 1; i <= 400; ++i) {
    log.rewards.push_back(i % 2 == 1 ? 0.0 : 1.0);
    log.is_usable.push_back(1);
    append(log, i % 2 == 1 ? std::vector<double>{0.0, 1.0} : std::vector<double>{1.0, 0.0});
  }
  return log;
}

double weights_error(const Judge& judge, double a, double b) {
  const double theta[] = {a, b};
  return judge.judge(0.5, theta).weights;
}

void test_it_is_zero_at_the_solution_and_the_squared_distance_elsewhere() {
  const Judge judge = judge_of(two_in_turn(), 0.0);
  TEST_ASSERT_TRUE(judge.is_together());
  assert_within(1e-12, 0.5, judge.mean_reward());
  assert_within(1e-12, 0.0, weights_error(judge, -0.25, 0.25));
  assert_within(1e-12, 0.125, weights_error(judge, 0.0, 0.0));
  assert_within(1e-12, 2.0, weights_error(judge, -1.25, 1.25));
  assert_within(1e-12, 0.0, judge.noise());
}

void test_what_is_added_to_all_values_does_not_count() {
  const Judge judge = judge_of(two_in_turn(), 0.0);
  assert_within(1e-9, 0.0, weights_error(judge, 99.75, 100.25));
}

void test_the_average_reward_is_judged_by_its_own() {
  const Judge judge = judge_of(two_in_turn(), 0.0);
  const double theta[] = {-0.25, 0.25};
  assert_within(1e-12, 0.09, judge.judge(0.8, theta).average_reward);
  assert_within(1e-12, 0.0, judge.judge(0.8, theta).weights);
}

void test_features_that_are_judged_alone_have_the_same_zero() {
  const Judge judge = judge_of(two_in_turn(), 0.0, false);
  TEST_ASSERT_FALSE(judge.is_together());
  assert_within(1e-12, 0.0, weights_error(judge, -0.25, 0.25));
  TEST_ASSERT_TRUE(weights_error(judge, 0.0, 0.0) > 0.1);
}

/// Three situations at random, with rewards of great noise.
Transitions<double> noisy() {
  const std::vector<std::vector<double>> phi = {{1.0, 0.2}, {0.3, 0.9}, {0.0, 0.4}};
  ballast::Random random(3);
  Transitions<double> log;
  std::size_t state = 0;
  append(log, phi[state]);
  for (int i = 0; i < 4000; ++i) {
    log.rewards.push_back(static_cast<double>(state) + random.uniform(-5.0, 5.0));
    log.is_usable.push_back(i % 1000 == 999 ? 0 : 1);
    state = random.uniform<double>() < 0.6 ? (state + 1) % 3 : state;
    append(log, phi[state]);
  }
  return log;
}

/// The sums stand for this: the mean of delta z of the frozen copy, one transition after the other.
std::vector<double> mean_of_delta_z(const Transitions<double>& log, double lambda, double mean_reward,
                                    const std::vector<double>& theta) {
  std::vector<double> z(log.dimension);
  std::vector<double> sum(log.dimension);
  double count = 0.0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log.is_usable[i] == 0) {
      std::fill(z.begin(), z.end(), 0.0);
      continue;
    }
    double delta = log.rewards[i] - mean_reward;
    for (std::size_t j = 0; j < z.size(); ++j) {
      delta += theta[j] * (log.features(i + 1)[j] - log.features(i)[j]);
      z[j] = lambda * z[j] + log.features(i)[j];
    }
    for (std::size_t j = 0; j < z.size(); ++j) { sum[j] += delta * z[j]; }
    count += 1.0;
  }
  for (double& x : sum) { x /= count; }
  return sum;
}

/// By coordinate descent on a smooth bowl: where the measure is zero.
std::vector<double> minimum_of(const Judge& judge) {
  std::vector<double> theta = {0.0, 0.0};
  const auto at = [&] { return judge.judge(0.0, theta.data()).weights; };
  for (double& weight : theta) {  // ||theta - best||^2 = x^2 - 2 x best + ...: three points give its minimum
    const double here = at();
    weight = 1.0;
    const double right = at();
    weight = 0.5 * (1.0 + here - right);
  }
  return theta;
}

void test_no_td_error_is_left_that_features_could_predict() {
  const Transitions<double> log = noisy();
  for (const double lambda : {0.0, 0.5}) {
    const Judge judge = judge_of(log, lambda);
    const std::vector<double> best = minimum_of(judge);
    assert_within(1e-9, 0.0, judge.judge(0.0, best.data()).weights);
    for (const double g : mean_of_delta_z(log, lambda, judge.mean_reward(), best)) { assert_within(1e-9, 0.0, g); }
    const std::vector<double> elsewhere = {best[0] + 0.3, best[1] - 0.4};
    assert_within(1e-9, 0.25, judge.judge(0.0, elsewhere.data()).weights);
    TEST_ASSERT_TRUE(judge.noise() > 1e-6 && judge.noise() < 100.0);
  }
}

// --- what is tried --------------------------------------------------------------------------------------------------

const tool::SearchSpace space = {
    {0.0, 0.5}, {0.01, 1.0}, {0.1, 1.0}, tool::parse_schedules({"constant", "polynomial:16", "0.5", "3"})};

void test_a_grid_has_every_combination_once() {
  TEST_ASSERT_EQUAL_UINT64(16, tool::grid(space).size());
  tool::SearchSpace twice = space;
  twice.lambdas.push_back(0.5);
  TEST_ASSERT_EQUAL_UINT64(16, tool::grid(twice).size());
  TEST_ASSERT_EQUAL_STRING("constant:0.01", tool::grid(space).front().schedule().c_str());
  TEST_ASSERT_EQUAL_STRING("polynomial:4,16,0.5,3", tool::grid(space).back().schedule().c_str());
}

void test_random_settings_are_within_the_ranges_and_depend_on_the_seed() {
  const auto drawn = tool::random_candidates(space, 200, 5);
  int small = 0;
  for (const tool::Candidate& candidate : drawn) {
    TEST_ASSERT_TRUE(candidate.lambda >= 0.0 && candidate.lambda <= 0.5);
    TEST_ASSERT_TRUE(candidate.step_size >= 0.01 && candidate.step_size <= 1.0);
    TEST_ASSERT_TRUE(candidate.ratio >= 0.1 && candidate.ratio <= 1.0);
    small += candidate.step_size < 0.1 ? 1 : 0;
  }
  TEST_ASSERT_INT_WITHIN(30, 100, small);  // log-uniform
  ASSERT_SAME_BITS(drawn[7].step_size, tool::random_candidates(space, 8, 5)[7].step_size);
  TEST_ASSERT_TRUE(drawn[7].step_size != tool::random_candidates(space, 8, 6)[7].step_size);
}

void test_usual_step_sizes_follow_the_features() {
  ASSERT_SAME_BITS(0.01, tool::usual_step_sizes(1.0).front());
  ASSERT_SAME_BITS(200.0, tool::usual_step_sizes(0.01).back());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_it_is_zero_at_the_solution_and_the_squared_distance_elsewhere);
  RUN_TEST(test_what_is_added_to_all_values_does_not_count);
  RUN_TEST(test_the_average_reward_is_judged_by_its_own);
  RUN_TEST(test_features_that_are_judged_alone_have_the_same_zero);
  RUN_TEST(test_no_td_error_is_left_that_features_could_predict);
  RUN_TEST(test_a_grid_has_every_combination_once);
  RUN_TEST(test_random_settings_are_within_the_ranges_and_depend_on_the_seed);
  RUN_TEST(test_usual_step_sizes_follow_the_features);
  return UNITY_END();
}
