#pragma once
/// `ballast experiment`: an experiment of one's own, from a file.

#include "command_line.hpp"
#include "commands/run_kind.hpp"

namespace tool {

/// In a build without the exact solver the command only reports that.
void add_experiment(CommandLine& line);

/// For `ballast merge`.
RunKind experiment_kind();

}  // namespace tool
