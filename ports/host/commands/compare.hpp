#pragma once
/// `ballast compare`: the standard rule against the implicit one over step-sizes, on the Boyan chain.

#include "command_line.hpp"

namespace tool {

/// In a build without the exact solver the command only reports that.
void add_compare(CommandLine& line);

}  // namespace tool
