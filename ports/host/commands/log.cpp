#include "commands/log.hpp"

#include "commands/log_commands.hpp"

namespace tool {

void add_log(CommandLine& line) {
  Command command = line.add("log", "Look at what a device has recorded");
  add_log_check(command);
  command.footer("Example: ballast log check log.csv");
}

}  // namespace tool
