#include "reproduction/figures/run_info.hpp"

#include <ballast/version.hpp>

#include <fmt/format.h>

#include "reproduction/paper/options.hpp"

namespace ballast::reproduction {
namespace {

/// The command that gives the same results again. --jobs and --out do not change them.
std::string command_of(const Options& options) {
  std::string command = "ballast reproduce";
  if (!options.is_whole()) { command += fmt::format(" --figure {}", fmt::join(options.figures, ",")); }
  command += fmt::format(" --seed {}", options.seed);
  if (options.is_preview) { command += " --quick"; }
  if (options.given_trials) { command += fmt::format(" --trials {}", *options.given_trials); }
  if (options.scalar == Scalar::float32) { command += " --scalar float"; }
  if (options.scales_each_row) { command += " --scaling rows"; }
  if (options.holds_raw_step) { command += " --hold raw"; }
  if (options.scales_speed) { command += " --speed scaled"; }
  return command;
}

}  // namespace

RunInfo run_info(const Options& options) {
  return {BALLAST_VERSION,
          command_of(options),
          options.seed,
          options.evaluation_trials,
          options.control_trials,
          options.evaluation_steps,
          options.pendulum_steps,
          name_of(options.scalar),
          options.is_preview,
          {{"scaling", options.scales_each_row ? "each row of the features by its own norm"
                                               : "all features by the largest norm of a row"},
           {"hold", options.holds_raw_step ? "control holds the step-size at beta_0 itself"
                                           : "control holds the step-size at its first value, beta_0 / 400^0.99"},
           {"speed", options.scales_speed ? "the pendulum's speed divided by 8" : "the pendulum's speed as it is"}}};
}

std::string made_by(const RunInfo& info) {
  return fmt::format("Made by Ballast {} with: {}", info.version, info.command);
}

}  // namespace ballast::reproduction
