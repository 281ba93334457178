// The topics of the theory part: their rules can fail, and their numbers are what they are called.

#include <experiments/files/error.hpp>
#include <reproduction/paper/run_info.hpp>
#include <reproduction/theory/control_baselines.hpp>
#include <reproduction/theory/cost_per_step.hpp>
#include <reproduction/theory/discrepancy.hpp>
#include <reproduction/theory/joint_ball.hpp>
#include <reproduction/theory/joint_ball_run.hpp>
#include <reproduction/theory/vector_experiment.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "suite.hpp"

using namespace ballast::reproduction;

namespace {

using Numbers = std::vector<double>;

Options options_for(std::uint32_t trials) {
  Options options;
  options.theory_trials = trials;
  return options;
}

/// Puts made-up numbers in the place of what a trial gives.
void put(Experiment& experiment, std::uint32_t trial, const Numbers& numbers) {
  OutcomeWriter out;
  out.put(numbers);
  OutcomeReader in(out.bytes());
  experiment.load(trial, in);
}

const Claim& claim_of(const TopicResult& result, const std::string& name) {
  const std::string id = claims_prefix(result.name) + name;
  const auto found =
      std::find_if(result.claims.begin(), result.claims.end(), [&](const Claim& claim) { return claim.id == id; });
  if (found == result.claims.end()) { TEST_FAIL_MESSAGE(id.c_str()); }
  return *found;
}

void check_verdict(Verdict expected, const TopicResult& result, const std::string& name) {
  TEST_ASSERT_EQUAL_STRING_MESSAGE(name_of(expected), name_of(claim_of(result, name).verdict), name.c_str());
}

// --- options --------------------------------------------------------------------------------------------------------

void test_the_command_says_which_parts_are_run() {
  Options options;
  TEST_ASSERT_EQUAL_STRING("--seed 1", arguments_of(options).c_str());
  options.has_theory = true;
  TEST_ASSERT_EQUAL_STRING("--figure all --theory --seed 1", arguments_of(options).c_str());
  options.figures = {"2", "5"};
  TEST_ASSERT_EQUAL_STRING("--figure 2,5 --theory --seed 1", arguments_of(options).c_str());
  TEST_ASSERT_TRUE(is_like_reference(run_info(options)));
  options.figures.clear();
  options.has_figures = false;
  TEST_ASSERT_EQUAL_STRING("--theory --seed 1", arguments_of(options).c_str());
  TEST_ASSERT_FALSE(options.is_whole());
  options.theory_trials = 100;
  TEST_ASSERT_FALSE(is_like_reference(run_info(options)));
}

// --- trials that give numbers ---------------------------------------------------------------------------------------

void test_trials_that_give_numbers() {
  VectorExperiment experiment("numbers", 3, 2, 0.1, [](std::uint32_t trial) { return Numbers{1.0 * trial, 5.0}; });
  for (std::uint32_t trial = 0; trial < 3; ++trial) { experiment.run(trial); }
  TEST_ASSERT_TRUE(experiment.column(0) == (Numbers{0.0, 1.0, 2.0}));
  TEST_ASSERT_TRUE(experiment.estimate_of(0).mean == 1.0 && experiment.estimate_of(1).ci95 == 0.0);
  put(experiment, 1, {7.0, 8.0});
  TEST_ASSERT_TRUE(experiment.results()[1] == (Numbers{7.0, 8.0}));
  bool is_refused = false;
  try {
    put(experiment, 1, {7.0});
  } catch (const InputError&) { is_refused = true; }
  TEST_ASSERT_TRUE(is_refused);
}

// --- what a step costs ----------------------------------------------------------------------------------------------

constexpr const char* small_table =
    "core,features,scalar,code,ram,idle_mean,acting_mean\n"
    "m0,16,float,1,168,110,200\nm0,16,double,1,320,999,999\nm0,16 standard rule,float,1,168,100,200\n"
    "m4,16,float,1,168,105,205\nm4,16 standard rule,float,1,168,100,200\nm4,1600,float,1,1,1,1\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

void test_what_a_step_costs() {
  const TopicResult same = cost_per_step(read_update_costs(small_table));
  TEST_ASSERT_EQUAL_UINT(4, read_update_costs(small_table).size());
  TEST_ASSERT_EQUAL_UINT(2, same.claims.size());
  check_verdict(Verdict::holds, same, "same_time_td");
  check_verdict(Verdict::holds, same, "same_space_td");
  TEST_ASSERT_EQUAL_STRING("1.050", same.tables[0].rows[1][3].c_str());

  const auto with = [](const char* from, const char* to) {
    return cost_per_step(read_update_costs(replaced(small_table, from, to)));
  };
  check_verdict(Verdict::holds_in_part, with("168,110,200", "168,111,200"), "same_time_td");
  check_verdict(Verdict::holds_in_part, with("168,110,200", "168,110,221"), "same_time_td");
  check_verdict(Verdict::holds_in_part, with("168,110,200", "172,110,200"), "same_space_td");
  const TopicResult both = with("m4,1600,float,1,1,1,1",
                                "m4,16 differential rule,float,1,168,100,100\n"
                                "m4,16 implicit differential rule,float,1,168,111,100");
  check_verdict(Verdict::does_not_hold, both, "same_time_differential_td");
}

void test_the_committed_table_has_all_cores() {
  const TopicResult result = CostPerStep().result();
  TEST_ASSERT_EQUAL_UINT(7, claim_of(result, "same_time_td").parts.size());
  check_verdict(Verdict::holds, result, "same_time_td");
}

// --- the discrepancy ------------------------------------------------------------------------------------------------

void test_the_bound_on_the_discrepancy() {
  const Options options = options_for(1);
  const DiscrepancyTopic topic(options);
  Experiment& boyan = *topic.experiments()[1];
  topic.experiments()[0]->run(0);
  boyan.run(0);
  const TopicResult found = topic.result();
  for (const Claim& claim : found.claims) {
    TEST_ASSERT_TRUE_MESSAGE(claim.verdict == Verdict::holds, claim.id.c_str());
  }

  // Excess and bound for each lambda.
  Numbers numbers = {0.5, 0.6, 0.4, 0.5, 0.3, 0.4, 0.2, 0.3, 0.1, 0.2, 0.01, 0.02, 1e-4, 9e-4};
  put(boyan, 0, numbers);
  check_verdict(Verdict::holds, topic.result(), "boyan.bound_holds");
  check_verdict(Verdict::holds, topic.result(), "boyan.factor_tends_to_1");
  numbers[2] = 0.51;
  put(boyan, 0, numbers);
  check_verdict(Verdict::holds_in_part, topic.result(), "boyan.bound_holds");
  numbers[13] = 2e-3;
  put(boyan, 0, numbers);
  check_verdict(Verdict::does_not_hold, topic.result(), "boyan.factor_tends_to_1");
  numbers[13] = 9e-4;
  numbers[5] = 0.5;
  put(boyan, 0, numbers);
  check_verdict(Verdict::does_not_hold, topic.result(), "boyan.factor_tends_to_1");
  check_verdict(Verdict::holds, topic.result(), "mrp.factor_tends_to_1");
}

// --- control --------------------------------------------------------------------------------------------------------

Cell cell_of(Rule rule, double x, const Numbers& rewards) {
  Cell cell{{}, x, "reward_last_third", std::nullopt, 4, 0, 0, rewards};
  for (const Method& method : control_methods()) {
    if (method.rule == rule) { cell.method = method; }
  }
  return cell;
}

/// The even runs choose, the odd ones measure; a method that always overflows is left out.
void test_the_best_setting_of_a_method() {
  const double overflow = std::numeric_limits<double>::quiet_NaN();
  Sweep grid{"theory_control", "pendulum", "Pendulum", "step_size", "", "", {"reward_last_third"}, {}};
  grid.cells = {cell_of(Rule::implicit, 1.0, {1.0, 9.0, 1.0, 9.0}), cell_of(Rule::implicit, 2.0, {2.0, 3.0, 2.0, 3.0}),
                cell_of(Rule::standard, 1.0, {0.0, 1.0, 0.0, 1.2}),
                cell_of(Rule::rvi_q, 1.0, {overflow, 1.0, overflow, 1.0})};
  const std::optional<ControlTask> task = control_task(grid);
  TEST_ASSERT_TRUE(task && task->methods.size() == 2);
  const ControlBest& standard = task->methods[0];
  const ControlBest& implicit = task->methods[1];
  TEST_ASSERT_TRUE(implicit.method.rule == Rule::implicit && implicit.step_size == 2.0 && implicit.reward.mean == 3.0);
  TEST_ASSERT_TRUE(implicit.at_edge.step_size && !implicit.at_edge.ratio && !standard.at_edge.step_size);
  TEST_ASSERT_TRUE(std::fabs(standard.difference.mean + 1.9) < 1e-12);
  TEST_ASSERT_TRUE(standard.difference.standing == Standing::worse);
  grid.cells = {cell_of(Rule::standard, 1.0, {0.0, 1.0, 0.0, 1.2})};
  TEST_ASSERT_FALSE(control_task(grid));
}

// --- the joint ball -------------------------------------------------------------------------------------------------

/// Of a trial with ||Theta*|| = 2: the loss and the share of each run. The joint ball is worse than separate balls and
/// better in O; without a ball the standard rule overflows.
Numbers numbers_of_balls(double difference) {
  Numbers numbers = {2.0, 20.0};
  for (const BallRun& run : ball_runs()) {
    const bool is_small = run.kind != BallKind::none && run.factor < 1.0;
    double loss = is_small ? 4.0 : 0.5;
    if (is_small && run.kind == BallKind::joint) { loss = 4.5 + difference; }
    if (run.rule == Rule::standard) {
      loss = run.kind == BallKind::none ? std::numeric_limits<double>::quiet_NaN() : 5.0 + difference;
    }
    numbers.push_back(loss);
    numbers.push_back(is_small ? 0.5 : 0.0);
  }
  return numbers;
}

std::size_t place_of(Rule rule, BallKind kind, double factor) {
  const std::vector<BallRun>& runs = ball_runs();
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const BallRun& run) {
    return run.rule == rule && run.kind == kind && run.factor == factor;
  });
  TEST_ASSERT_TRUE(found != runs.end());
  return static_cast<std::size_t>(found - runs.begin());
}

