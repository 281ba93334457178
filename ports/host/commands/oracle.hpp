#pragma once
/// `ballast oracle`: exact answers for a model, as JSON.

#include "command_line.hpp"

namespace tool {

/// In a build without the exact solver the command only reports that.
void add_oracle(CommandLine& line);

}  // namespace tool
