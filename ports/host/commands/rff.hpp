#pragma once
/// `ballast rff`: a table of random Fourier features as a C++ header, for flash.

#include <CLI/CLI.hpp>

namespace tool {

void add_rff(CLI::App& app);

}  // namespace tool
