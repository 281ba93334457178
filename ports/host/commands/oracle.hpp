#pragma once
/// `ballast oracle`: exact answers for a model, as JSON.

#include "command_line.hpp"

namespace tool {

/// In a build without the exact solver the command is there to say so.
void add_oracle(CommandLine& line);

}  // namespace tool
