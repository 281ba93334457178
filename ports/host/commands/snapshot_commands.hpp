#pragma once
/// The commands of `ballast snapshot`.

#include "command_line.hpp"

namespace tool {

void add_snapshot_show(Command& snapshot);
void add_snapshot_diff(Command& snapshot);
void add_snapshot_export(Command& snapshot);
void add_snapshot_import(Command& snapshot);
void add_snapshot_convert(Command& snapshot);

}  // namespace tool
