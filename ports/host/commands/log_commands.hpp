#pragma once
/// The commands of `ballast log`.

#include "command_line.hpp"

namespace tool {

void add_log_check(Command& log);
void add_log_convert(Command& log);
void add_log_cut(Command& log);
void add_log_show(Command& log);

}  // namespace tool
