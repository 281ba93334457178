// How near a learner in fixed point is to one in double: the same processes, start weights and trajectories, and the
// loss against the exact answer, (omega - omega*)^2 + ||Pi_O (theta - theta*)||^2. The paper's random MRP (100 states,
// 20 features) and Boyan chain (6 features), implicit rule, c = 1, balls of radius 1 (omega) and 1000 (theta).

#include <ballast/fixed.hpp>
#include <ballast/learner.hpp>
#include <ballast/math/random.hpp>
#include <ballast/sim/boyan_chain.hpp>
#include <ballast/sim/random_mrp.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "experiments/trials/exact_solution.hpp"
#include "experiments/trials/model_of.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

constexpr uint64_t seed = 1;

double in_double(double x) {
  return x;
}
template <class Int, int FractionBits>
double in_double(FixedNumber<Int, FractionBits> x) {
  return x.to_double();
}

// --- processes -------------------------------------------------------------------------------------------------------

using Mrp = sim::RandomMrp<double>;
using Boyan = sim::BoyanChain<double>;

void draw(Mrp& process, Random& random) {
  sim::draw_random_mrp(process, random);
}
void draw(Boyan& process, Random& random) {
  sim::make_boyan_chain(process, sim::draw_boyan_policy(random));
}

/// An instance with its exact answer, start weights and one trajectory.
template <class Process_>
struct Trial {
  using Process = Process_;

  Process process;
  experiments::ExactSolution exact;
  typename Process::Features start;
  std::vector<uint8_t> path;  ///< S_0, ..., S_T

  Trial(uint32_t number, double lambda, uint32_t steps) {
    Random random(seed + number);
    draw(process, random);
    exact = experiments::solve_exactly(experiments::model_of(process), lambda);
    for (double& weight : start) { weight = random.uniform(-1.0, 1.0); }
    process.start(random);
    path.push_back(static_cast<uint8_t>(process.state()));
    for (uint32_t t = 0; t < steps; ++t) {
      (void)process.step(random);
      path.push_back(static_cast<uint8_t>(process.state()));
    }
  }
};

/// A learner on a trial.
template <class Learner, class Process>
class Walk {
 public:
  Walk(const Trial<Process>& trial, const typename Learner::Settings& settings) : trial_(trial) {
    typename Learner::Weights start;
    for (size_t i = 0; i < Process::dimension; ++i) { start[i] = trial.start[i]; }
    for (size_t s = 0; s < Process::states; ++s) {
      reward_[s] = trial.process.reward[s];
      for (size_t i = 0; i < Process::dimension; ++i) { phi_[s][i] = trial.process.phi[s][i]; }
    }
    TEST_ASSERT_TRUE(learner_.start(settings, start) == Status::ok);
  }

  /// The loss after `steps` steps in all.
  double loss_after(uint32_t steps) {
    for (; t_ < steps; ++t_) {
      const size_t s = trial_.path[t_];
      (void)learner_.update(phi_[s], reward_[s], phi_[trial_.path[t_ + 1]]);
    }
    return loss();
  }
  double loss() const {
    double theta[Process::dimension];
    for (size_t i = 0; i < Process::dimension; ++i) { theta[i] = in_double(learner_.weights()[i]); }
    return trial_.exact.loss(in_double(learner_.average_reward()), theta);
  }

 private:
  const Trial<Process>& trial_;
  typename Learner::Value reward_[Process::states];
  typename Learner::Features phi_[Process::states];
  Learner learner_;
  uint32_t t_ = 0;
};

// --- learners --------------------------------------------------------------------------------------------------------

/// lambda up to 0.9: the trace is 32 bits wide.
struct LargeLambda : FixedLimits {
  static constexpr double lambda = 0.9;
};

template <class Scalar, class Process, template <class> class Schedule>
using LearnerOn = Learner<Scalar, Process::dimension, Implicit, SeparateBalls<Scalar>, Schedule<Scalar>>;

struct StepSizes {
  const char* name;
  double beta;
  bool decays;
};

template <class Process, class Scalar>
auto settings_of(double lambda, double beta, ConstantSchedule<Scalar>) {
  return typename LearnerOn<Scalar, Process, ConstantSchedule>::Config().lambda(lambda).step_size(beta);
}
template <class Process, class Scalar>
auto settings_of(double lambda, double beta, PolynomialSchedule<Scalar>) {
  using Config = typename LearnerOn<Scalar, Process, PolynomialSchedule>::Config;
  return Config().lambda(lambda).beta_0(beta).offset(1).power(0.99).hold(150);
}

template <class Scalar, template <class> class Schedule, class Process>
auto walk(const Trial<Process>& trial, double lambda, double beta) {
  const auto settings = settings_of<Process>(lambda, beta, Schedule<Scalar>{});
  const auto bounded = settings.ratio(1.0).average_reward_radius(1.0).weights_radius(1000.0);
  return Walk<LearnerOn<Scalar, Process, Schedule>, Process>(trial, bounded);
}

