#pragma once
/// `ballast simulate`: a run of one of the environments, as CSV.

#include "command_line.hpp"

namespace tool {

void add_simulate(CommandLine& line);

}  // namespace tool
