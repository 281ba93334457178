// The paper's control experiments in small: what implicit and standard SARSA earn, and what the policy they end with is
// worth, exactly. lambda 0.25, c 1, beta_t = beta_0 / (t + 400)^0.99 held for 150 steps, 15,000 steps, no projection.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/random_fourier.hpp>
#include <ballast/oracle/access_control.hpp>
#include <ballast/sim/access_control.hpp>
#include <ballast/sim/pendulum.hpp>

#include <cstdio>
#include <memory>

#include <etl/array.h>

#include "suite.hpp"

using namespace ballast;

namespace {

constexpr uint32_t steps = 15000;

template <class Environment>
struct FeatureMap;

template <>
struct FeatureMap<sim::AccessControl<double>> {
  static constexpr size_t components = 20;
  static constexpr double gammas[] = {1.0};
};

template <>
struct FeatureMap<sim::Pendulum<double>> {
  static constexpr size_t components = 300;
  static constexpr double gammas[] = {0.5, 1.0};
};

/// One run: an environment, random features of its observations, and an agent.
template <class Environment, class Rule>
class Run {
 public:
  using Map = FeatureMap<Environment>;
  using Features = etl::array<double, Map::components>;
  using Agent = Sarsa<double, Features, Environment::actions, Rule, NoProjection<double>, PolynomialSchedule<double>,
                      EpsilonSteps<double, 3>>;

  /// The mean reward of all steps, with beta_0 = 400 x `step_size`.
  double mean_reward(double step_size, uint64_t seed) {
    Random random(seed);
    TEST_ASSERT_TRUE(draw_random_fourier(table_, Map::gammas, random) == Status::ok);
    auto start = std::make_unique<typename Agent::Learner::Weights>();
    for (double& weight : *start) { weight = random.uniform(-0.5, 0.5); }
    environment.start(random);
    const auto config = typename Agent::Config()
                            .lambda(0.25)
                            .ratio(1.0)
                            .schedule({400.0 * step_size, 400, 0.99, 150})
                            .epsilon(0.25)
                            .epsilon_from(5000, 0.125)
                            .epsilon_from(10000, 0.0);
    TEST_ASSERT_TRUE(agent.start(config, seed + 1, *start) == Status::ok);

    Decision decision = agent.observe(features(), environment.feasible());
    double sum = 0.0;
    for (uint32_t t = 0; t < steps; ++t) {
      const double reward = environment.step(decision.action, random);
      sum += reward;
      decision = agent.tick(reward, features(), environment.feasible());
      TEST_ASSERT_TRUE(decision.status == Status::ok);
    }
    return sum / steps;
  }

  Features features() const {
    Features phi{};
    TEST_ASSERT_TRUE(random_fourier(table_, environment.observation(), phi) == Status::ok);
    return phi;
  }

  Environment environment;
  Agent agent;

 private:
  RandomFourierTable<double, Environment::Observation::SIZE, Map::components> table_{};
};

struct Result {
  double mean_reward = 0.0;
  double greedy_gain = 0.0;
};

template <class Rule>
Result access_control(double step_size, uint32_t seeds) {
  using Queue = sim::AccessControl<double>;
  const oracle::Mdp mdp = oracle::make_mdp(oracle::AccessControl{});
  Result result;
  for (uint32_t seed = 0; seed < seeds; ++seed) {
    Run<Queue, Rule> run;
    result.mean_reward += run.mean_reward(step_size, 1000 + seed) / seeds;
    oracle::Policy policy;
    for (uint32_t free = 0; free <= Queue::servers; ++free) {
      for (uint32_t customer = 1; customer <= Queue::classes; ++customer) {
        run.environment.set(free, customer);
        policy.push_back(run.agent.greedy_action(run.features(), run.environment.feasible()));
      }
    }
    result.greedy_gain += static_cast<double>(oracle::average_reward(mdp, policy)) / seeds;
  }
  return result;
}

template <class Rule>
double pendulum(double step_size, uint32_t seeds) {
  double mean = 0.0;
  for (uint32_t seed = 0; seed < seeds; ++seed) {
    auto run = std::make_unique<Run<sim::Pendulum<double>, Rule>>();
    mean += run->mean_reward(step_size, 1000 + seed) / seeds;
  }
  return mean;
}

void test_access_control() {
  const Result implicit = access_control<Implicit>(1.5, 30);
  const Result standard = access_control<Standard>(1.5, 30);
  std::printf("access control at 400 x 1.5, 30 seeds: implicit %.4f (greedy %.4f), standard %.4f (greedy %.4f)\n",
              implicit.mean_reward, implicit.greedy_gain, standard.mean_reward, standard.greedy_gain);
  TEST_ASSERT_TRUE(implicit.mean_reward >= 0.31);
  TEST_ASSERT_TRUE(implicit.greedy_gain >= 0.330);
  TEST_ASSERT_TRUE(implicit.greedy_gain <= 0.343456);
  TEST_ASSERT_TRUE(standard.mean_reward <= implicit.mean_reward - 0.02);
}

void test_pendulum() {
  const double small = pendulum<Implicit>(0.25, 10);
  const double large = pendulum<Implicit>(1.5, 10);
  std::printf("pendulum, 10 seeds: implicit %.4f at 400 x 0.25, %.4f at 400 x 1.5\n", small, large);
  TEST_ASSERT_TRUE(small > -0.43 && small < -0.37);
  TEST_ASSERT_TRUE(large > -0.32 && large < -0.24);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_access_control);
  RUN_TEST(test_pendulum);
  return UNITY_END();
}
