#pragma once
/// `ballast simulate`: a run of one of the environments, as CSV.

#include <CLI/CLI.hpp>

namespace tool {

void add_simulate(CLI::App& app);

}  // namespace tool
