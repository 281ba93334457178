#include "commands/log.hpp"

#include "commands/log_commands.hpp"

namespace tool {

void add_log(CommandLine& line) {
  Command command = line.add("log", "Show, check, cut and convert what a device has recorded");
  add_log_show(command);
  add_log_check(command);
  add_log_cut(command);
  add_log_convert(command);
  command.footer("Example: ballast log show week.log");
}

}  // namespace tool
