#pragma once
/// `ballast rff`: a table of random Fourier features as a C++ header, for flash.

#include "command_line.hpp"

namespace tool {

void add_rff(CommandLine& line);

}  // namespace tool