// --- the paper's step-sizes
// -------------------------------------------------------------------------------------------

constexpr uint32_t early = 2000;
constexpr uint32_t late = 100000;
constexpr StepSizes paper[] = {
    {"constant 0.3", 0.3, false}, {"constant 1", 1.0, false}, {"decaying 0.3", 0.3, true}, {"decaying 1", 1.0, true}};

/// Sums over trials.
struct Losses {
  double in_double = 0;
  double in_fixed = 0;

  double ratio() const { return in_fixed / in_double; }
};
struct Row {
  Losses early;
  Losses late;
};

template <class Limits, template <class> class Schedule, class Process>
void add(Row& row, const Trial<Process>& trial, double lambda, double beta) {
  auto in_double = walk<double, Schedule>(trial, lambda, beta);
  auto in_fixed = walk<Fixed<Process::dimension, Limits>, Schedule>(trial, lambda, beta);
  row.early.in_double += in_double.loss_after(early);
  row.early.in_fixed += in_fixed.loss_after(early);
  row.late.in_double += in_double.loss_after(late);
  row.late.in_fixed += in_fixed.loss_after(late);
}

void check(const Losses& losses, double tolerance) {
  TEST_ASSERT_TRUE(std::fabs(losses.ratio() - 1) <= tolerance);
}

/// The mean loss of fixed point after 2,000 and 100,000 steps is that of double, within `tolerance`.
template <class Limits, class Process>
void check_losses(const char* process, double lambda, uint32_t trials, double tolerance) {
  Row rows[4];
  for (uint32_t i = 0; i < trials; ++i) {
    const auto trial = std::make_unique<Trial<Process>>(i, lambda, late);
    for (size_t k = 0; k < 4; ++k) {
      if (paper[k].decays) {
        add<Limits, PolynomialSchedule>(rows[k], *trial, lambda, paper[k].beta);
      } else {
        add<Limits, ConstantSchedule>(rows[k], *trial, lambda, paper[k].beta);
      }
    }
  }
  for (size_t k = 0; k < 4; ++k) {
    const Losses& first = rows[k].early;
    const Losses& last = rows[k].late;
    std::printf("%s, lambda %g, %-12s  T = %u: %8.5f x %.5f   T = %u: %8.5f x %.5f\n", process, lambda, paper[k].name,
                early, first.in_double / trials, first.ratio(), late, last.in_double / trials, last.ratio());
  }
  for (const Row& row : rows) {
    check(row.early, tolerance);
    check(row.late, tolerance);
  }
}

void test_random_mrp() {
  check_losses<FixedLimits, Mrp>("random MRP", 0.25, 50, 0.005);
}
void test_boyan_chain() {
  check_losses<FixedLimits, Boyan>("Boyan chain", 0.25, 50, 0.005);
}
void test_random_mrp_with_a_large_lambda() {
  check_losses<LargeLambda, Mrp>("random MRP", 0.9, 10, 0.01);
}
void test_boyan_chain_with_a_large_lambda() {
  check_losses<LargeLambda, Boyan>("Boyan chain", 0.9, 10, 0.01);
}

// --- small step-sizes
// -------------------------------------------------------------------------------------------------

/// Learning does not stop where a step is far below a unit of a weight: the loss goes down as in double.
template <class Process>
void check_small_steps(const char* process) {
  constexpr double betas[] = {1e-3, 1e-4, 1e-5, 1e-6};
  constexpr uint32_t trials = 2;
  Losses reductions[4];
  for (uint32_t i = 0; i < trials; ++i) {
    const auto trial = std::make_unique<Trial<Process>>(i, 0.25, 3000000);
    for (size_t k = 0; k < 4; ++k) {
      const auto steps = static_cast<uint32_t>(std::min(30.0 / betas[k], 3e6));
      auto in_double = walk<double, ConstantSchedule>(*trial, 0.25, betas[k]);
      auto in_fixed = walk<Fixed<Process::dimension>, ConstantSchedule>(*trial, 0.25, betas[k]);
      reductions[k].in_double += in_double.loss() - in_double.loss_after(steps);
      reductions[k].in_fixed += in_fixed.loss() - in_fixed.loss_after(steps);
    }
  }
  for (size_t k = 0; k < 4; ++k) {
    std::printf("%s, constant %g: the loss goes down by %.5f x %.5f\n", process, betas[k],
                reductions[k].in_double / trials, reductions[k].ratio());
  }
  for (const Losses& reduction : reductions) { check(reduction, 0.02); }
}

void test_small_steps_on_the_random_mrp() {
  check_small_steps<Mrp>("random MRP");
}
void test_small_steps_on_the_boyan_chain() {
  check_small_steps<Boyan>("Boyan chain");
}

