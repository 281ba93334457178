#pragma once
/// `ballast oracle`: exact answers for a model, as JSON.

#include <CLI/CLI.hpp>

namespace tool {

/// In a build without the exact solver the command is there to say so.
void add_oracle(CLI::App& app);

}  // namespace tool
