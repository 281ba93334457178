#pragma once
/// From what an experiment file says to what the engine runs.

#include "experiments/definition/definition.hpp"
#include "experiments/trials/environment.hpp"
#include "experiments/trials/sweep_plan.hpp"

namespace ballast::experiments {

/// The model with the features, lengths and start of a panel.
Environment environment_of(const PanelDefinition& panel);

SweepPlan plan_of(const PanelDefinition& panel);

/// What is the same for all lines of a panel, in words: "MRP, 100 states, 20 features; lambda = 0.25, c = 1; ..."
std::string setup_of(const PanelDefinition& panel);

}  // namespace ballast::experiments