// --- all rules and both kinds of ball
// ---------------------------------------------------------------------------------

constexpr size_t length = 16;

struct SmallBall : FixedLimits {
  static constexpr double radius = 2;
};

template <class Scalar>
JointBall<Scalar> ball(double radius, JointBall<Scalar>) {
  return {radius};
}
template <class Scalar>
SeparateBalls<Scalar> ball(double radius, SeparateBalls<Scalar>) {
  return {radius / 2, radius};
}

template <class Learner>
typename Learner::Features features_of(const double (&numbers)[length]) {
  typename Learner::Features phi;
  for (size_t i = 0; i < length; ++i) { phi[i] = numbers[i]; }
  return phi;
}

void draw(double (&phi)[length], Random& random) {
  for (double& x : phi) { x = random.uniform(-0.25, 0.25); }
}

/// How far the estimates are apart, at most.
struct Distance {
  double omega = 0;
  double theta = 0;
};

template <class Learner, class Reference>
void take(Distance& distance, const Learner& learner, const Reference& reference) {
  double sum = 0;
  for (size_t i = 0; i < length; ++i) {
    const double difference = in_double(learner.weights()[i]) - reference.weights()[i];
    sum += difference * difference;
  }
  const double of_omega = std::fabs(in_double(learner.average_reward()) - reference.average_reward());
  distance = {std::max(distance.omega, of_omega), std::max(distance.theta, std::sqrt(sum))};
}

/// 3,000 random features and rewards. A ball of radius 0.5 acts, one of 2 does not.
template <class Rule, template <class> class Projection>
Distance distance_from_double(double radius) {
  using Scalar = Fixed<length, SmallBall>;
  Learner<double, length, Rule, Projection<double>> reference;
  Learner<Scalar, length, Rule, Projection<Scalar>> learner;
  const auto config = [&](const auto& of) {
    using Type = std::decay_t<decltype(of)>;
    const auto projection = ball(radius, typename Type::Projection{});
    return typename Type::Config().lambda(0.25).ratio(0.5).step_size(0.3).projection(projection);
  };
  TEST_ASSERT_TRUE(reference.start(config(reference)) == Status::ok);
  TEST_ASSERT_TRUE(learner.start(config(learner)) == Status::ok);
  Distance distance;
  Random random(seed);
  double phi[length];
  double next[length];
  draw(next, random);
  for (int t = 0; t < 3000; ++t) {
    std::copy(next, next + length, phi);
    draw(next, random);
    const double reward = random.uniform(-1.0, 1.0);
    (void)reference.update(features_of<decltype(reference)>(phi), reward, features_of<decltype(reference)>(next));
    (void)learner.update(features_of<decltype(learner)>(phi), reward, features_of<decltype(learner)>(next));
    take(distance, learner, reference);
  }
  TEST_ASSERT_EQUAL(radius<1, reference.projections()> 0);
  TEST_ASSERT_EQUAL(radius<1, learner.projections()> 0);
  return distance;
}

template <class Rule, template <class> class Projection>
void check_rule(const char* name) {
  const Distance inside = distance_from_double<Rule, Projection>(2);
  const Distance at_the_edge = distance_from_double<Rule, Projection>(0.5);
  std::printf("%s: at most %.6f (omega), %.6f (theta) from double; at the edge of a ball %.6f, %.6f\n", name,
              inside.omega, inside.theta, at_the_edge.omega, at_the_edge.theta);
  TEST_ASSERT_TRUE(inside.omega < 1e-3 && inside.theta < 1e-3);
  TEST_ASSERT_TRUE(at_the_edge.omega < 1e-2 && at_the_edge.theta < 1e-2);
}

void test_all_rules_in_a_joint_ball() {
  check_rule<Standard, JointBall>("standard, joint ball");
  check_rule<Implicit, JointBall>("implicit, joint ball");
  check_rule<Differential, JointBall>("differential, joint ball");
  check_rule<ImplicitDifferential, JointBall>("implicit differential, joint ball");
}
void test_all_rules_in_separate_balls() {
  check_rule<Standard, SeparateBalls>("standard, separate balls");
  check_rule<Implicit, SeparateBalls>("implicit, separate balls");
  check_rule<Differential, SeparateBalls>("differential, separate balls");
  check_rule<ImplicitDifferential, SeparateBalls>("implicit differential, separate balls");
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_random_mrp);
  RUN_TEST(test_boyan_chain);
  RUN_TEST(test_random_mrp_with_a_large_lambda);
  RUN_TEST(test_boyan_chain_with_a_large_lambda);
  RUN_TEST(test_small_steps_on_the_random_mrp);
  RUN_TEST(test_small_steps_on_the_boyan_chain);
  RUN_TEST(test_all_rules_in_a_joint_ball);
  RUN_TEST(test_all_rules_in_separate_balls);
  return UNITY_END();
}
