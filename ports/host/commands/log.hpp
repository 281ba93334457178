#pragma once
/// `ballast log`: what a device has recorded, on your PC.

#include "command_line.hpp"

namespace tool {

void add_log(CommandLine& line);

}  // namespace tool
