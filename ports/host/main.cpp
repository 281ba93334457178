// The command-line tool `ballast`.

#include <ballast/version.hpp>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <string>

#include "commands/compare.hpp"
#include "commands/oracle.hpp"
#include "commands/replay.hpp"
#include "commands/reproduce.hpp"
#include "commands/rff.hpp"
#include "commands/simulate.hpp"
#include "experiments/files/error.hpp"

namespace {

/// Errors in the command line have the same form as all others.
std::string usage_error(const CLI::App*, const CLI::Error& error) {
  return std::string("ballast: ") + error.what() + "\nRun with --help for more information.\n";
}

int run(int argc, char** argv) {
  CLI::App app("Ballast: average-reward learning on your PC");
  app.set_version_flag("--version", "ballast " BALLAST_VERSION);
  app.require_subcommand(1);
  app.failure_message(usage_error);
  tool::add_compare(app);
  tool::add_oracle(app);
  tool::add_replay(app);
  tool::add_reproduce(app);
  tool::add_rff(app);
  tool::add_simulate(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const ballast::experiments::InputError& error) {
    std::fprintf(stderr, "ballast: %s\n", error.what());
    return 2;
  } catch (const ballast::experiments::Interrupted& error) {
    std::fprintf(stderr, "ballast: %s\n", error.what());
    return 130;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) { std::fprintf(stderr, "ballast: %s\n", error.what()); } catch (...) {
    std::fputs("ballast: unknown error\n", stderr);
  }
  return 1;
}
