// How near an agent in fixed point is to one in float: the paper's access-control queue (10 servers, 4 classes), the
// same settings, seeds, start weights and number of steps, and what the policy they end with is worth, exactly. lambda
// 0.25, c 1, beta_t = beta_0 / (t + 400)^0.99 held for 150 steps, 15,000 steps, no projection: as in
// tests/host/control.cpp.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/fixed_random_fourier.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/random_fourier.hpp>
#include <ballast/fixed.hpp>
#include <ballast/math/random.hpp>
#include <ballast/oracle/access_control.hpp>
#include <ballast/sim/access_control.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

#include <etl/array.h>

#include "suite.hpp"

using namespace ballast;

namespace {

constexpr uint32_t seeds = 30;
constexpr uint32_t steps = 15000;
constexpr double tolerance = 0.01;

using Queue = sim::AccessControl<double>;
constexpr size_t states = (Queue::servers + 1) * Queue::classes;

struct OneActive : FixedLimits {
  static constexpr size_t active = 1;
};

// --- features, in float and in fixed point ---------------------------------------------------------------------------

/// 20 random Fourier features.
struct Fourier {
  static constexpr const char* name = "random Fourier features";
  static constexpr size_t length = 20;
  using Limits = FixedLimits;
  template <class T>
  using Features = etl::array<T, length>;

  explicit Fourier(Random& random) {
    constexpr double gammas[] = {1.0};
    RandomFourierTable<double, 2, length> table{};
    TEST_ASSERT_TRUE(draw_random_fourier(table, gammas, random) == Status::ok);
    TEST_ASSERT_TRUE(fits_fixed_point(table));
    in_fixed_ = in_fixed_point(table);
    for (size_t j = 0; j < length; ++j) {
      for (size_t i = 0; i < 2; ++i) { in_float_.weights[j][i] = static_cast<float>(table.weights[j][i]); }
      in_float_.phases[j] = static_cast<float>(table.phases[j]);
    }
    in_float_.scale = static_cast<float>(table.scale);
  }

  void encode(const Queue& queue, Features<float>& phi) const { encode(in_float_, queue, phi); }
  void encode(const Queue& queue, Features<FixedFeature>& phi) const { encode(in_fixed_, queue, phi); }

 private:
  template <class T>
  static void encode(const RandomFourierTable<T, 2, length>& table, const Queue& queue, Features<T>& phi) {
    const Queue::Observation seen = queue.observation();
    const etl::array<T, 2> inputs{{static_cast<T>(seen[0]), static_cast<T>(seen[1])}};
    TEST_ASSERT_TRUE(random_fourier(table, inputs, phi) == Status::ok);
  }

  RandomFourierTable<float, 2, length> in_float_{};
  RandomFourierTable<FixedFeature, 2, length> in_fixed_{};
};

/// A feature for each state.
struct Table {
  static constexpr const char* name = "a table";
  static constexpr size_t length = states;
  using Limits = OneActive;
  template <class T>
  using Features = OneHot<T, length>;

  explicit Table(Random& /*random*/) {}

  template <class T>
  void encode(const Queue& queue, Features<T>& phi) const {
    phi = Features<T>(queue.free_servers() * Queue::classes + queue.customer_class() - 1);
  }
};

// --- one run ---------------------------------------------------------------------------------------------------------

struct Worth {
  double earned = 0;  // the mean reward of all steps
  double greedy = 0;  // the average reward of the policy at the end, exactly
};

template <class Agent, class Map>
class Run {
 public:
  Run(double step_size, uint64_t seed) : random_(seed), map_(random_) {
    typename Agent::Learner::Weights start{};
    for (auto& weight : start) { weight = static_cast<float>(random_.uniform(-0.5, 0.5)); }
    queue_.start(random_);
    const auto config = typename Agent::Config()
                            .lambda(0.25F)
                            .ratio(1.0F)
                            .beta_0(static_cast<float>(400.0 * step_size))
                            .offset(400)
                            .power(0.99F)
                            .hold(150)
                            .epsilon(0.25F)
                            .epsilon_from(5000, 0.125F)
                            .epsilon_from(10000, 0.0F);
    TEST_ASSERT_TRUE(agent_.start(config, seed + 1, start) == Status::ok);
  }

