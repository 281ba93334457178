// The commands that need the exact solver, where it is not built: they only report that.

#include "commands/compare.hpp"
#include "commands/experiment.hpp"
#include "commands/merge.hpp"
#include "commands/oracle.hpp"
#include "commands/reproduce.hpp"
#include "commands/simulate_model.hpp"
#include "experiments/files/error.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

void add_absent(CommandLine& line, const std::string& name) {
  Command command = line.add(name, "Not in this build: it was configured without BALLAST_ORACLE");
  command.allow_extras();
  command.callback(
      [name] { throw InputError(name + ": not in this build, which was configured with -DBALLAST_ORACLE=OFF"); });
}

}  // namespace

void add_compare(CommandLine& line) {
  add_absent(line, "compare");
}

void add_experiment(CommandLine& line) {
  add_absent(line, "experiment");
}

void add_merge(CommandLine& line) {
  add_absent(line, "merge");
}

void add_oracle(CommandLine& line) {
  add_absent(line, "oracle");
}

void add_reproduce(CommandLine& line) {
  add_absent(line, "reproduce");
}

void simulate_model(const SimulateOptions& options) {
  throw InputError(options.environment +
                   ": model files are not read by this build, which was configured with -DBALLAST_ORACLE=OFF");
}

}  // namespace tool
