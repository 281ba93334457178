#pragma once
/// `ballast reproduce`: the paper's figures, its claims and the verdicts on them.

#include "command_line.hpp"
#include "commands/run_kind.hpp"

namespace tool {

/// In a build without the exact solver the command only reports that.
void add_reproduce(CommandLine& line);

/// For `ballast merge`.
RunKind reproduce_kind();

}  // namespace tool