  Worth worth(const oracle::Mdp& mdp) {
    Worth result;
    Decision decision = agent_.observe(features(), queue_.feasible());
    for (uint32_t t = 0; t < steps; ++t) {
      const double reward = queue_.step(decision.action, random_);
      result.earned += reward / steps;
      decision = agent_.tick(static_cast<float>(reward), features(), queue_.feasible());
      TEST_ASSERT_TRUE(decision.status == Status::ok);
    }
    TEST_ASSERT_EQUAL_UINT32(0, agent_.learner().projections());
    TEST_ASSERT_EQUAL_UINT32(0, agent_.learner().saturations());
    result.greedy = static_cast<double>(oracle::average_reward(mdp, greedy_policy()));
    return result;
  }

 private:
  using Features = typename Agent::StateFeatures;

  Features features() const {
    Features phi{};
    map_.encode(queue_, phi);
    return phi;
  }
  oracle::Policy greedy_policy() {
    oracle::Policy policy;
    for (uint32_t free = 0; free <= Queue::servers; ++free) {
      for (uint32_t customer = 1; customer <= Queue::classes; ++customer) {
        queue_.set(free, customer);
        policy.push_back(agent_.greedy_action(features(), queue_.feasible()));
      }
    }
    return policy;
  }

  Random random_;
  Map map_;
  Queue queue_;
  Agent agent_;
};

/// The mean over the seeds.
template <class Agent, class Map>
Worth mean_worth(double step_size) {
  const oracle::Mdp mdp = oracle::make_mdp(oracle::AccessControl{});
  Worth mean;
  for (uint32_t seed = 0; seed < seeds; ++seed) {
    const Worth one = Run<Agent, Map>(step_size, 1000 + seed).worth(mdp);
    mean.earned += one.earned / seeds;
    mean.greedy += one.greedy / seeds;
  }
  return mean;
}

// --- fixed point against float ---------------------------------------------------------------------------------------

template <class Map, class Rule>
void check(const char* rule, double step_size) {
  using InFloat = Sarsa<float, typename Map::template Features<float>, Queue::actions, Rule, NoProjection<float>,
                        PolynomialSchedule<float>, EpsilonSteps<float, 3>>;
  using InFixed = FixedSarsa<typename Map::template Features<FixedFeature>, Queue::actions, typename Map::Limits, Rule,
                             NoProjection, PolynomialSchedule, 3>;
  const Worth in_float = mean_worth<InFloat, Map>(step_size);
  const Worth in_fixed = mean_worth<InFixed, Map>(step_size);
  const double ratio = in_fixed.greedy / in_float.greedy;
  std::printf("%s, %s, 400 x %g, %u seeds: greedy worth %.5f in float, x %.5f in fixed point; earned %.5f, x %.5f\n",
              Map::name, rule, step_size, seeds, in_float.greedy, ratio, in_float.earned,
              in_fixed.earned / in_float.earned);
  TEST_ASSERT_TRUE(std::fabs(ratio - 1) <= tolerance);
}

void test_random_fourier_features() {
  check<Fourier, Implicit>("implicit", 1.5);
  check<Fourier, Implicit>("implicit", 0.25);
  check<Fourier, Standard>("standard", 0.25);
}
void test_a_table() {
  check<Table, Implicit>("implicit", 1.5);
  check<Table, Implicit>("implicit", 0.25);
  check<Table, Standard>("standard", 0.25);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_random_fourier_features);
  RUN_TEST(test_a_table);
  return UNITY_END();
}
