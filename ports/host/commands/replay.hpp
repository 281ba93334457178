#pragma once
/// `ballast replay`: the library's learner run over a log.

#include <CLI/CLI.hpp>

namespace tool {

void add_replay(CLI::App& app);

}  // namespace tool
