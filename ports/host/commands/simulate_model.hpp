#pragma once
/// `ballast simulate FILE`: a walk through a model of one's own.

#include "commands/simulate_process.hpp"

namespace tool {

/// In a build without the exact solver it throws InputError, which says so.
void simulate_model(const SimulateOptions& options);

}  // namespace tool
