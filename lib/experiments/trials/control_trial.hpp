#pragma once
/// Control: SARSA or Q-learning on any process of the shape that ballast/sim/environment.hpp describes, with features
/// of any kind and number.

#include <ballast/control/sarsa.hpp>
#include <ballast/sim/environment.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "experiments/files/error.hpp"
#include "experiments/trials/chosen_learner.hpp"
#include "experiments/trials/control_measure.hpp"
#include "experiments/trials/epsilons.hpp"
#include "experiments/trials/feature_map.hpp"
#include "experiments/trials/q_learning.hpp"
#include "experiments/trials/schedule.hpp"
#include "experiments/trials/trial.hpp"

namespace ballast::experiments {

template <class Process>
struct ControlSetup {
  using Actions = std::vector<std::uint32_t>;
  using Greedy = std::function<std::uint32_t(const Process& process)>;  ///< what the agent would do there

  Process process;       ///< with its sizes; each trial starts a copy
  ControlInputs inputs;  ///< what it has for features

  std::vector<ControlFeatures> features;  ///< Method::features is the number of one of them
  std::uint32_t steps = 0;
  std::vector<double> epsilons = {0.25, 0.125, 0.0};  ///< each for an equal part of the run
  double start_range = 0.5;                           ///< theta_0 is uniform in [-start_range, start_range)
  std::vector<ControlMeasure> measures = {ControlMeasure::reward, ControlMeasure::reward_last_third,
                                          ControlMeasure::omega};

  // May be empty.
  std::function<std::size_t(const Process& process)> state = {};   ///< its number, for a table
  std::function<Actions(const Greedy& greedy)> policy = {};        ///< in all states
  std::function<double(const Actions& policy)> greedy_worth = {};  ///< the average reward of a policy
};

/// Features, start weights, a first state and the random numbers of the run.
template <class Process>
class ControlTrial : public Trial {
 public:
  static_assert(ballast::sim::is_for_control<Process>());

  /// The first features and their start weights come from `random` itself, the others from generators of their own: the
  /// run's random numbers are the same for all of them.
  ControlTrial(ControlSetup<Process> setup, ballast::Random random)
      : setup_(std::move(setup)), process_(setup_.process) {
    ballast::Random others(random.state());
    for (const ControlFeatures& features : setup_.features) { add(features, features_.empty() ? random : others); }
    process_.start(random);
    agent_seed_ = (std::uint64_t{random.word()} << 32U) | random.word();
    world_ = random;
  }

  Outcome run(const Run& run) const override {
    if (run.scalar == Scalar::fixed) { throw InputError("control cannot be run in fixed point"); }
    const AllNumbers& numbers = features_.at(run.method.features);
    return run.scalar == Scalar::float64 ? run_in(numbers.doubles, run) : run_in(numbers.floats, run);
  }

 private:
  static constexpr std::size_t inputs = Process::Observation::SIZE;

  /// The random numbers of an agent in its scalar. The environment itself is always in double.
  template <class T>
  struct Numbers {
    FeatureMap<T, inputs> map;
    std::vector<T> start;  // theta_0
  };
  struct AllNumbers {
    Numbers<double> doubles;
    Numbers<float> floats;
  };

  /// A process and its features, which are computed when they are read.
  template <class T>
  class Seen {
   public:
    Seen(const FeatureMap<T, inputs>& map, const ControlSetup<Process>& setup)
        : map_(map), setup_(setup), phi_(map.features()) {}

    const FeaturesOfLength<T>& features_of(const Process& process) {
      map_.encode(process.observation(), map_.is_table() ? setup_.state(process) : 0, phi_);
      return phi_;
    }

   private:
    const FeatureMap<T, inputs>& map_;
    const ControlSetup<Process>& setup_;
    FeaturesOfLength<T> phi_;
  };

  /// What a run has earned.
  struct Rewards {
    double mean_all = 0.0;
    double mean_last = 0.0;  ///< of the last third
    double recent = 0.0;     ///< their sum since the last record
  };

  void add(const ControlFeatures& features, ballast::Random& random) {
    const FeatureMap<double, inputs> map(features, setup_.inputs, random);
    std::vector<double> start(map.length() * Process::actions);
    for (double& weight : start) { weight = random.uniform(-setup_.start_range, setup_.start_range); }
    const std::vector<float> in_float(start.begin(), start.end());
    features_.push_back({{map, start}, {FeatureMap<float, inputs>(map), in_float}});
  }

  template <class T>
  Outcome run_in(const Numbers<T>& numbers, const Run& run) const {
    return is_q_learning(run.method.rule) ? run_q_learning(numbers, run) : run_sarsa(numbers, run);
  }

