#pragma once

#include "command_line.hpp"

namespace tool {

/// `ballast telemetry`: the records that devices have sent, as a table and as a picture.
void add_telemetry(CommandLine& line);

}  // namespace tool
