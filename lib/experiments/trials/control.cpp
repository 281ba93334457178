#include "experiments/trials/control.hpp"

#include <ballast/control/sarsa.hpp>
#include <ballast/features/random_fourier.hpp>
#include <ballast/sim/access_control.hpp>
#include <ballast/sim/pendulum.hpp>

#include "experiments/runner/seeds.hpp"
#include "experiments/trials/learners.hpp"

namespace ballast::experiments {
namespace {

using ballast::Random;
using ballast::Status;
using Queue = ballast::sim::AccessControl<double>;
using Pendulum = ballast::sim::Pendulum<double>;

/// The random Fourier features of an environment.
template <class Environment>
struct FeatureMap;

template <>
struct FeatureMap<Queue> {
  static constexpr std::size_t components = 20;
  static constexpr double gammas[] = {1.0};
};

template <>
struct FeatureMap<Pendulum> {
  static constexpr std::size_t components = 300;
  static constexpr double gammas[] = {0.5, 1.0};
};

template <class T, class Environment>
using Table = ballast::RandomFourierTable<T, Environment::Observation::SIZE, FeatureMap<Environment>::components>;

template <class T, class Environment>
using StateFeatures = etl::array<T, FeatureMap<Environment>::components>;

template <class T, class Environment>
using Weights = etl::array<T, FeatureMap<Environment>::components * Environment::actions>;

/// What a trial has drawn, as one kind of agent wants it. The world itself is always in double.
template <class T, class Environment>
struct Numbers {
  Table<T, Environment> table;
  Weights<T, Environment> start;  // theta_0
  T speed_factor;                 // of the pendulum's third input
};

template <class Environment>
Numbers<float, Environment> to_float(const Numbers<double, Environment>& from) {
  Numbers<float, Environment> to{};
  constexpr std::size_t inputs = Environment::Observation::SIZE;
  for (std::size_t j = 0; j < FeatureMap<Environment>::components; ++j) {
    for (std::size_t i = 0; i < inputs; ++i) { to.table.weights[j][i] = static_cast<float>(from.table.weights[j][i]); }
    to.table.phases[j] = static_cast<float>(from.table.phases[j]);
  }
  to.table.scale = static_cast<float>(from.table.scale);
  for (std::size_t i = 0; i < from.start.size(); ++i) { to.start[i] = static_cast<float>(from.start[i]); }
  to.speed_factor = static_cast<float>(from.speed_factor);
  return to;
}

template <class T, class Environment>
StateFeatures<T, Environment> features_of(const Environment& environment, const Numbers<T, Environment>& numbers) {
  const auto observed = environment.observation();
  etl::array<T, Environment::Observation::SIZE> x;
  for (std::size_t i = 0; i < observed.size(); ++i) { x[i] = static_cast<T>(observed[i]); }
  if (x.size() == Pendulum::Observation::SIZE) { x[x.size() - 1] *= numbers.speed_factor; }
  StateFeatures<T, Environment> phi;
  (void)ballast::random_fourier(numbers.table, x, phi);  // never refused: observations are finite and small
  return phi;
}

/// What the agent would do in each state of the queue.
template <class T, class Agent>
std::vector<std::uint32_t> policy_of(const Agent& agent, const Numbers<T, Queue>& numbers) {
  std::vector<std::uint32_t> policy;
  Queue queue;
  for (std::uint32_t free = 0; free <= Queue::servers; ++free) {
    for (std::uint32_t customer = 1; customer <= Queue::classes; ++customer) {
      queue.set(free, customer);
      policy.push_back(agent.greedy_action(features_of(queue, numbers), queue.feasible()));
    }
  }
  return policy;
}

template <class T, class Agent>
std::vector<std::uint32_t> policy_of(const Agent&, const Numbers<T, Pendulum>&) {
  return {};
}

template <class Environment>
class Trial : public ControlTrial {
 public:
  Trial(Random random, std::uint32_t steps, double speed_factor) : steps_(steps) {
    (void)ballast::draw_random_fourier(doubles_.table, FeatureMap<Environment>::gammas, random);
    for (double& weight : doubles_.start) { weight = random.uniform(-0.5, 0.5); }
    doubles_.speed_factor = speed_factor;
    floats_ = to_float(doubles_);
    environment_.start(random);
    agent_seed_ = (std::uint64_t{random.word()} << 32U) | random.word();
    world_ = random;
  }

  ControlOutcome run(const ControlRun& run) const override {
    return run.scalar == Scalar::float64 ? run_in<ballast::Float64>(doubles_, run)
                                         : run_in<ballast::Float32>(floats_, run);
  }

 private:
  template <class Arithmetic, class T>
  ControlOutcome run_in(const Numbers<T, Environment>& numbers, const ControlRun& run) const {
    return with_method<Arithmetic>(run.method, [&](auto rule, auto projection) {
      using Exploration = ballast::EpsilonSteps<Arithmetic, 3>;
      using Agent = ballast::Sarsa<Arithmetic, StateFeatures<T, Environment>, Environment::actions, decltype(rule),
                                   decltype(projection), Schedule<Arithmetic>, Exploration>;
      const typename Agent::Config config{
          {static_cast<T>(lambda), T{1},
           make_schedule<Arithmetic>(run.decay, control_offset * run.step_size, control_offset), projection},
          {{{0, static_cast<T>(0.25)}, {steps_ / 3, static_cast<T>(0.125)}, {steps_ - steps_ / 3, T{0}}}}};
      const auto agent = std::make_unique<Agent>();
      ControlOutcome outcome;
      outcome.has_overflowed =
          agent->start(config, agent_seed_, numbers.start) != Status::ok || !live(*agent, numbers, outcome);
      outcome.final_omega = static_cast<double>(agent->average_reward());
      outcome.projections = agent->learner().projections();
      outcome.policy = policy_of(*agent, numbers);
      return outcome;
    });
  }

  /// False if an update was refused.
  template <class Agent, class T>
  bool live(Agent& agent, const Numbers<T, Environment>& numbers, ControlOutcome& outcome) const {
    Environment environment = environment_;
    Random world = world_;
    ballast::Decision decision = agent.observe(features_of(environment, numbers), environment.feasible());
    for (std::uint32_t t = 0; t < steps_; ++t) {
      const double reward = environment.step(decision.action, world);
      outcome.mean_all += reward / steps_;
      if (t >= steps_ - steps_ / 3) { outcome.mean_last += reward / (steps_ / 3); }
      decision = agent.tick(static_cast<T>(reward), features_of(environment, numbers), environment.feasible());
      if (decision.status != Status::ok) { return false; }
    }
    return true;
  }

  std::uint32_t steps_;
  Numbers<double, Environment> doubles_{};
  Numbers<float, Environment> floats_{};
  Environment environment_;
  std::uint64_t agent_seed_ = 0;
  Random world_;
};

}  // namespace

std::unique_ptr<ControlTrial> make_control_trial(Environment environment, const TrialSettings& settings,
                                                 std::uint32_t trial) {
  const Random random(trial_seed(settings.seed, environment, trial));
  if (environment == Environment::access_control) {
    return std::make_unique<Trial<Queue>>(random, settings.access_control_steps, 1.0);
  }
  return std::make_unique<Trial<Pendulum>>(random, settings.pendulum_steps,
                                           settings.scales_speed ? 1.0 / Pendulum::largest_speed : 1.0);
}

}  // namespace ballast::experiments