struct Balls {
  Options options = options_for(2);
  JointBallTopic topic{options};
  Numbers first = numbers_of_balls(0.0);

  TopicResult result() const {
    put(*topic.experiments()[0], 0, first);
    put(*topic.experiments()[0], 1, numbers_of_balls(0.001));
    return topic.result();
  }
};

void test_rules_on_balls() {
  const TopicResult result = Balls().result();
  TEST_ASSERT_EQUAL_UINT(5, result.charts.size());
  for (const Claim& claim : result.claims) {
    TEST_ASSERT_TRUE_MESSAGE(claim.verdict == Verdict::holds, claim.id.c_str());
  }
}

void test_a_rule_sees_a_loss_below_the_bound() {
  Balls balls;
  balls.first[ball_columns::loss(place_of(Rule::implicit, BallKind::joint_in_O, 0.1))] = 3.2399;  // 4 * 0.9^2 = 3.24
  check_verdict(Verdict::holds_in_part, balls.result(), "at_least_the_distance");
}

void test_a_rule_sees_that_an_ample_ball_acts() {
  Balls acts;
  acts.first[ball_columns::share(place_of(Rule::implicit, BallKind::joint, 10.0))] = 0.0005;
  check_verdict(Verdict::holds_in_part, acts.result(), "ample_radius_changes_nothing");
  Balls changes;
  changes.first[ball_columns::loss(place_of(Rule::implicit, BallKind::joint, 1.8))] = std::nextafter(0.5, 1.0);
  check_verdict(Verdict::holds_in_part, changes.result(), "ample_radius_changes_nothing");
}

