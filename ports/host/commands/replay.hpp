#pragma once
/// `ballast replay`: the library's learner run over a log.

#include "command_line.hpp"

namespace tool {

void add_replay(CommandLine& line);

}  // namespace tool
