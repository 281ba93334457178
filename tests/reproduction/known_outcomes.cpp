// Runs that are not run again have the outcome that they would have: those in a larger ball than one that never acted.

#include <experiments/trials/control_setups.hpp>
#include <experiments/trials/evaluation_trial.hpp>
#include <experiments/trials/instance_cache.hpp>
#include <experiments/trials/known_outcomes.hpp>

#include <cstdio>
#include <cstring>
#include <optional>
#include <vector>

#include "suite.hpp"

using namespace ballast::experiments;
using ballast::Random;

namespace {

Method method_of(Rule rule, double step_size, const std::optional<Radii>& radii) {
  Method method{"", "", rule, radii, {}};
  method.step_size = step_size;
  return method;
}

bool are_same(const std::vector<double>& one, const std::vector<double>& other) {
  return one.size() == other.size() &&
         (one.empty() || std::memcmp(one.data(), other.data(), one.size() * sizeof(double)) == 0);
}

bool are_same(const Outcome& one, const Outcome& other) {
  if (one.over_time.size() != other.over_time.size()) { return false; }
  for (std::size_t i = 0; i < one.over_time.size(); ++i) {
    if (!are_same(one.over_time[i], other.over_time[i])) { return false; }
  }
  return one.has_overflowed == other.has_overflowed && one.projections == other.projections &&
         one.policy == other.policy && are_same(one.values, other.values);
}

/// Balls that act all the time, sometimes and never.
const std::vector<std::optional<Radii>> balls = {Radii{1.0, 0.125}, Radii{0.25, 4.0},      Radii{1.0, 4.0},
                                                 Radii{1.0, 64.0},  Radii{1000.0, 1000.0}, joint_ball(0.125),
                                                 joint_ball(4.0),   joint_ball(1000.0),    std::nullopt};

struct Counts {
  int found = 0;
  int run = 0;
};

/// Runs all of these settings in all balls.
Counts compare(const Trial& trial, const std::vector<Method>& methods, std::uint32_t records_every) {
  Counts counts;
  KnownOutcomes known;
  for (const Method& method : methods) {
    for (const Scalar scalar : {Scalar::float64, Scalar::float32}) {
      for (const std::optional<Radii>& ball : balls) {
        Run run{method, scalar, records_every};
        run.method.radii = ball;
        const Outcome outcome = trial.run(run);
        const std::optional<Outcome> found = known.find(run);
        ++(found ? counts.found : counts.run);
        if (found) {
          TEST_ASSERT_TRUE(are_same(*found, outcome));
        } else {
          known.add(run, outcome);
        }
      }
    }
  }
  std::printf("%d outcomes found, %d run\n", counts.found, counts.run);
  return counts;
}

std::vector<Method> methods_with(const std::vector<double>& step_sizes) {
  std::vector<Method> methods;
  for (const Rule rule : {Rule::standard, Rule::implicit, Rule::differential, Rule::implicit_differential}) {
    for (const double step_size : step_sizes) { methods.push_back(method_of(rule, step_size, std::nullopt)); }
  }
  return methods;
}

void test_evaluation_in_a_larger_ball_is_the_same() {
  Random random(1);
  const ProcessOfSize process = draw_random_mrp(7, 4, random);
  const EvaluationTrial trial(process, random, {300, {FeatureSet{}}, {EvaluationMeasure::loss}});
  const Counts counts = compare(trial, methods_with({0.1, 1.0, 4.0}), 100);
  TEST_ASSERT_TRUE(counts.found > 20 && counts.run > 60);
}

void test_control_in_a_larger_ball_is_the_same() {
  ControlSetup<Pendulum> setup = pendulum_setup();
  setup.features = {FourierFeatures{20, {0.5, 1.0}, {1.0, 1.0, 0.125}}};
  setup.steps = 300;
  const ControlTrial<Pendulum> trial(setup, Random(1));
  const Counts counts = compare(trial, methods_with({0.05, 1.0}), 0);
  TEST_ASSERT_TRUE(counts.found > 10 && counts.run > 20);
}

// --- what is not the same --------------------------------------------------------------------------------------------

/// A run that ended well and was never projected.
Outcome plain_outcome() {
  Outcome outcome;
  outcome.values = {1.0};
  return outcome;
}

bool is_found(const Run& done, const Outcome& outcome, const Run& run) {
  KnownOutcomes known;
  known.add(done, outcome);
  return known.find(run).has_value();
}

Run run_in(const std::optional<Radii>& ball, Scalar scalar = Scalar::float64) {
  return {method_of(Rule::implicit, 0.5, ball), scalar};
}

void test_a_ball_that_acted_or_a_refused_update_is_not_shared() {
  const Run small = run_in(joint_ball(1.0));
  const Run large = run_in(joint_ball(2.0));
  TEST_ASSERT_TRUE(is_found(small, plain_outcome(), large));
  Outcome projected = plain_outcome();
  projected.projections = 1;
  TEST_ASSERT_FALSE(is_found(small, projected, large));
  TEST_ASSERT_TRUE(is_found(small, projected, small));
  Outcome overflowed = plain_outcome();
  overflowed.has_overflowed = true;
  TEST_ASSERT_FALSE(is_found(small, overflowed, large));
}

void test_smaller_and_other_balls_are_not_shared() {
  TEST_ASSERT_FALSE(is_found(run_in(joint_ball(2.0)), plain_outcome(), run_in(joint_ball(1.0))));
  TEST_ASSERT_FALSE(is_found(run_in(std::nullopt), plain_outcome(), run_in(joint_ball(1.0))));
  TEST_ASSERT_FALSE(is_found(run_in(joint_ball(1.0)), plain_outcome(), run_in(Radii{2.0, 2.0})));
  TEST_ASSERT_FALSE(is_found(run_in(Radii{2.0, 1.0}), plain_outcome(), run_in(Radii{1.0, 2.0})));
  TEST_ASSERT_TRUE(is_found(run_in(Radii{2.0, 1.0}), plain_outcome(), run_in(Radii{2.0, 2.0})));
  TEST_ASSERT_TRUE(is_found(run_in(Radii{2.0, 1.0}), plain_outcome(), run_in(std::nullopt)));
}

/// In fixed point the radius is part of the formats; a learner in float refuses a radius above 2^62.
void test_where_the_radius_does_more_than_project() {
  TEST_ASSERT_FALSE(
      is_found(run_in(joint_ball(20.0), Scalar::fixed), plain_outcome(), run_in(joint_ball(30.0), Scalar::fixed)));
  TEST_ASSERT_TRUE(
      is_found(run_in(joint_ball(20.0), Scalar::fixed), plain_outcome(), run_in(joint_ball(20.0), Scalar::fixed)));
  TEST_ASSERT_FALSE(is_found(run_in(joint_ball(1.0)), plain_outcome(), run_in(joint_ball(0x1p63))));
}

void test_other_settings_are_other_runs() {
  const Run run = run_in(std::nullopt);
  std::vector<Run> others(11, run);
  others[0].method.rule = Rule::standard;
  others[1].method.lambda = 0.5;
  others[2].method.step_size = 0.25;
  others[3].method.ratio = 0.5;
  others[4].method.decay.is_constant = false;
  others[5].method.decay.holds_beta_0 = true;
  others[6].method.features = 1;
  others[7].method.is_without_constant = true;
  others[8].method.average_reward_decay = Decay{};
  others[9].scalar = Scalar::float32;
  others[10].records_every = 1;
  for (const Run& other : others) { TEST_ASSERT_FALSE(is_found(run, plain_outcome(), other)); }
  Run same = run;
  same.method.name = "another name";
  TEST_ASSERT_TRUE(is_found(run, plain_outcome(), same));
}

/// Counts its runs.
class CountingTrial : public Trial {
 public:
  explicit CountingTrial(int& runs) : runs_(runs) {}
  Outcome run(const Run& /*run*/) const override {
    ++runs_;
    return plain_outcome();
  }

 private:
  int& runs_;
};

void test_a_cache_runs_each_run_once() {
  int runs = 0;
  Environment environment{};
  environment.trials = 2;
  environment.make_trial = [&](Random) { return std::make_unique<CountingTrial>(runs); };
  Trials trials(environment, 1);
  for (const auto& ball : {std::optional<Radii>(joint_ball(1.0)), std::optional<Radii>(joint_ball(2.0))}) {
    (void)trials.run(0, run_in(ball));
  }
  TEST_ASSERT_EQUAL_INT(1, runs);
  (void)trials.run(1, run_in(std::nullopt));
  TEST_ASSERT_EQUAL_INT(2, runs);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_evaluation_in_a_larger_ball_is_the_same);
  RUN_TEST(test_control_in_a_larger_ball_is_the_same);
  RUN_TEST(test_a_ball_that_acted_or_a_refused_update_is_not_shared);
  RUN_TEST(test_smaller_and_other_balls_are_not_shared);
  RUN_TEST(test_where_the_radius_does_more_than_project);
  RUN_TEST(test_other_settings_are_other_runs);
  RUN_TEST(test_a_cache_runs_each_run_once);
  return UNITY_END();
}
