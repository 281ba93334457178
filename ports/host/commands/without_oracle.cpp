// The commands that need the exact solver, where it is not built: they only report that.

#include "commands/compare.hpp"
#include "commands/oracle.hpp"
#include "commands/reproduce.hpp"
#include "experiments/files/error.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

void add_absent(CLI::App& app, const std::string& name) {
  CLI::App* const command = app.add_subcommand(name, "Not in this build: it was configured without BALLAST_ORACLE");
  command->allow_extras();
  command->callback(
      [name] { throw InputError(name + ": not in this build, which was configured with -DBALLAST_ORACLE=OFF"); });
}

}  // namespace

void add_compare(CLI::App& app) {
  add_absent(app, "compare");
}

void add_oracle(CLI::App& app) {
  add_absent(app, "oracle");
}

void add_reproduce(CLI::App& app) {
  add_absent(app, "reproduce");
}

}  // namespace tool
