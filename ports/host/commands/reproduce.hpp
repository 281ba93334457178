#pragma once
/// `ballast reproduce`: the paper's figures, its claims and what became of them.

#include "command_line.hpp"

namespace tool {

/// In a build without the exact solver the command is there to say so.
void add_reproduce(CommandLine& line);

}  // namespace tool
