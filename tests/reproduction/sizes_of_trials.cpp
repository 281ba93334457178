// Trials whose sizes are known at run time: the bits of the templates of the library and of lib/sim, and the exact
// answers at other sizes.

#include <experiments/files/error.hpp>
#include <experiments/trials/control_setups.hpp>
#include <experiments/trials/evaluation_trial.hpp>
#include <experiments/trials/learner_of_length.hpp>
#include <experiments/trials/model_of.hpp>
#include <experiments/trials/overflow_step_size.hpp>
#include <experiments/trials/trial_learner.hpp>

#include <ballast/features/tile_coder.hpp>
#include <ballast/learner.hpp>
#include <ballast/oracle/chain.hpp>
#include <ballast/sim/boyan_chain.hpp>
#include <ballast/sim/random_mrp.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include <etl/array.h>

#include "suite.hpp"

using namespace ballast::experiments;
namespace sim = ballast::sim;
using ballast::Random;

namespace {

template <class Call>
std::string refusal_of(Call call) {
  try {
    call();
  } catch (const InputError& error) { return error.what(); }
  return "";
}
#define ASSERT_REFUSED(part, call) \
  TEST_ASSERT_TRUE_MESSAGE(refusal_of([&] { call; }).find(part) != std::string::npos, part)

// --- processes ------------------------------------------------------------------------------------------------------

/// All numbers, and a walk.
template <class Fixed>
void assert_same_process(Fixed& fixed, ProcessOfSize& of_size, Random& one, Random& other) {
  TEST_ASSERT_EQUAL_size_t(Fixed::states, of_size.states);
  TEST_ASSERT_EQUAL_size_t(Fixed::dimension, of_size.dimension);
  for (std::size_t s = 0; s < Fixed::states; ++s) {
    ASSERT_SAME_BITS(fixed.reward[s], of_size.reward[s]);
    for (std::size_t j = 0; j < Fixed::states; ++j) {
      ASSERT_SAME_BITS(fixed.transition[s][j], of_size.transition[s][j]);
    }
    for (std::size_t i = 0; i < Fixed::dimension; ++i) { ASSERT_SAME_BITS(fixed.phi[s][i], of_size.phi[s][i]); }
  }
  fixed.start(one);
  of_size.start(other);
  for (int t = 0; t < 200; ++t) {
    TEST_ASSERT_EQUAL_size_t(fixed.state(), of_size.state());
    ASSERT_SAME_BITS(fixed.features()[0], of_size.features()[0]);
    ASSERT_SAME_BITS(fixed.step(one), of_size.step(other));
  }
  TEST_ASSERT_EQUAL_HEX64(one.state(), other.state());
}

template <class Fixed>
void assert_same_mrp(std::uint64_t seed, sim::Scaling scaling) {
  Random one(seed);
  Random other(seed);
  const auto fixed = std::make_unique<Fixed>();
  sim::draw_random_mrp(*fixed, one, scaling);
  ProcessOfSize of_size = draw_random_mrp(Fixed::states, Fixed::dimension, other, scaling);
  assert_same_process(*fixed, of_size, one, other);
}

void test_processes_have_the_bits_of_the_templates() {
  for (const sim::Scaling scaling : {sim::Scaling::whole_matrix, sim::Scaling::per_row}) {
    assert_same_mrp<sim::RandomMrp<double>>(1, scaling);
    assert_same_mrp<sim::RewardProcess<double, 7, 4>>(2, scaling);
    assert_same_mrp<sim::RewardProcess<double, 3, 3>>(3, scaling);
    Random one(4);
    Random other(4);
    sim::BoyanChain<double> fixed;
    sim::make_boyan_chain(fixed, sim::draw_boyan_policy(one), scaling);
    ProcessOfSize of_size = draw_boyan_chain(other, scaling);
    assert_same_process(fixed, of_size, one, other);
  }
}

void test_a_model_is_the_process_that_it_was_made_of() {
  Random random(5);
  const ProcessOfSize process = draw_random_mrp(7, 4, random);
  const ProcessOfSize again = process_of(model_of(process));
  for (std::size_t s = 0; s < 7; ++s) {
    ASSERT_SAME_BITS(process.reward[s], again.reward[s]);
    for (std::size_t j = 0; j < 7; ++j) {  // rows of a model are divided by their sum
      TEST_ASSERT_TRUE(std::fabs(process.transition[s][j] - again.transition[s][j]) < 1e-15);
    }
    for (std::size_t i = 0; i < 4; ++i) { ASSERT_SAME_BITS(process.phi[s][i], again.phi[s][i]); }
  }
}

void test_sizes_that_no_mrp_has_are_refused() {
  Random random(6);
  ASSERT_REFUSED("between 3 and 7 features, not 8", draw_random_mrp(7, 8, random));
  ASSERT_REFUSED("between 3 and 7 features, not 2", draw_random_mrp(7, 2, random));
}

// --- the queue ------------------------------------------------------------------------------------------------------

void test_the_queue_has_the_bits_of_the_template() {
  sim::AccessControl<double> fixed;
  Queue of_size;
  Random one(7);
  Random other(7);
  Random actions(8);
  fixed.start(one);
  of_size.start(other);
  for (int t = 0; t < 2000; ++t) {
    const std::uint32_t action = actions.below(2);
    ASSERT_SAME_BITS(fixed.observation()[0], of_size.observation()[0]);
    ASSERT_SAME_BITS(fixed.observation()[1], of_size.observation()[1]);
    TEST_ASSERT_EQUAL_UINT32(fixed.feasible().bits(), of_size.feasible().bits());
    ASSERT_SAME_BITS(fixed.step(action, one), of_size.step(action, other));
  }
}

constexpr QueueSizes small_queue{3, 2, 0.3};

/// What the optimal policy earns in the simulator is what the exact solver says.
void test_a_small_queue_earns_what_its_model_says() {
  const QueueModel model(small_queue);
  TEST_ASSERT_EQUAL_size_t(4 * 2, model.mdp.states.size());
  Queue queue(small_queue);
  Random random(9);
  queue.start(random);
  const auto state = queue_setup(small_queue).state;
  constexpr int steps = 200000;
  double earned = 0.0;
  for (int t = 0; t < steps; ++t) {
    TEST_ASSERT_TRUE(queue.observation()[0] <= 1.0 && queue.observation()[1] <= 1.0);
    earned += queue.step(static_cast<std::uint32_t>(model.optimum.policy[state(queue)]), random) / steps;
  }
  const auto best = static_cast<double>(model.optimum.average_reward);
  std::printf("queue of 3 servers and 2 classes: %.5f, exactly %.5f\n", earned, best);
  TEST_ASSERT_TRUE(std::fabs(earned - best) < 0.005);
}

void test_queues_that_do_not_exist_are_refused() {
  ASSERT_REFUSED("between 1 and 64 servers, not 0", QueueModel({0, 2, 0.3}));
  ASSERT_REFUSED("between 1 and 16 classes, not 17", QueueModel({3, 17, 0.3}));
  ASSERT_REFUSED("is in (0, 1), not 1", QueueModel({3, 2, 1.0}));
  Queue of_one_class({3, 1, 0.3});
  TEST_ASSERT_TRUE(of_one_class.observation()[1] == 0.0);
}

// --- learners -------------------------------------------------------------------------------------------------------

template <class T, std::size_t Dimension, class Rule, class Projection>
void assert_same_learner(const Projection& projection) {
  using Fixed = ballast::Learner<T, Dimension, Rule, Projection, ballast::PolynomialSchedule<T>>;
  using OfLength = LearnerOfLength<T, Rule, Projection, ballast::PolynomialSchedule<T>>;
  const auto config = typename Fixed::Config()
                          .lambda(static_cast<T>(0.6))
                          .ratio(static_cast<T>(0.3))
                          .schedule({static_cast<T>(1.5), 3, static_cast<T>(0.7), 20})
                          .projection(projection);
  Random random(Dimension);
  Fixed fixed;
  OfLength dense;
  OfLength in_runs;
  typename Fixed::Weights start;
  for (T& weight : start) { weight = random.uniform(T{-1}, T{1}); }
  const std::vector<T> same_start(start.begin(), start.end());
  TEST_ASSERT_TRUE(fixed.start(config, start) == ballast::Status::ok);
  TEST_ASSERT_TRUE(dense.start(config, same_start) == ballast::Status::ok);
  TEST_ASSERT_TRUE(in_runs.start(config, same_start) == ballast::Status::ok);
  typename Fixed::Features phi{};
  for (int t = 0; t < 100; ++t) {
    typename Fixed::Features next{};
    FeaturesOfLength<T> sparse[2] = {{Dimension, {}, {}, true}, {Dimension, {}, {}, true}};
    for (std::size_t i = 0; i < Dimension; ++i) {
      next[i] = random.below(2) == 0 ? T{0} : random.uniform(T{-1}, T{1});
      for (int k = 0; k < 2; ++k) {
        const T x = k == 0 ? phi[i] : next[i];
        if (x == T{0}) { continue; }
        sparse[k].indices.push_back(static_cast<std::uint32_t>(i));
        sparse[k].values.push_back(x);
      }
    }
    const T reward = random.uniform(T{0}, T{1});
    const auto report = fixed.update(phi, reward, next);
    ASSERT_SAME_BITS(report.td_error, dense.update(phi.data(), reward, next.data()).td_error);
    ASSERT_SAME_BITS(report.td_error, in_runs.update(sparse[0], reward, sparse[1]).td_error);
    ASSERT_SAME_BITS(fixed.value(next), in_runs.value(sparse[1]));
    phi = next;
  }
  for (std::size_t i = 0; i < Dimension; ++i) {
    ASSERT_SAME_BITS(fixed.weights()[i], dense.weights()[i]);
    ASSERT_SAME_BITS(fixed.weights()[i], in_runs.weights()[i]);
  }
  ASSERT_SAME_BITS(fixed.average_reward(), dense.average_reward());
  TEST_ASSERT_EQUAL_UINT32(fixed.projections(), dense.projections());
  TEST_ASSERT_EQUAL_UINT32(100, in_runs.updates());
}

template <class T, std::size_t Dimension>
void assert_same_learners() {
  using ballast::Implicit;
  using ballast::Standard;
  const ballast::SeparateBalls<T> balls{static_cast<T>(0.4), T{1}};
  assert_same_learner<T, Dimension, Implicit>(ballast::NoProjection<T>{});
  assert_same_learner<T, Dimension, Standard>(balls);
  if constexpr (Dimension % 8 == 1) {
    assert_same_learner<T, Dimension, Standard>(ballast::NoProjection<T>{});
    assert_same_learner<T, Dimension, Implicit>(balls);
    assert_same_learner<T, Dimension, Implicit>(ballast::JointBall<T>{T{1}});
  }
}

template <class T, std::size_t... Dimension>
void assert_same_learners(std::index_sequence<Dimension...> /*dimensions*/) {
  (assert_same_learners<T, Dimension>(), ...);
}

void test_learners_have_the_bits_of_the_templates() {
  assert_same_learners<double>(std::index_sequence<1, 2, 3, 4, 6, 9, 15, 16, 17, 20, 31, 33, 40>());
  assert_same_learners<float>(std::index_sequence<5, 17, 32>());
}

/// A method of an experiment beside the learner of the library that it names, both of three features.
template <class Rule, class Projection, class Schedule>
void assert_learner_of(const Method& method, const Projection& projection, const Schedule& schedule) {
  using Fixed = ballast::Learner<double, 3, Rule, Projection, Schedule>;
  Fixed fixed;
  const auto config =
      typename Fixed::Config().lambda(method.lambda).ratio(method.ratio).schedule(schedule).projection(projection);
  TEST_ASSERT_TRUE(fixed.start(config, {0.5, -1.0, 2.0}) == ballast::Status::ok);
  const auto learner = make_learner<double>(method, {1.0, 2.0, -2.0});
  require_started(learner->start({0.5, -1.0, 2.0}));
  Random random(5);
  typename Fixed::Features phi{};
  for (int t = 0; t < 200; ++t) {
    typename Fixed::Features next{};
    for (double& x : next) { x = random.uniform(-1.0, 1.0); }
    const double reward = random.uniform(0.0, 1.0);
    const auto report = fixed.update(phi, reward, next);
    ASSERT_SAME_BITS(report.td_error, learner->update(phi.data(), reward, next.data()).td_error);
    phi = next;
  }
  for (std::size_t i = 0; i < 3; ++i) { ASSERT_SAME_BITS(fixed.weights()[i], learner->weights()[i]); }
  ASSERT_SAME_BITS(fixed.average_reward(), learner->average_reward());
  TEST_ASSERT_EQUAL_UINT32(fixed.projections(), learner->projections());
  TEST_ASSERT_EQUAL(method.radii.has_value(), learner->projections() > 0);
}

void test_methods_are_learners_of_the_library() {
  using Joint = ballast::JointBall<double>;
  using Separate = ballast::SeparateBalls<double>;
  using Free = ballast::NoProjection<double>;
  using Polynomial = ballast::PolynomialSchedule<double>;
  using Constant = ballast::ConstantSchedule<double>;
  using Two = ballast::TwoTimescaleSchedule<Polynomial, Polynomial>;
  const Decay decay{false, 0.7, 3, 20, false, 1.0};
  const Polynomial schedule{0.5, 3, 0.7, 20};

  Method method{"", "", Rule::standard, joint_ball(1.0), {}};
  method.step_size = 0.5;
  method.ratio = 0.3;
  assert_learner_of<ballast::Standard>(method, Joint{1.0}, Constant{0.5});
  method.rule = Rule::implicit;
  method.radii = Radii{0.4, 1.0};
  method.is_without_constant = true;
  method.decay = decay;
  assert_learner_of<ballast::Implicit>(method, ballast::WithoutDirection<Separate, 3>{{0.4, 1.0}, {1.0, 2.0, -2.0}},
                                       schedule);
  method.rule = Rule::differential;
  method.radii = std::nullopt;
  method.is_without_constant = false;
  method.average_reward_decay = Decay{false, 0.5, 7, 0, false, 2.0};
  assert_learner_of<ballast::Differential>(method, Free{}, Two{schedule, {2.0, 7, 0.5, 0}});
  method.rule = Rule::implicit_differential;
  method.radii = joint_ball(1.0);
  method.is_without_constant = true;
  assert_learner_of<ballast::ImplicitDifferential>(method, ballast::WithoutDirection<Joint, 3>{{1.0}, {1.0, 2.0, -2.0}},
                                                   Two{schedule, {2.0, 7, 0.5, 0}});
}

void test_a_learner_of_length_refuses_as_others_do() {
  using Learner =
      LearnerOfLength<double, ballast::Implicit, ballast::NoProjection<double>, ballast::ConstantSchedule<double>>;
  const auto config = Learner::Config().step_size(0.1);
  const std::vector<double> phi = {1.0, 0.0};
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Learner learner;
  TEST_ASSERT_TRUE(learner.update(phi.data(), 1.0, phi.data()).status == ballast::Status::not_started);
  TEST_ASSERT_TRUE(learner.start(config, {nan, 0.0}) == ballast::Status::invalid_start);
  TEST_ASSERT_TRUE(learner.start(Learner::Config(config).lambda(2.0), phi) == ballast::Status::invalid_lambda);
  TEST_ASSERT_TRUE(learner.start(config, phi) == ballast::Status::ok);
  TEST_ASSERT_TRUE(learner.update(phi.data(), nan, phi.data()).status == ballast::Status::reward_not_finite);
  TEST_ASSERT_EQUAL_UINT32(1, learner.rejections());
}

// --- evaluation -----------------------------------------------------------------------------------------------------

Method method_of(Rule rule, double step_size, Decay decay = {}) {
  Method method{"method", "method", rule, std::nullopt, {}};
  method.step_size = step_size;
  method.decay = decay;
  return method;
}

Run run_of(const Method& method, std::uint32_t every = 0, Scalar scalar = Scalar::float64) {
  return {method, scalar, every};
}

using Kind = FeatureSet::Kind;
const std::vector<EvaluationMeasure> both = {EvaluationMeasure::loss, EvaluationMeasure::omega_error};

EvaluationTrial small_mrp(std::uint32_t steps, const std::vector<FeatureSet>& features, std::uint64_t seed = 10) {
  Random random(seed);
  const ProcessOfSize process = draw_random_mrp(7, 4, random);
  return EvaluationTrial(process, random, {steps, features, both});
}

void test_a_small_mrp_is_learned_for_each_lambda() {
  const EvaluationTrial trial = small_mrp(20000, {FeatureSet{}});
  const Decay decay{false, 0.7, 20, 0, false, 1.0};
  for (const double lambda : {0.0, 0.5}) {
    for (const Scalar scalar : {Scalar::float64, Scalar::float32}) {
      Method method = method_of(Rule::implicit, 20.0, decay);
      method.lambda = lambda;
      const Outcome outcome = trial.run(run_of(method, 1000, scalar));
      std::printf("7 x 4, lambda %g: loss %.3g of %.3g, |omega - omega*| %.3g\n", lambda, outcome.values[0],
                  outcome.over_time[0][0], outcome.values[1]);
      TEST_ASSERT_FALSE(outcome.has_overflowed);
      TEST_ASSERT_TRUE(outcome.values[0] < 0.02 && outcome.values[0] < 0.05 * outcome.over_time[0][0]);
      TEST_ASSERT_TRUE(outcome.values[1] < 0.05);
      for (std::size_t i = 0; i < both.size(); ++i) {
        TEST_ASSERT_EQUAL_size_t(21, outcome.over_time[i].size());
        ASSERT_SAME_BITS(outcome.values[i], outcome.over_time[i].back());
      }
      ASSERT_SAME_BITS(trial.exact(0, lambda).omega, outcome.over_time[1][0]);  // omega_0 = 0, rewards above it
    }
  }
}

void test_the_exact_answer_of_each_lambda_is_kept() {
  const EvaluationTrial trial = small_mrp(1, {{Kind::random, 2}});
  const ExactSolution& at_0 = trial.exact(0, 0.0);
  const ExactSolution& at_half = trial.exact(0, 0.5);
  TEST_ASSERT_TRUE(&at_0 == &trial.exact(0, 0.0));
  TEST_ASSERT_TRUE(at_0.theta_star[0] != at_half.theta_star[0]);  // two features cannot represent v
  const ExactSolution expected = solve_exactly(model_of(trial.process(0)), 0.5);
  ASSERT_SAME_BITS(expected.theta_star[1], at_half.theta_star[1]);
  const ballast::oracle::Chain chain = ballast::oracle::solve_chain(model_of(trial.process(0)));
  ASSERT_SAME_BITS(static_cast<double>(chain.omega), at_0.omega);
  TEST_ASSERT_TRUE(chain.rho > 0 && chain.rho < 1);
}

void test_features_of_each_kind() {
  const EvaluationTrial trial = small_mrp(50, {FeatureSet{}, {Kind::table}, {Kind::random, 5}});
  const ProcessOfSize& own = trial.process(0);
  const ProcessOfSize& table = trial.process(1);
  const ProcessOfSize& drawn = trial.process(2);
  TEST_ASSERT_EQUAL_size_t(7, table.dimension);
  TEST_ASSERT_EQUAL_size_t(5, drawn.dimension);
  double largest = 0.0;
  for (std::size_t s = 0; s < 7; ++s) {
    ASSERT_SAME_BITS(own.reward[s], drawn.reward[s]);
    ASSERT_SAME_BITS(own.transition[s][3], table.transition[s][3]);
    for (std::size_t i = 0; i < 7; ++i) { TEST_ASSERT_TRUE(table.phi[s][i] == (s == i ? 1.0 : 0.0)); }
    const double unit = drawn.norm(s) / std::sqrt(std::round(std::pow(drawn.norm(s) / drawn.phi[s][0], 2)));
    for (std::size_t i = 0; i < 5; ++i) {
      TEST_ASSERT_TRUE(drawn.phi[s][i] == 0.0 || drawn.phi[s][0] == 0.0 || std::fabs(drawn.phi[s][i] - unit) < 1e-12);
    }
    largest = std::fmax(largest, drawn.norm(s));
  }
  TEST_ASSERT_TRUE(std::fabs(largest - 1.0) < 1e-12);
  TEST_ASSERT_TRUE(drawn.has_full_rank());
}

/// omega of the standard rule depends on the rewards alone: it is the same for all features on one trajectory.
void test_the_trajectory_is_the_same_for_all_features() {
  const EvaluationTrial trial = small_mrp(100, {FeatureSet{}, {Kind::table}, {Kind::random, 3}});
  const EvaluationTrial other_order = small_mrp(100, {{Kind::random, 3}, {Kind::random, 2}, FeatureSet{}});
  Method method = method_of(Rule::standard, 0.1);
  const Outcome own = trial.run(run_of(method));
  for (const std::size_t features : {1U, 2U}) {
    method.features = features;
    const Outcome outcome = trial.run(run_of(method));
    ASSERT_SAME_BITS(own.values[1], outcome.values[1]);
    TEST_ASSERT_TRUE(own.values[0] != outcome.values[0]);
  }
  // What features are does not depend on which others there are.
  const Outcome drawn = trial.run(run_of(method));
  method.features = 0;
  ASSERT_SAME_BITS(drawn.values[0], other_order.run(run_of(method)).values[0]);
  method.features = 2;
  ASSERT_SAME_BITS(own.values[0], other_order.run(run_of(method)).values[0]);
}

void test_too_many_random_features_are_refused() {
  ASSERT_REFUSED("between 1 and 7 random features, not 8", small_mrp(1, {{Kind::random, 8}}));
  ASSERT_REFUSED("between 1 and 7 random features, not 0", small_mrp(1, {{Kind::random, 0}}));
}

// --- features of control --------------------------------------------------------------------------------------------

const ControlInputs two_inputs{{{0.0, 1.0}, {-8.0, 8.0}}, 6};

template <class T>
void assert_same_fourier() {
  constexpr std::size_t components = 6;
  Random one(11);
  Random other(11);
  ballast::RandomFourierTable<double, 2, components> drawn;
  TEST_ASSERT_TRUE(ballast::draw_random_fourier(drawn, {0.5, 2.0}, one) == ballast::Status::ok);
  const FeatureMap<double, 2> in_double(FourierFeatures{components, {0.5, 2.0}, {3.0, 0.25}}, two_inputs, other);
  const FeatureMap<T, 2> map(in_double);
  ballast::RandomFourierTable<T, 2, components> table{};
  for (std::size_t j = 0; j < components; ++j) {
    for (std::size_t i = 0; i < 2; ++i) { table.weights[j][i] = static_cast<T>(drawn.weights[j][i]); }
    table.phases[j] = static_cast<T>(drawn.phases[j]);
  }
  table.scale = static_cast<T>(drawn.scale);
  FeaturesOfLength<T> phi = map.features();
  TEST_ASSERT_EQUAL_size_t(components, map.length());
  for (int t = 0; t < 50; ++t) {
    const etl::array<double, 2> x = {{one.uniform<double>(), one.uniform(-8.0, 8.0)}};
    const etl::array<T, 2> scaled = {{static_cast<T>(x[0]) * T{3}, static_cast<T>(x[1]) * static_cast<T>(0.25)}};
    etl::array<T, components> expected;
    TEST_ASSERT_TRUE(ballast::random_fourier(table, scaled, expected) == ballast::Status::ok);
    map.encode(x, 0, phi);
    for (std::size_t j = 0; j < components; ++j) { ASSERT_SAME_BITS(expected[j], phi.run(0).values[j]); }
  }
}

template <class T>
void assert_same_tiles() {
  using Coder = ballast::TileCoder<T, 8, 5, 3>;
  const Coder coder{{{T{0}, T{1}}, {T{-8}, T{8}}}};
  Random random(12);
  const FeatureMap<double, 2> in_double(TileFeatures{8, {5, 3}}, two_inputs, random);
  const FeatureMap<T, 2> map(in_double);
  TEST_ASSERT_EQUAL_size_t(Coder::dimension, map.length());
  FeaturesOfLength<T> phi = map.features();
  typename Coder::Features expected(Coder::unit_value);
  for (int t = 0; t < 500; ++t) {
    const etl::array<double, 2> x = {{random.uniform(-0.1, 1.1), t == 0 ? 8.0 : random.uniform(-8.0, 8.0)}};
    TEST_ASSERT_TRUE(coder.encode({{static_cast<T>(x[0]), static_cast<T>(x[1])}}, expected).status ==
                     ballast::Status::ok);
    map.encode(x, 0, phi);
    TEST_ASSERT_EQUAL_size_t(8, phi.runs());
    for (std::size_t k = 0; k < 8; ++k) {
      TEST_ASSERT_EQUAL_size_t(expected.index(k), phi.run(k).first);
      ASSERT_SAME_BITS(expected.value(), *phi.run(k).values);
    }
  }
}

void test_features_of_control_have_the_bits_of_the_library() {
  assert_same_fourier<double>();
  assert_same_fourier<float>();
  assert_same_tiles<double>();
  assert_same_tiles<float>();
  Random random(13);
  const FeatureMap<double, 2> table(TableFeatures{}, two_inputs, random);
  FeaturesOfLength<double> phi = table.features();
  table.encode({{0.0, 0.0}}, 4, phi);
  TEST_ASSERT_TRUE(table.length() == 6 && phi.runs() == 1 && phi.run(0).first == 4 && *phi.run(0).values == 1.0);
}

void test_features_that_cannot_be_made_are_refused() {
  ASSERT_REFUSED("cannot be shared equally among 2 gammas",
                 check(FourierFeatures{5, {1.0, 2.0}, {1.0, 1.0}}, two_inputs));
  ASSERT_REFUSED("gamma must be above 0", check(FourierFeatures{5, {0.0}, {1.0, 1.0}}, two_inputs));
  ASSERT_REFUSED("at least one gamma", check(FourierFeatures{5, {}, {1.0, 1.0}}, two_inputs));
  ASSERT_REFUSED("each of 2 observations, not 1", check(FourierFeatures{5, {1.0}, {1.0}}, two_inputs));
  ASSERT_REFUSED("a power of two up to 1024, not 6", check(TileFeatures{6, {5, 3}}, two_inputs));
  ASSERT_REFUSED("each of 2 observations, not 3", check(TileFeatures{8, {5, 3, 2}}, two_inputs));
  ASSERT_REFUSED("at least one tile", check(TileFeatures{8, {5, 0}}, two_inputs));
  ASSERT_REFUSED("in all", check(TileFeatures{8, {1U << 10U, 1U << 10U}}, two_inputs));
  ASSERT_REFUSED("states that can be counted", check(TableFeatures{}, pendulum_setup().inputs));
}

// --- control --------------------------------------------------------------------------------------------------------

void test_parts_of_a_run_are_equally_long() {
  for (std::uint32_t steps = 0; steps < 40; ++steps) {
    TEST_ASSERT_EQUAL_UINT32(steps / 3, beginning_of_part(1, 3, steps));
    TEST_ASSERT_EQUAL_UINT32(steps - steps / 3, beginning_of_part(2, 3, steps));
    for (const std::size_t parts : {1U, 2U, 3U, 5U}) {
      const EpsilonsOfLength<double> epsilons = epsilons_for<double>(std::vector<double>(parts, 0.5), steps);
      TEST_ASSERT_TRUE(epsilons.validate() == ballast::Status::ok);
      TEST_ASSERT_EQUAL_size_t(steps < parts ? epsilons.steps.size() : parts, epsilons.steps.size());
    }
  }
  const EpsilonsOfLength<double> five = epsilons_for<double>({0.5, 0.4, 0.3, 0.2, 0.1}, 100);
  TEST_ASSERT_TRUE(five.epsilon(0) == 0.5 && five.epsilon(39) == 0.4 && five.epsilon(40) == 0.3);
  TEST_ASSERT_TRUE(five.epsilon(79) == 0.2 && five.epsilon(80) == 0.1 && five.epsilon(200) == 0.1);
}

/// An agent of the library with arrays, and one with features of run-time length.
void test_agents_have_the_bits_of_the_template() {
  constexpr std::size_t components = 20;
  using Fixed = ballast::Sarsa<double, etl::array<double, components>, 2>;
  using OfLength = ballast::Sarsa<double, FeaturesOfLength<double>, 2, ballast::Implicit, ballast::JointBall<double>,
                                  ballast::ConstantSchedule<double>, EpsilonsOfLength<double>>;
  const auto numbers = [](auto config) { return config.lambda(0.25).ratio(0.1).step_size(0.5).radius(100.0); };
  Fixed fixed;
  OfLength of_length;
  etl::array<double, 2 * components> start{};
  start[3] = 1.0;
  TEST_ASSERT_TRUE(fixed.start(numbers(Fixed::Config().epsilon(0.2)), 14, start) == ballast::Status::ok);
  TEST_ASSERT_TRUE(of_length.start(numbers(OfLength::Config().exploration(epsilons_for<double>({0.2}, 1))), 14,
                                   {start.begin(), start.end()}) == ballast::Status::ok);
  Random random(15);
  for (int t = 0; t < 500; ++t) {
    etl::array<double, components> phi;
    for (double& x : phi) { x = random.uniform(-0.3, 0.3); }
    const FeaturesOfLength<double> same{components, {phi.begin(), phi.end()}, {}, false};
    const double reward = random.uniform<double>();
    const ballast::ActionSet<2> feasible = t % 7 == 0 ? ballast::ActionSet<2>().with(1) : ballast::ActionSet<2>::all();
    TEST_ASSERT_EQUAL_UINT32(fixed.tick(reward, phi, feasible).action, of_length.tick(reward, same, feasible).action);
    ASSERT_SAME_BITS(fixed.average_reward(), of_length.average_reward());
  }
  for (std::size_t i = 0; i < start.size(); ++i) {
    ASSERT_SAME_BITS(fixed.learner().weights()[i], of_length.learner().weights()[i]);
  }
}

ControlSetup<Queue> small_setup(std::uint32_t steps) {
  ControlSetup<Queue> setup = queue_setup(small_queue);
  setup.features = {TableFeatures{}, TileFeatures{4, {4, 2}}, FourierFeatures{12, {2.0}, {1.0, 1.0}}};
  setup.steps = steps;
  setup.epsilons = {0.3, 0.1};
  return setup;
}

void test_a_small_queue_is_learned_with_features_of_each_kind() {
  const QueueModel model(small_queue);
  const auto best = static_cast<double>(model.optimum.average_reward);
  const ControlTrial<Queue> trial(small_setup(30000), Random(16));
  Method method = method_of(Rule::implicit, 4.0, Decay{false, 0.7, 20, 0, false, 1.0});
  method.ratio = 0.1;
  for (const std::size_t features : {0U, 1U, 2U}) {
    for (const Scalar scalar : {Scalar::float64, Scalar::float32}) {
      method.features = features;
      const Outcome outcome = trial.run(run_of(method, 0, scalar));
      std::printf("features %zu: reward %.4f, last third %.4f, omega %.4f, greedy %.5f of %.5f\n", features,
                  outcome.values[0], outcome.values[1], outcome.values[2], outcome.values[3], best);
      TEST_ASSERT_FALSE(outcome.has_overflowed);
      TEST_ASSERT_TRUE(outcome.values[3] <= best + 1e-12 && outcome.values[3] > 0.97 * best);
      ASSERT_SAME_BITS(model.gain({outcome.policy.begin(), outcome.policy.end()}), outcome.values[3]);
      TEST_ASSERT_TRUE(std::fabs(outcome.values[2] - outcome.values[1]) < 0.05);
    }
  }
}

/// Equal weights give every state the same value: without them nothing else changes in what is done.
void test_the_constant_is_removed_in_control() {
  const ControlTrial<Queue> trial(small_setup(300), Random(19));
  Method method = method_of(Rule::implicit, 0.1);
  method.is_without_constant = true;
  const auto is_fourier = [&](std::size_t features) {
    return std::holds_alternative<FourierFeatures>(small_setup(300).features[features]);
  };
  for (std::size_t features = 0; features < 3; ++features) {
    method.features = features;
    Method plain = method;
    plain.is_without_constant = false;
    if (is_fourier(features)) {
      ASSERT_REFUSED("no constant sum", trial.run(run_of(method)));
      continue;
    }
    TEST_ASSERT_TRUE(std::fabs(trial.run(run_of(method)).values[0] - trial.run(run_of(plain)).values[0]) < 1e-9);
  }
}

void test_control_is_recorded_over_time() {
  const ControlTrial<Queue> trial(small_setup(300), Random(17));
  const Outcome outcome = trial.run(run_of(method_of(Rule::implicit, 0.1), 100));
  const std::vector<double>& rewards = outcome.over_time[0];
  TEST_ASSERT_EQUAL_size_t(4, outcome.over_time.size());
  TEST_ASSERT_EQUAL_size_t(4, rewards.size());
  TEST_ASSERT_TRUE(std::isnan(rewards[0]));  // nothing was earned yet
  TEST_ASSERT_TRUE(std::fabs((rewards[1] + rewards[2] + rewards[3]) / 3.0 - outcome.values[0]) < 1e-12);
  TEST_ASSERT_TRUE(std::fabs(rewards[3] - outcome.values[1]) < 1e-12);
  TEST_ASSERT_TRUE(outcome.over_time[1].empty() && outcome.over_time[3].empty());
  TEST_ASSERT_TRUE(outcome.over_time[2].front() == 0.0);
  ASSERT_SAME_BITS(outcome.values[2], outcome.over_time[2].back());
}

void test_measures_are_those_that_were_asked_for() {
  ControlSetup<Pendulum> setup = pendulum_setup();
  setup.features = {TileFeatures{2, {3, 3, 3}}};
  setup.steps = 50;
  setup.measures = {ControlMeasure::omega, ControlMeasure::reward};
  const Run run = run_of(method_of(Rule::implicit, 0.1));
  const Outcome outcome = ControlTrial<Pendulum>(setup, Random(18)).run(run);
  setup.measures = {ControlMeasure::reward};
  const Outcome reward = ControlTrial<Pendulum>(setup, Random(18)).run(run);
  TEST_ASSERT_EQUAL_size_t(2, outcome.values.size());
  ASSERT_SAME_BITS(reward.values[0], outcome.values[1]);
  TEST_ASSERT_EQUAL_STRING("reward", name_of(ControlMeasure::reward));
  TEST_ASSERT_EQUAL_STRING("reward_last_third", name_of(ControlMeasure::reward_last_third));
  TEST_ASSERT_EQUAL_STRING("omega", name_of(ControlMeasure::omega));
  TEST_ASSERT_EQUAL_STRING("greedy_worth", name_of(ControlMeasure::greedy_worth));
  TEST_ASSERT_EQUAL_STRING("loss", name_of(EvaluationMeasure::loss));
  TEST_ASSERT_EQUAL_STRING("omega_error", name_of(EvaluationMeasure::omega_error));
}

// --- overflow -------------------------------------------------------------------------------------------------------

/// Every k, from below.
std::optional<double> first_overflow(const Trial& trial, Run run, int lowest, int highest) {
  for (int k = lowest; k <= highest; ++k) {
    run.method.step_size = std::exp2(k / 8.0);
    if (trial.run(run).has_overflowed) { return run.method.step_size; }
  }
  return std::nullopt;
}

void test_the_step_size_of_overflow_is_the_first_on_the_grid() {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const EvaluationTrial mrp = small_mrp(1000, {FeatureSet{}}, seed);
    ControlSetup<Queue> setup = small_setup(1000);
    setup.features = {TableFeatures{}};
    const ControlTrial<Queue> queue(setup, Random(seed));
    const Trial* const trials[] = {&mrp, &queue};
    for (const Trial* const trial : trials) {
      for (const Scalar scalar : {Scalar::float64, Scalar::float32}) {
        Method method = method_of(Rule::standard, 1.0);
        method.ratio = 0.1;  // the weights overflow before omega
        const Run run = run_of(method, 0, scalar);
        const std::optional<double> expected = first_overflow(*trial, run, -24, 40);
        const std::optional<double> found = overflow_step_size(*trial, run, {0.125, 32.0});
        TEST_ASSERT_TRUE(expected.has_value() && found.has_value());
        std::printf("seed %d: overflows at %.4f\n", static_cast<int>(seed), *found);
        ASSERT_SAME_BITS(*expected, *found);
        TEST_ASSERT_TRUE(*found > 0.125 && *found < 32.0);
      }
    }
  }
}

