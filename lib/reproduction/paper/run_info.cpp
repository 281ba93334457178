#include "reproduction/paper/run_info.hpp"

#include <ballast/version.hpp>

#include <fmt/format.h>

#include "reproduction/paper/options.hpp"

namespace ballast::reproduction {

namespace {

/// With the theory part, all figures must be asked for.
std::string parts_of(const Options& options) {
  std::string arguments;
  if (!options.figures.empty()) { arguments += fmt::format("--figure {} ", fmt::join(options.figures, ",")); }
  if (!options.has_theory) { return arguments; }
  arguments = options.is_whole() ? "--figure all " : arguments;
  return arguments +
         (options.topics.empty() ? "--theory " : fmt::format("--topic {} ", fmt::join(options.topics, ",")));
}

}  // namespace

std::string arguments_of(const Options& options) {
  std::string arguments = parts_of(options);
  arguments += fmt::format("--seed {}", options.seed);
  if (options.seeds > 1) { arguments += fmt::format(" --seeds {}", options.seeds); }
  if (options.is_preview) { arguments += " --quick"; }
  if (options.given_trials) { arguments += fmt::format(" --trials {}", *options.given_trials); }
  if (options.scalar == Scalar::float32) { arguments += " --scalar float"; }
  if (options.scales_each_row) { arguments += " --scaling rows"; }
  if (options.holds_raw_step) { arguments += " --hold raw"; }
  if (options.scales_speed) { arguments += " --speed scaled"; }
  return arguments;
}

bool is_like_reference(const RunInfo& info) {
  const RunInfo reference = run_info(Options{});
  return info.evaluation_trials == reference.evaluation_trials && info.control_trials == reference.control_trials &&
         info.evaluation_steps == reference.evaluation_steps && info.control_steps == reference.control_steps &&
         info.scalar == reference.scalar && info.is_preview == reference.is_preview &&
         info.readings == reference.readings &&
         (info.theory_trials == 0 || info.theory_trials == Options{}.theory_trials);
}

RunInfo run_info(const Options& options) {
  return {BALLAST_VERSION,
          "ballast reproduce " + arguments_of(options),
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
           {"speed", options.scales_speed ? "the pendulum's speed divided by 8" : "the pendulum's speed as it is"}},
          options.has_theory ? options.theory_trials : 0};
}

std::string made_by(const RunInfo& info) {
  return fmt::format("Made by Ballast {} with: {}", info.version, info.command);
}

}  // namespace ballast::reproduction
