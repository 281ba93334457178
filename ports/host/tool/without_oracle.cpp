// `ballast oracle` where the exact solver is not built.

#include "error.hpp"
#include "oracle.hpp"

namespace tool {

void add_oracle(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("oracle", "Not in this build: it was configured without BALLAST_ORACLE");
  command->allow_extras();
  command->callback(
      [] { throw InputError("oracle: not in this build, which was configured with -DBALLAST_ORACLE=OFF"); });
}

}  // namespace tool
