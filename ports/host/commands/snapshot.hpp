#pragma once
/// `ballast snapshot`: what a device has learned, on your PC.

#include "command_line.hpp"

namespace tool {

void add_snapshot(CommandLine& line);

}  // namespace tool
