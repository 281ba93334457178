// The topics of the theory part that are measured on chains: with few trials, on the Boyan chain alone.

#include <experiments/trials/trial_learner.hpp>
#include <reproduction/theory/chain_topics.hpp>
#include <reproduction/theory/follow.hpp>
#include <reproduction/theory/measured.hpp>
#include <reproduction/theory/time_bins.hpp>

#include <cmath>
#include <set>
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

const TheoryChains& boyan() {
  static const TheoryChains chains = {theory_chains().back()};
  return chains;
}

TopicResult result_of(const Topic& topic) {
  for (const auto& experiment : topic.experiments()) {
    for (std::uint32_t trial = 0; trial < experiment->trials(); ++trial) { experiment->run(trial); }
  }
  return topic.result();
}

/// Puts made-up numbers in the place of what all trials give.
void put(const Topic& topic, std::size_t place, const std::vector<Numbers>& by_trial) {
  Experiment& experiment = *topic.experiments()[place];
  for (std::uint32_t trial = 0; trial < experiment.trials(); ++trial) {
    OutcomeWriter out;
    out.put(by_trial[trial % by_trial.size()]);
    OutcomeReader in(out.bytes());
    experiment.load(trial, in);
  }
}

/// The same number everywhere, as often as the experiment has numbers.
void fill(const Topic& topic, std::size_t place, double value) {
  Experiment& experiment = *topic.experiments()[place];
  experiment.run(0);
  OutcomeWriter out;
  experiment.save(0, out);
  Numbers numbers;
  OutcomeReader in(out.bytes());
  in.get(numbers);
  put(topic, place, {Numbers(numbers.size(), value)});
}

void check_all(Verdict expected, const TopicResult& result) {
  TEST_ASSERT_FALSE(result.claims.empty());
  for (const Claim& claim : result.claims) {
    const std::string message = claim.id + ": " + claim.measured;
    TEST_ASSERT_EQUAL_STRING_MESSAGE(name_of(expected), name_of(claim.verdict), message.c_str());
  }
}

Verdict verdict_of_claim(const TopicResult& result, const std::string& name) {
  for (const Claim& claim : result.claims) {
    if (claim.id == claims_prefix(result.name) + name) { return claim.verdict; }
  }
  TEST_FAIL_MESSAGE(name.c_str());
  return Verdict::undecided;
}

// --- tools ----------------------------------------------------------------------------------------------------------

void test_slopes() {
  TEST_ASSERT_TRUE(std::fabs(log_slope({1.0, 2.0, 4.0}, {3.0, 12.0, 48.0}) - 2.0) < 1e-12);
  const Mean mean = mean_of_trials({1.0, 3.0});
  TEST_ASSERT_TRUE(mean.value == 2.0 && std::fabs(mean.error - 1.0) < 1e-12);
  TEST_ASSERT_TRUE(std::fabs(mean.deviation(5.0) + 3.0) < 1e-9);
  TEST_ASSERT_TRUE(std::isnan(mean_of_trials({1.0}).error));
}

void test_bins_hold_the_last_two_decades() {
  const TimeBins bins(100000);
  TEST_ASSERT_EQUAL_UINT(20 * TimeBins::samples_per_bin, bins.times().size());
  TEST_ASSERT_TRUE(std::set<std::uint32_t>(bins.times().begin(), bins.times().end()).size() == bins.times().size());
  TEST_ASSERT_EQUAL_UINT(100000, bins.times().back());
  TEST_ASSERT_TRUE(bins.times().front() > 1000 && bins.times().front() < 1020);
  BinnedMeans means(bins);
  for (std::uint32_t t = 1; t <= bins.steps(); ++t) {
    if (means.wants(t)) { means.add(1.0 / t); }
  }
  TEST_ASSERT_TRUE(std::fabs(log_slope(bins.middles(), means.values()) + 1.0) < 0.001);
  TEST_ASSERT_TRUE(std::isnan(BinnedMeans(bins).values().front()));
}

void test_a_chain_walks_as_its_matrix_says() {
  const TheoryChain& chain = *boyan().front();
  ballast::Random random(7);
  std::vector<double> counts(chain.states());
  std::size_t state = 0;
  for (int t = 0; t < 200000; ++t) {
    const std::size_t next = chain.next(state, random);
    TEST_ASSERT_TRUE(chain.process().transition[state][next] > 0.0);
    state = next;
    counts[state] += 1.0 / 200000;
  }
  const auto& pi = chain.solution(0.25).chain.pi;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    TEST_ASSERT_TRUE(std::fabs(counts[s] - static_cast<double>(pi(static_cast<ballast::oracle::Index>(s)))) < 0.005);
  }
}