  template <class T>
  Outcome run_sarsa(const Numbers<T>& numbers, const Run& run) const {
    using Agent = ballast::Sarsa<T, FeaturesOfLength<T>, Process::actions, ChosenRule, ballast::NoProjection<T>,
                                 ballast::ConstantSchedule<T>, EpsilonsOfLength<T>>;
    const std::shared_ptr<TrialLearner<T>> learner = make_learner<T>(run.method, constant_direction(numbers, run));
    typename ChosenLearner<T>::Settings settings;
    settings.learner = learner;
    Agent agent;
    require_started(
        agent.start({settings, epsilons_for<T>(setup_.epsilons, setup_.steps)}, agent_seed_, numbers.start));
    Outcome outcome = outcome_of(agent, numbers, run);
    outcome.projections = learner->projections();
    return outcome;
  }

  template <class T>
  Outcome run_q_learning(const Numbers<T>& numbers, const Run& run) const {
    const Method& method = run.method;
    QSettings<T> settings{method.rule == Rule::rvi_q,
                          static_cast<T>(method.ratio),
                          make_schedule<T>(method.decay, method.step_size),
                          {},
                          epsilons_for<T>(setup_.epsilons, setup_.steps)};
    if (method.average_reward_decay) {
      settings.average_reward_schedule = make_schedule<T>(*method.average_reward_decay, 1.0);
    }
    QLearning<T, Process::actions> agent(settings, agent_seed_, numbers.start);
    return outcome_of(agent, numbers, run);
  }

  /// theta_e: for each action, as for each state, the features sum to the same. Random Fourier features do not.
  template <class T>
  static std::vector<T> constant_direction(const Numbers<T>& numbers, const Run& run) {
    if (!run.method.is_without_constant) { return {}; }
    if (!numbers.map.has_constant_sum()) { throw InputError("the features of this state have no constant sum"); }
    return std::vector<T>(numbers.start.size(), T{1});
  }

  template <class Agent, class T>
  Outcome outcome_of(Agent& agent, const Numbers<T>& numbers, const Run& run) const {
    Outcome outcome;
    if (run.records_every != 0) { outcome.over_time.resize(setup_.measures.size()); }
    Rewards rewards;
    outcome.has_overflowed = !live(agent, numbers, run, rewards, outcome);
    if (setup_.policy) {
      Seen<T> seen(numbers.map, setup_);
      outcome.policy = setup_.policy(
          [&](const Process& process) { return agent.greedy_action(seen.features_of(process), process.feasible()); });
    }
    outcome.values = measured(rewards, static_cast<double>(agent.average_reward()), outcome.policy);
    return outcome;
  }

  /// False if an update was refused.
  template <class Agent, class T>
  bool live(Agent& agent, const Numbers<T>& numbers, const Run& run, Rewards& rewards, Outcome& outcome) const {
    Seen<T> seen(numbers.map, setup_);
    Process process = process_;
    ballast::Random world = world_;
    const std::uint32_t third = setup_.steps / 3;
    ballast::Decision decision = agent.observe(seen.features_of(process), process.feasible());
    record(0, run, agent, rewards, outcome);
    for (std::uint32_t t = 0; t < setup_.steps; ++t) {
      const double reward = process.step(decision.action, world);
      rewards.mean_all += reward / setup_.steps;
      if (t >= setup_.steps - third) { rewards.mean_last += reward / third; }
      rewards.recent += reward;
      decision = agent.tick(static_cast<T>(reward), seen.features_of(process), process.feasible());
      if (decision.status != ballast::Status::ok) { return false; }
      record(t + 1, run, agent, rewards, outcome);
    }
    return true;
  }

  template <class Agent>
  void record(std::uint32_t t, const Run& run, const Agent& agent, Rewards& rewards, Outcome& outcome) const {
    if (run.records_every == 0 || t % run.records_every != 0) { return; }
    for (std::size_t i = 0; i < setup_.measures.size(); ++i) {
      const ControlMeasure measure = setup_.measures[i];
      if (measure == ControlMeasure::reward) {
        const double none = std::numeric_limits<double>::quiet_NaN();  // nothing was earned yet
        outcome.over_time[i].push_back(t == 0 ? none : rewards.recent / run.records_every);
      } else if (measure == ControlMeasure::omega) {
        outcome.over_time[i].push_back(static_cast<double>(agent.average_reward()));
      }
    }
    rewards.recent = 0.0;
  }

  std::vector<double> measured(const Rewards& rewards, double omega, const std::vector<std::uint32_t>& policy) const {
    std::vector<double> values;
    for (const ControlMeasure measure : setup_.measures) {
      switch (measure) {
        case ControlMeasure::reward: values.push_back(rewards.mean_all); break;
        case ControlMeasure::reward_last_third: values.push_back(rewards.mean_last); break;
        case ControlMeasure::omega: values.push_back(omega); break;
        case ControlMeasure::greedy_worth: values.push_back(setup_.greedy_worth(policy)); break;
      }
    }
    return values;
  }

  ControlSetup<Process> setup_;
  std::vector<AllNumbers> features_;
  Process process_;
  std::uint64_t agent_seed_ = 0;
  ballast::Random world_;
};

}  // namespace ballast::experiments
