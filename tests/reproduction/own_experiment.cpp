// An experiment that neither lib/experiments nor lib/reproduction knows: a process, an environment and methods that are
// declared here, run by the engine that runs the paper's figures.

#include <experiments/charts/palette.hpp>
#include <experiments/runner/runner.hpp>
#include <experiments/trials/evaluation_trial.hpp>
#include <experiments/trials/sweep_experiment.hpp>

#include <ballast/sim/reward_process.hpp>

#include <cmath>
#include <cstdio>
#include <memory>

#include "suite.hpp"

using namespace ballast::experiments;

namespace {

constexpr std::uint32_t steps = 20000;
constexpr std::uint32_t trials = 3;
constexpr std::uint64_t seed = 1;
constexpr std::uint64_t number = 17;

/// Two states, and from each to the other with probability 1/4: half of the time is spent in each. With rewards of 0
/// and 4 the average is omega* = 2, and the differential values are -4 and 4: theta* = -4.
class Swing : public ballast::sim::RewardProcess<double, 2, 1> {
 public:
  Swing() {
    for (std::size_t s = 0; s < states; ++s) {
      transition[s][s] = 0.75;
      transition[s][1 - s] = 0.25;
      phi[s][0] = s == 0 ? 1.0 : -1.0;
    }
    reward[1] = 4.0;
  }
};

const Method free_implicit{"free", "implicit", Rule::implicit, std::nullopt, blue};
/// omega may not come closer to 2 than 1.5.
const Method in_a_cage{"caged", "implicit, in a cage", Rule::implicit, Radii{1.5, 100.0}, green};

Environment swing() {
  return {"swing", "Swing", number, "step-size", "loss", {"loss"}, trials, steps, [](ballast::Random random) {
            return std::make_unique<EvaluationTrial>(Swing(), random, EvaluationSetup{steps});
          }};
}

const std::vector<Method> methods = {free_implicit, in_a_cage};

SweepPlan sweep_plan() {
  return {"swing_sweep", swing(), "Swing", Axis::step_size, {0.001, 0.01}, methods};
}

SweepPlan course_plan() {
  return {"swing_course", swing(), "Swing", Axis::time, {}, at_step_size(methods, 0.01)};
}

/// As `ballast reproduce` runs its figures.
struct Ran {
  Sweep sweep;
  LearningCurve learning_curve;

  Ran() {
    InstanceCache cache(seed);
    const auto over_step_sizes = std::make_shared<SweepExperiment>(sweep_plan(), Scalar::float64, cache);
    const auto over_time = std::make_shared<SweepExperiment>(course_plan(), Scalar::float64, cache);
    run_stages({{"swing", {over_step_sizes, over_time}, [] {}}}, 2);
    sweep = over_step_sizes->sweep();
    learning_curve = over_time->learning_curves().front();
  }
};

const Ran& ran() {
  static const Ran result;
  return result;
}

/// The loss goes to 0 where nothing is in the way: the closer, the smaller the step-size.
void test_the_free_method_comes_to_the_exact_answer() {
  const Sweep& sweep = ran().sweep;
  TEST_ASSERT_EQUAL_STRING("swing", sweep.environment.c_str());
  TEST_ASSERT_EQUAL_size_t(4, sweep.cells.size());
  for (const double x : {0.001, 0.01}) {
    const Cell& cell = *sweep.find(free_implicit, x);
    TEST_ASSERT_EQUAL_UINT32(trials, cell.trials);
    TEST_ASSERT_EQUAL_UINT32(0, cell.overflowed);
    TEST_ASSERT_EQUAL_UINT64(0, cell.projections);
    std::printf("loss at %g: %.4g\n", x, cell.estimate->mean);
    TEST_ASSERT_TRUE(cell.estimate->mean < 25.0 * x);
  }
}

/// (2 - 1.5)^2 = 0.25 is what the cage costs in omega, at least.
void test_the_caged_method_is_kept_away_from_it() {
  const Cell& cell = *ran().sweep.find(in_a_cage, 0.01);
  TEST_ASSERT_TRUE(cell.projections > 0);
  TEST_ASSERT_TRUE(cell.estimate->mean >= 0.25);
}

/// omega_0 = 0, and theta_0 is what the generator of a trial gives first.
void test_the_course_begins_as_it_must() {
  const LearningCurve& learning_curve = ran().learning_curve;
  TEST_ASSERT_EQUAL_STRING("swing_course", learning_curve.stem.c_str());
  TEST_ASSERT_EQUAL_size_t(2 * (steps + 1), learning_curve.points.size());
  double expected = 0.0;
  for (std::uint32_t trial = 0; trial < trials; ++trial) {
    const double error = ballast::Random(trial_seed(seed, number, trial)).uniform(-1.0, 1.0) + 4.0;
    expected += (2.0 * 2.0 + error * error) / trials;
  }
  for (const Method& method : {free_implicit, in_a_cage}) {
    TEST_ASSERT_TRUE(std::fabs(learning_curve.curve(method).front()->estimate->mean - expected) < 1e-12);
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_the_free_method_comes_to_the_exact_answer);
  RUN_TEST(test_the_caged_method_is_kept_away_from_it);
  RUN_TEST(test_the_course_begins_as_it_must);
  return UNITY_END();
}