void test_the_slowest_direction_is_an_eigenvector() {
  const auto& solution = boyan().front()->solution(0.25);
  const ballast::oracle::Vector x = ballast::oracle::slowest_direction(solution);
  const double mu = boyan().front()->slowest_rate(0.25, 1.0);
  for (ballast::oracle::Index i = 0; i < x.size(); ++i) {
    ballast::oracle::Scalar sum = 0;
    for (ballast::oracle::Index j = 0; j < x.size(); ++j) { sum += solution.mean.A22(i, j) * x(j); }
    TEST_ASSERT_TRUE(std::fabs(static_cast<double>(sum + static_cast<ballast::oracle::Scalar>(mu) * x(i))) < 1e-12);
  }
}

void test_a_refused_update_ends_a_run() {
  const TheoryChain& chain = *boyan().front();
  const Method explodes = method_of(Rule::standard, 0.25, 1.0, 100.0);
  const Numbers losses = losses_at({1, 5000}, chain, explodes, chain.origin(), chain.generator(1, 0));
  TEST_ASSERT_TRUE(std::isfinite(losses[0]) && std::isnan(losses[1]));
}

// --- topics, measured -----------------------------------------------------------------------------------------------

void test_the_theorems() {
  const Options options = options_for(20);
  check_all(Verdict::holds, result_of(*theorem1_topic(options, boyan())));
  check_all(Verdict::holds, result_of(*theorem2_topic(options, boyan())));
}

void test_the_geometric_rate() {
  check_all(Verdict::holds, result_of(*geometric_rate_topic(options_for(60), boyan())));
}

void test_the_floor() {
  check_all(Verdict::holds, result_of(*floor_topic(options_for(80), boyan())));
}

void test_the_decay() {
  check_all(Verdict::holds, result_of(*decay_topic(options_for(40), boyan())));
}

void test_the_mean_path() {
  check_all(Verdict::holds, result_of(*mean_path_topic(options_for(200), boyan())));
}

void test_the_averaged_iterate() {
  check_all(Verdict::holds, result_of(*averaged_iterate_topic(options_for(60), boyan())));
}

void test_other_topics() {
  const Options options = options_for(20);
  check_all(Verdict::holds, result_of(*first_step_topic(options, boyan())));
  check_all(Verdict::holds, result_of(*lambda_topic(options, boyan())));
  check_all(Verdict::holds, result_of(*differential_topic(options, boyan())));
}

void test_two_timescales() {
  check_all(Verdict::holds, result_of(*two_timescales_topic(options_for(40), boyan())));
}

// --- rules that must fail -------------------------------------------------------------------------------------------

/// Floors that grow with the square of the step-size.
void test_a_rule_sees_another_slope() {
  const Options options = options_for(2);
  const auto topic = floor_topic(options, boyan());
  Numbers floors;
  for (int i = 0; i < 7; ++i) { floors.push_back(1e-9 * std::exp2(2 * i)); }
  for (std::size_t rule = 0; rule < 2; ++rule) { put(*topic, rule, {floors}); }
  const TopicResult result = topic->result();
  TEST_ASSERT_TRUE(verdict_of_claim(result, "boyan.implicit_grows_with_beta") == Verdict::does_not_hold);
  TEST_ASSERT_TRUE(verdict_of_claim(result, "boyan.exact_size") == Verdict::does_not_hold);
}

/// Errors that do not decay.
void test_a_rule_sees_that_nothing_decays() {
  const Options options = options_for(2);
  const auto decay = decay_topic(options, boyan());
  for (std::size_t i = 0; i < decay->experiments().size(); ++i) { put(*decay, i, {Numbers(TimeBins::count(), 1.0)}); }
  check_all(Verdict::does_not_hold, decay->result());
  const auto two = two_timescales_topic(options, boyan());
  for (std::size_t i = 0; i < two->experiments().size(); ++i) { put(*two, i, {Numbers(2 * TimeBins::count(), 1.0)}); }
  check_all(Verdict::does_not_hold, two->result());
}

/// Averages that do not vary as they should.
void test_a_rule_sees_another_covariance() {
  const Options options = options_for(40);
  const auto topic = averaged_iterate_topic(options, boyan());
  for (std::size_t i = 0; i < 2; ++i) {
    put(*topic, i, {Numbers(7, 1.0), Numbers(7, -1.0), Numbers(7, 1.1), Numbers(7, -0.9)});
  }
  check_all(Verdict::does_not_hold, topic->result());
}

