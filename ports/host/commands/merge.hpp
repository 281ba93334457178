#pragma once
/// `ballast merge`: the shards of a run together.

#include "command_line.hpp"

namespace tool {

/// In a build without the exact solver the command only reports that.
void add_merge(CommandLine& line);

}  // namespace tool
