#pragma once
/// Control: SARSA with random Fourier features on any process of the shape that ballast/sim/environment.hpp describes.
/// It is measured by the mean reward of all steps, the mean reward of the last third, the agent's own estimate (omega)
/// and, if the setup can evaluate a policy, the average reward of the last one.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/random_fourier.hpp>
#include <ballast/sim/environment.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "experiments/trials/learners.hpp"
#include "experiments/trials/trial.hpp"

namespace ballast::experiments {

/// `Components` random features of a state, shared equally among the bandwidths.
template <class Process, std::size_t Components_, std::size_t Bandwidths>
struct ControlSetup {
  static constexpr std::size_t components = Components_;
  static constexpr std::size_t inputs = Process::Observation::SIZE;
  using World = Process;
  using Actions = std::vector<std::uint32_t>;
  using Greedy = std::function<std::uint32_t(const Process& process)>;  ///< what the agent would do there

  double gammas[Bandwidths];
  std::array<double, inputs> input_scale;  ///< what observations are multiplied by
  double lambda;
  std::array<double, 3> epsilons;  ///< for a third of the run each
  std::uint32_t offset;            ///< beta_0 = offset x step-size, and decays with t + offset
  std::uint32_t steps;

  // May be empty.
  std::function<Actions(const Greedy& greedy)> policy = {};
  std::function<double(const Actions& policy)> worth = {};
};

/// The random numbers of a trial in the scalar of an agent. The environment itself is always in double.
template <class T, class Setup>
struct AgentNumbers {
  ballast::RandomFourierTable<T, Setup::inputs, Setup::components> table;
  etl::array<T, Setup::components * Setup::World::actions> start;  ///< theta_0
};

template <class Setup>
AgentNumbers<float, Setup> to_float(const AgentNumbers<double, Setup>& from) {
  AgentNumbers<float, Setup> to{};
  for (std::size_t j = 0; j < Setup::components; ++j) {
    for (std::size_t i = 0; i < Setup::inputs; ++i) {
      to.table.weights[j][i] = static_cast<float>(from.table.weights[j][i]);
    }
    to.table.phases[j] = static_cast<float>(from.table.phases[j]);
  }
  to.table.scale = static_cast<float>(from.table.scale);
  for (std::size_t i = 0; i < from.start.size(); ++i) { to.start[i] = static_cast<float>(from.start[i]); }
  return to;
}

/// Random features, start weights, a first state and the random numbers of the run.
template <class Setup>
class ControlTrial : public Trial {
 public:
  using Process = typename Setup::World;
  static_assert(ballast::sim::is_for_control<Process>());

  ControlTrial(Setup setup, ballast::Random random) : setup_(std::move(setup)) {
    (void)ballast::draw_random_fourier(doubles_.table, setup_.gammas, random);
    for (double& weight : doubles_.start) { weight = random.uniform(-0.5, 0.5); }
    floats_ = to_float(doubles_);
    process_.start(random);
    agent_seed_ = (std::uint64_t{random.word()} << 32U) | random.word();
    world_ = random;
  }

  Outcome run(const Run& run) const override {
    return run.scalar == Scalar::float64 ? run_in(doubles_, run) : run_in(floats_, run);
  }

 private:
  template <class T>
  using Features = etl::array<T, Setup::components>;

  struct Rewards {
    double mean_all = 0.0;
    double mean_last = 0.0;  ///< of the last third
  };

  template <class T>
  Outcome run_in(const AgentNumbers<T, Setup>& numbers, const Run& run) const {
    return with_method<T>(run.method, [&](auto rule, auto projection) {
      using Agent = ballast::Sarsa<T, Features<T>, Process::actions, decltype(rule), decltype(projection), Schedule<T>,
                                   ballast::EpsilonSteps<T, 3>>;
      const std::uint32_t third = setup_.steps / 3;
      const auto config = typename Agent::Config()
                              .lambda(static_cast<T>(setup_.lambda))
                              .ratio(static_cast<T>(run.ratio))
                              .schedule(make_schedule<T>(run.decay, setup_.offset * run.step_size, setup_.offset))
                              .projection(projection)
                              .epsilon(static_cast<T>(setup_.epsilons[0]))
                              .epsilon_from(third, static_cast<T>(setup_.epsilons[1]))
                              .epsilon_from(setup_.steps - third, static_cast<T>(setup_.epsilons[2]));
      const auto agent = std::make_unique<Agent>();
      Outcome outcome;
      Rewards rewards;
      outcome.has_overflowed =
          agent->start(config, agent_seed_, numbers.start) != ballast::Status::ok || !live(*agent, numbers, rewards);
      outcome.values = {rewards.mean_all, rewards.mean_last, static_cast<double>(agent->average_reward())};
      outcome.projections = agent->learner().projections();
      if (setup_.policy) {
        outcome.policy = setup_.policy([&](const Process& process) {
          return agent->greedy_action(features_of(process, numbers), process.feasible());
        });
      }
      if (setup_.worth) { outcome.values.push_back(setup_.worth(outcome.policy)); }
      return outcome;
    });
  }

  /// False if an update was refused.
  template <class Agent, class T>
  bool live(Agent& agent, const AgentNumbers<T, Setup>& numbers, Rewards& rewards) const {
    Process process = process_;
    ballast::Random world = world_;
    const std::uint32_t third = setup_.steps / 3;
    ballast::Decision decision = agent.observe(features_of(process, numbers), process.feasible());
    for (std::uint32_t t = 0; t < setup_.steps; ++t) {
      const double reward = process.step(decision.action, world);
      rewards.mean_all += reward / setup_.steps;
      if (t >= setup_.steps - third) { rewards.mean_last += reward / third; }
      decision = agent.tick(static_cast<T>(reward), features_of(process, numbers), process.feasible());
      if (decision.status != ballast::Status::ok) { return false; }
    }
    return true;
  }

  template <class T>
  Features<T> features_of(const Process& process, const AgentNumbers<T, Setup>& numbers) const {
    const auto observed = process.observation();
    etl::array<T, Setup::inputs> x;
    for (std::size_t i = 0; i < observed.size(); ++i) {
      x[i] = static_cast<T>(observed[i]) * static_cast<T>(setup_.input_scale[i]);
    }
    Features<T> phi;
    (void)ballast::random_fourier(numbers.table, x, phi);  // never refused: observations are finite and small
    return phi;
  }

  Setup setup_;
  AgentNumbers<double, Setup> doubles_{};
  AgentNumbers<float, Setup> floats_{};
  Process process_;
  std::uint64_t agent_seed_ = 0;
  ballast::Random world_;
};

}  // namespace ballast::experiments