/// A learner that does not move, and one that overflows.
void test_a_rule_sees_a_wrong_rate_and_an_overflow() {
  const Options options = options_for(2);
  const auto rate = geometric_rate_topic(options, boyan());
  rate->experiments().front()->run(0);
  for (std::uint32_t i = 0; i < rate->experiments().front()->trials(); ++i) { put(*rate, 0, {{0.001}}); }
  for (std::size_t i = 1; i < rate->experiments().size(); ++i) { put(*rate, i, {{1.0, 1.0}}); }
  check_all(Verdict::does_not_hold, rate->result());
  const auto first = first_step_topic(options, boyan());
  put(*first, 0, {Numbers(45, std::nan(""))});
  check_all(Verdict::does_not_hold, first->result());
}

/// Errors above the bounds, which are at most thousands.
void test_a_rule_sees_an_error_above_the_bound() {
  const Options options = options_for(2);
  for (const auto& topic : {theorem1_topic(options, boyan()), theorem2_topic(options, boyan())}) {
    for (std::size_t i = 0; i < topic->experiments().size(); ++i) { fill(*topic, i, 1e9); }
    TEST_ASSERT_TRUE(verdict_of_claim(topic->result(), "boyan.bound_holds") == Verdict::does_not_hold);
  }
}

/// A learner that does not move: it has no error if it starts at the fixed point, and learns nothing from 0.
void test_a_rule_sees_that_nothing_is_learned() {
  const Options options = options_for(2);
  const auto topic = lambda_topic(options, boyan());
  Numbers still;
  for (int i = 0; i < 7; ++i) { still.insert(still.end(), {0.0, 10.0}); }
  for (std::size_t rule = 0; rule < 2; ++rule) { put(*topic, rule, {still}); }
  const TopicResult result = topic->result();
  for (const char* name : {"boyan.all_lambdas", "boyan.slow_near_1", "boyan.small_steps_at_small_lambdas"}) {
    TEST_ASSERT_TRUE_MESSAGE(verdict_of_claim(result, name) == Verdict::does_not_hold, name);
  }
}

/// Simulated means that are off, and a common value that drifts.
void test_a_rule_sees_a_wrong_simulation_and_a_drift() {
  const Options options = options_for(4);
  const auto path = mean_path_topic(options, boyan());
  const std::size_t cases = path->experiments().size() / 2;
  for (std::size_t i = 0; i < cases; ++i) { path->experiments()[i]->run(0); }
  for (std::size_t i = cases; i < 2 * cases; ++i) { put(*path, i, {Numbers(22, 7.0), Numbers(22, 7.1)}); }
  check_all(Verdict::does_not_hold, path->result());
  const auto differential = differential_topic(options, boyan());
  for (std::size_t i = 0; i < 4; ++i) { put(*differential, i, {Numbers(22, 5.0)}); }
  check_all(Verdict::does_not_hold, differential->result());
}

void test_every_topic_has_its_name() {
  const Options options = options_for(1);
  const auto topics = theory_topics(options);
  const std::vector<std::string> names = topic_names();
  TEST_ASSERT_EQUAL_UINT(names.size(), topics.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    TEST_ASSERT_EQUAL_STRING(names[i].c_str(), topics[i]->name().c_str());
  }
  Options some = options;
  some.topics = {"floor", "decay"};
  TEST_ASSERT_EQUAL_UINT(2, theory_topics(some).size());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_slopes);
  RUN_TEST(test_bins_hold_the_last_two_decades);
  RUN_TEST(test_a_chain_walks_as_its_matrix_says);
  RUN_TEST(test_the_slowest_direction_is_an_eigenvector);
  RUN_TEST(test_a_refused_update_ends_a_run);
  RUN_TEST(test_the_theorems);
  RUN_TEST(test_the_geometric_rate);
  RUN_TEST(test_the_floor);
  RUN_TEST(test_the_decay);
  RUN_TEST(test_the_mean_path);
  RUN_TEST(test_the_averaged_iterate);
  RUN_TEST(test_other_topics);
  RUN_TEST(test_two_timescales);
  RUN_TEST(test_a_rule_sees_another_slope);
  RUN_TEST(test_a_rule_sees_that_nothing_decays);
  RUN_TEST(test_a_rule_sees_another_covariance);
  RUN_TEST(test_a_rule_sees_a_wrong_rate_and_an_overflow);
  RUN_TEST(test_a_rule_sees_an_error_above_the_bound);
  RUN_TEST(test_a_rule_sees_that_nothing_is_learned);
  RUN_TEST(test_a_rule_sees_a_wrong_simulation_and_a_drift);
  RUN_TEST(test_every_topic_has_its_name);
  return UNITY_END();
}
