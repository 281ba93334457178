#include "experiments/trials/control_setups.hpp"

#include <memory>

namespace ballast::experiments {
namespace {

std::size_t state_of(const Queue& queue) {
  return std::size_t{queue.free_servers()} * queue.classes + queue.customer_class() - 1;
}

/// What the agent would do in each state.
ControlSetup<Queue>::Actions policy_of(Queue queue, const ControlSetup<Queue>::Greedy& greedy) {
  ControlSetup<Queue>::Actions policy;
  for (std::uint32_t free = 0; free <= queue.servers; ++free) {
    for (std::uint32_t customer = 1; customer <= queue.classes; ++customer) {
      queue.set(free, customer);
      policy.push_back(greedy(queue));
    }
  }
  return policy;
}

}  // namespace

ControlSetup<Queue> queue_setup(const QueueSizes& sizes) {
  const auto model = std::make_shared<QueueModel>(sizes);
  ControlSetup<Queue> setup;
  setup.process = Queue(sizes);
  setup.inputs.ranges = {{0.0, 1.0}, {0.0, 1.0}};
  setup.inputs.states = model->mdp.states.size();
  setup.state = state_of;
  setup.policy = [queue = setup.process](const ControlSetup<Queue>::Greedy& greedy) {
    return policy_of(queue, greedy);
  };
  setup.greedy_worth = [model](const ControlSetup<Queue>::Actions& policy) {
    return model->gain({policy.begin(), policy.end()});
  };
  setup.measures.push_back(ControlMeasure::greedy_worth);
  return setup;
}

ControlSetup<Pendulum> pendulum_setup() {
  ControlSetup<Pendulum> setup;
  setup.inputs.ranges = {{-1.0, 1.0}, {-1.0, 1.0}, {-Pendulum::largest_speed, Pendulum::largest_speed}};
  return setup;
}

template class ControlTrial<Queue>;
template class ControlTrial<Pendulum>;

}  // namespace ballast::experiments
