#pragma once
/// `ballast tune`: which settings learn best from a log.

#include "command_line.hpp"

namespace tool {

void add_tune(CommandLine& line);

}  // namespace tool
