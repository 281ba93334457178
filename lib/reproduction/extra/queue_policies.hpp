#pragma once
/// Policies of the access-control queue: the best one, and those that were learned.

#include <vector>

#include "experiments/trials/sweep_experiment.hpp"
#include "reproduction/extra/queue_policy.hpp"

namespace ballast::reproduction {

using namespace experiments;

/// The optimal policy, always accepting, and what implicit and standard SARSA have learned at step-size 1.5.
std::vector<QueuePolicy> queue_policies(const SweepExperiment& access_control);

}  // namespace ballast::reproduction