void test_the_ends_of_the_grid() {
  const EvaluationTrial trial = small_mrp(1000, {FeatureSet{}});
  const Run standard = run_of(method_of(Rule::standard, 1.0));
  const double found = overflow_step_size(trial, standard).value();
  ASSERT_SAME_BITS(found, overflow_step_size(trial, standard, {found, found}).value());  // included
  const double below = std::nextafter(found, 0.0);
  TEST_ASSERT_FALSE(overflow_step_size(trial, standard, {0.01, below}).has_value());
  TEST_ASSERT_TRUE(overflow_step_size(trial, standard, {std::nextafter(found, 99.0), 99.0}).value() > found);
  Method caged = method_of(Rule::implicit, 1.0);
  caged.radii = Radii{1.0, 10.0};
  TEST_ASSERT_FALSE(overflow_step_size(trial, run_of(caged), {0.01, 100.0}).has_value());
  ASSERT_REFUSED("no step-size", overflow_step_size(trial, standard, {2.0, 1.0}));
  ASSERT_REFUSED("no step-size", overflow_step_size(trial, standard, {0.0, 1.0}));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_processes_have_the_bits_of_the_templates);
  RUN_TEST(test_a_model_is_the_process_that_it_was_made_of);
  RUN_TEST(test_sizes_that_no_mrp_has_are_refused);
  RUN_TEST(test_the_queue_has_the_bits_of_the_template);
  RUN_TEST(test_a_small_queue_earns_what_its_model_says);
  RUN_TEST(test_queues_that_do_not_exist_are_refused);
  RUN_TEST(test_learners_have_the_bits_of_the_templates);
  RUN_TEST(test_methods_are_learners_of_the_library);
  RUN_TEST(test_a_learner_of_length_refuses_as_others_do);
  RUN_TEST(test_a_small_mrp_is_learned_for_each_lambda);
  RUN_TEST(test_the_exact_answer_of_each_lambda_is_kept);
  RUN_TEST(test_features_of_each_kind);
  RUN_TEST(test_the_trajectory_is_the_same_for_all_features);
  RUN_TEST(test_too_many_random_features_are_refused);
  RUN_TEST(test_features_of_control_have_the_bits_of_the_library);
  RUN_TEST(test_features_that_cannot_be_made_are_refused);
  RUN_TEST(test_parts_of_a_run_are_equally_long);
  RUN_TEST(test_agents_have_the_bits_of_the_template);
  RUN_TEST(test_a_small_queue_is_learned_with_features_of_each_kind);
  RUN_TEST(test_the_constant_is_removed_in_control);
  RUN_TEST(test_control_is_recorded_over_time);
  RUN_TEST(test_measures_are_those_that_were_asked_for);
  RUN_TEST(test_the_step_size_of_overflow_is_the_first_on_the_grid);
  RUN_TEST(test_the_ends_of_the_grid);
  return UNITY_END();
}
