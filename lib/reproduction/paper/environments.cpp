#include "reproduction/paper/environments.hpp"

#include <ballast/sim/access_control.hpp>
#include <ballast/sim/boyan_chain.hpp>
#include <ballast/sim/pendulum.hpp>
#include <ballast/sim/random_mrp.hpp>

#include "experiments/trials/control_trial.hpp"
#include "experiments/trials/evaluation_trial.hpp"
#include "reproduction/paper/queue_model.hpp"

namespace ballast::reproduction::paper {
namespace {

using ballast::Random;
using Mrp = sim::RandomMrp<double>;
using Boyan = sim::BoyanChain<double>;
using Queue = sim::AccessControl<double>;
using Pendulum = sim::Pendulum<double>;
using QueueSetup = ControlSetup<Queue, 20, 1>;
using PendulumSetup = ControlSetup<Pendulum, 300, 2>;

constexpr const char* evaluation_step_size = "step-size beta_0";
constexpr const char* control_step_size = "step-size beta_0 / 400";
constexpr std::uint32_t control_offset = 400;
constexpr std::array<double, 3> epsilons = {0.25, 0.125, 0.0};

constexpr double seconds_per_evaluation_step = 1e-7;
constexpr double seconds_per_queue_step = 6e-7;
constexpr double seconds_per_pendulum_step = 9e-6;
constexpr double seconds_per_mrp = 0.05 / 4.0;  // its exact solution, which four figures share

sim::Scaling scaling_of(const TrialSettings& settings) {
  return settings.scales_each_row ? sim::Scaling::per_row : sim::Scaling::whole_matrix;
}

/// What the agent would do in each state of the queue.
QueueSetup::Actions policy_of(const QueueSetup::Greedy& greedy) {
  QueueSetup::Actions policy;
  Queue queue;
  for (std::uint32_t free = 0; free <= Queue::servers; ++free) {
    for (std::uint32_t customer = 1; customer <= Queue::classes; ++customer) {
      queue.set(free, customer);
      policy.push_back(greedy(queue));
    }
  }
  return policy;
}

double worth_of(const QueueSetup::Actions& policy) {
  return queue_model().gain({policy.begin(), policy.end()});
}

template <class MakeTrial>
Environment evaluation(const char* name, const char* title, std::uint64_t number, const TrialSettings& settings,
                       MakeTrial make_trial) {
  return {name,
          title,
          number,
          evaluation_step_size,
          "loss after the last step",
          {"loss"},
          settings.evaluation_trials,
          settings.evaluation_steps,
          make_trial,
          seconds_per_evaluation_step};
}

template <class Setup>
Environment control(const char* name, const char* title, std::uint64_t number, std::uint32_t trials, const Setup& setup,
                    double seconds_per_step) {
  return {name,
          title,
          number,
          control_step_size,
          "mean reward",
          {"mean_all", "mean_last_5000", "final_omega"},
          trials,
          setup.steps,
          [setup](const Random& random) { return std::make_unique<ControlTrial<Setup>>(setup, random); },
          seconds_per_step};
}

}  // namespace

Environment mrp(const TrialSettings& settings) {
  const sim::Scaling scaling = scaling_of(settings);
  const std::uint32_t steps = settings.evaluation_steps;
  Environment mrp = evaluation("mrp", "MRP", mrp_number, settings, [=](Random random) {
    const auto process = std::make_unique<Mrp>();
    sim::draw_random_mrp(*process, random, scaling);
    return std::make_unique<EvaluationTrial<Mrp>>(*process, random, lambda, steps);
  });
  mrp.seconds_per_instance = seconds_per_mrp;
  return mrp;
}

Environment boyan(const TrialSettings& settings) {
  const sim::Scaling scaling = scaling_of(settings);
  const std::uint32_t steps = settings.evaluation_steps;
  return evaluation("boyan", "Boyan chain", 1, settings, [=](Random random) {
    Boyan chain;
    sim::make_boyan_chain(chain, sim::draw_boyan_policy(random), scaling);
    return std::make_unique<EvaluationTrial<Boyan>>(chain, random, lambda, steps);
  });
}

Environment access_control(const TrialSettings& settings) {
  const QueueSetup setup{{1.0},     {1.0, 1.0}, lambda, epsilons, control_offset, settings.access_control_steps,
                         policy_of, worth_of};
  Environment queue =
      control(access_control_name, "Access control", 2, settings.control_trials, setup, seconds_per_queue_step);
  queue.measures.push_back("greedy_gain");
  return queue;
}

Environment pendulum(const TrialSettings& settings) {
  const double speed_factor = settings.scales_speed ? 1.0 / Pendulum::largest_speed : 1.0;
  const PendulumSetup setup{{0.5, 1.0}, {1.0, 1.0, speed_factor}, lambda,
                            epsilons,   control_offset,           settings.pendulum_steps};
  return control(pendulum_name, "Pendulum", 3, settings.control_trials, setup, seconds_per_pendulum_step);
}

}  // namespace ballast::reproduction::paper
