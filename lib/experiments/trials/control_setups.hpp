#pragma once
/// The processes of lib/sim as control trials take them. What is left to choose: features, steps, measures.

#include <ballast/sim/pendulum.hpp>

#include "experiments/trials/control_trial.hpp"
#include "experiments/trials/queue_model.hpp"

namespace ballast::experiments {

// --- the access-control queue ---------------------------------------------------------------------------------------

/// With what a table and the greedy gain need. Throws InputError as QueueModel does.
ControlSetup<Queue> queue_setup(const QueueSizes& sizes = {});

// --- the pendulum ---------------------------------------------------------------------------------------------------

using Pendulum = sim::Pendulum<double>;

/// Its states cannot be counted: neither a table nor a greedy gain.
ControlSetup<Pendulum> pendulum_setup();

// Compiled once.
extern template class ControlTrial<Queue>;
extern template class ControlTrial<Pendulum>;

}  // namespace ballast::experiments