void test_a_rule_sees_which_ball_is_worse() {
  Balls balls;
  balls.first[ball_columns::loss(place_of(Rule::implicit, BallKind::joint, 0.32))] = 3.0;
  check_verdict(Verdict::holds_in_part, balls.result(), "joint_worse_than_separate");
  check_verdict(Verdict::holds_in_part, balls.result(), "removing_the_direction_helps");
}

void test_a_rule_sees_that_standard_overflows_or_learns() {
  Balls balls;
  balls.first[ball_columns::loss(place_of(Rule::standard, BallKind::joint, 1.0))] =
      std::numeric_limits<double>::quiet_NaN();
  check_verdict(Verdict::holds_in_part, balls.result(), "standard_no_longer_overflows");
  Balls learns;
  learns.first[ball_columns::loss(place_of(Rule::standard, BallKind::joint, 1.0))] = 1.0;
  check_verdict(Verdict::holds_in_part, learns.result(), "standard_does_not_learn");
}

/// A ball keeps the iterate at R: with R = 0.1 ||Theta*|| the loss is between (0.9 ||Theta*||)^2 and (1.1
/// ||Theta*||)^2.
void test_a_ball_keeps_the_loss_within_its_reach() {
  const Numbers numbers = run_ball_trial(1, 0, 200);
  const double norm2 = numbers[ball_columns::norm_star] * numbers[ball_columns::norm_star];
  for (const Rule rule : {Rule::implicit, Rule::standard}) {
    for (const BallKind kind : {BallKind::joint, BallKind::joint_in_O}) {
      const std::size_t i = place_of(rule, kind, 0.1);
      const double loss = numbers[ball_columns::loss(i)];
      TEST_ASSERT_TRUE(loss >= 0.8099 * norm2 && loss <= 1.2101 * norm2);
      TEST_ASSERT_TRUE(numbers[ball_columns::share(i)] > 0.1);
    }
  }
  TEST_ASSERT_TRUE(numbers[ball_columns::share(place_of(Rule::implicit, BallKind::joint, 320.0))] == 0.0);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_the_command_says_which_parts_are_run);
  RUN_TEST(test_trials_that_give_numbers);
  RUN_TEST(test_what_a_step_costs);
  RUN_TEST(test_the_committed_table_has_all_cores);
  RUN_TEST(test_the_bound_on_the_discrepancy);
  RUN_TEST(test_the_best_setting_of_a_method);
  RUN_TEST(test_rules_on_balls);
  RUN_TEST(test_a_rule_sees_a_loss_below_the_bound);
  RUN_TEST(test_a_rule_sees_that_an_ample_ball_acts);
  RUN_TEST(test_a_rule_sees_which_ball_is_worse);
  RUN_TEST(test_a_rule_sees_that_standard_overflows_or_learns);
  RUN_TEST(test_a_ball_keeps_the_loss_within_its_reach);
  return UNITY_END();
}
