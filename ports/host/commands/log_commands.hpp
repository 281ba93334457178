#pragma once
/// The commands of `ballast log`.

#include "command_line.hpp"

namespace tool {

void add_log_check(Command& log);

}  // namespace tool
