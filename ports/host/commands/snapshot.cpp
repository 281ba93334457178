#include "commands/snapshot.hpp"

#include "commands/snapshot_commands.hpp"

namespace tool {

void add_snapshot(CommandLine& line) {
  Command command = line.add("snapshot", "Show, compare and convert what a learner or an agent has saved");
  add_snapshot_show(command);
  add_snapshot_diff(command);
  add_snapshot_export(command);
  add_snapshot_import(command);
  add_snapshot_convert(command);
  command.footer("Example: ballast snapshot show learner.snapshot");
}

}  // namespace tool
