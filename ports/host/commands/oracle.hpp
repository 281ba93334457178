#pragma once
/// `ballast oracle`: exact answers for a model, as JSON.

#include <CLI/CLI.hpp>

namespace tool {

/// In a build without the exact solver the command only reports that.
void add_oracle(CLI::App& app);

}  // namespace tool
