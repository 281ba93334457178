#pragma once
/// `ballast reproduce`: the paper's figures, its claims and what became of them.

#include <CLI/CLI.hpp>

namespace tool {

void add_reproduce(CLI::App& app);

}  // namespace tool
