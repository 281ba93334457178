// The command-line tool `ballast`.

#include <ballast/version.hpp>

#include <cstdio>
#include <exception>
#include <string>

#include "command_line.hpp"
#include "commands/compare.hpp"
#include "commands/experiment.hpp"
#include "commands/log.hpp"
#include "commands/merge.hpp"
#include "commands/oracle.hpp"
#include "commands/replay.hpp"
#include "commands/reproduce.hpp"
#include "commands/rff.hpp"
#include "commands/simulate.hpp"
#include "commands/snapshot.hpp"
#include "commands/telemetry.hpp"
#include "commands/tune.hpp"
#include "experiments/files/error.hpp"

namespace {

int run(int argc, char** argv) {
  tool::CommandLine line("Ballast: average-reward learning on your PC", "ballast " BALLAST_VERSION);
  tool::add_compare(line);
  tool::add_experiment(line);
  tool::add_log(line);
  tool::add_merge(line);
  tool::add_oracle(line);
  tool::add_replay(line);
  tool::add_reproduce(line);
  tool::add_rff(line);
  tool::add_simulate(line);
  tool::add_snapshot(line);
  tool::add_telemetry(line);
  tool::add_tune(line);
  try {
    return line.run(argc, argv);
  } catch (const ballast::experiments::InputError& error) {
    std::fprintf(stderr, "ballast: %s\n", error.what());
    return 2;
  } catch (const ballast::experiments::Interrupted& error) {
    std::fprintf(stderr, "ballast: %s\n", error.what());
    return 130;
  }
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
