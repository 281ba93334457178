#include "commands/tune.hpp"

#include <ballast/version.hpp>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "commands/learner_option_list.hpp"
#include "commands/tune_chart.hpp"
#include "commands/tune_defaults.hpp"
#include "commands/tune_report.hpp"
#include "experiments/charts/gnuplot.hpp"
#include "experiments/files/error.hpp"
#include "experiments/runner/interrupt.hpp"
#include "io/same_file.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::OutputFile;

namespace {

struct Options {
  std::string log;
  std::vector<std::string> lambdas = {"0", "0.25", "0.5", "0.9"};
  std::vector<std::string> step_sizes;
  std::vector<std::string> ratios;
  std::vector<std::string> schedules = {"constant", "polynomial:1", "0.99", "150", "polynomial:1000", "0.6", "150"};
  std::uint64_t random = 0;
  std::uint64_t seed = 1;
  LearnerOptions common;
  std::string scalar = "float";
  GivenOptions given;
  LogLearner learner;  ///< what the log says of it
  JudgeOptions judging;
  std::string on_bad = "stop";
  std::vector<std::string> ignored;
  std::uint32_t best = 10;
  std::optional<std::uint32_t> jobs;
  std::string out;
  std::string plot;
  std::string code;
};

// --- what is asked --------------------------------------------------------------------------------------------------

void check_files(const Options& options) {
  const std::string& direction = options.common.constant_direction;
  std::vector<NamedFile> outputs;
  for (const NamedFile& output :
       {NamedFile{"--out", options.out}, NamedFile{"--plot", options.plot}, NamedFile{"--code", options.code}}) {
    if (!output.path.empty()) { outputs.push_back(output); }
  }
  refuse_same_file({{"the log", options.log}, {"--constant-direction", direction == "ones" ? "" : direction}}, outputs);
  if (options.log == "-") { throw InputError("standard input: tune reads its log twice, so it must be a file"); }
}

void check_share(const char* option, double share) {
  if (!(share >= 0.0 && share < 1.0)) {
    throw InputError(fmt::format("{} {}: it must be at least 0 and below 1", option, share));
  }
}

void check(const Options& options) {
  check_files(options);
  check_share("--judge-from", options.judging.from);
  check_share("--freeze-from", options.judging.freeze_from);
  check_share("--judge-lambda", options.judging.lambda);
  const std::string& direction = options.common.constant_direction;
  if (!options.code.empty() && !direction.empty() && direction != "ones") {
    throw InputError("--code: a direction from a file is not written as C++; leave one of the two options out");
  }
  if (options.plot.empty()) { return; }
  try {
    ballast::experiments::require_gnuplot();
  } catch (const InputError& error) {
    throw InputError(fmt::format("--plot: {}; without --plot the table is written", error.what()));
  }
}

std::vector<double> positive_numbers(const char* option, const std::vector<std::string>& texts) {
  std::vector<double> numbers = parse_numbers(option, texts);
  for (const double number : numbers) {
    if (!(std::isfinite(number) && number > 0.0)) {
      throw InputError(fmt::format("{} {}: it must be finite and above 0", option, number));
    }
  }
  return numbers;
}

std::vector<double> lambdas_of(const std::vector<std::string>& texts) {
  std::vector<double> lambdas = parse_numbers("--lambda", texts);
  for (const double lambda : lambdas) { check_share("--lambda", lambda); }
  return lambdas;
}

/// Step-sizes and ratios that were not given depend on the log, and are not here yet.
SearchSpace space_of(const Options& options) {
  return {lambdas_of(options.lambdas), positive_numbers("--step-size", options.step_sizes),
          positive_numbers("--ratio", options.ratios), parse_schedules(options.schedules)};
}

// --- what is written ------------------------------------------------------------------------------------------------

/// A replay does not contradict a log that says how its learner was configured.
std::string replay_hint(const Options& options) {
  const std::string scalar = "add --scalar " + options.scalar;
  return options.learner.has_configuration ? scalar + "; for these rows without the configuration in the log" : scalar;
}

/// Opened before anything long is computed, so that a path that cannot be written is found at once.
class Outputs {
 public:
  explicit Outputs(const Options& options) : options_(options), table_("") {
    if (!options.out.empty()) { csv_.emplace(options.out); }
    if (!options.plot.empty()) { plot_.emplace(options.plot); }
    if (!options.code.empty()) { code_.emplace(options.code); }
  }

  template <class T>
  void write(const TuneResult& result, const SearchSpace& space, std::size_t dimension) {
    const Tried& best = result.tried.front();
    const std::string code = cpp_of<T>(best, dimension, options_.learner.is_sparse);
    print_table(result, space, options_.best, table_);
    table_.print("\nThe same in 'ballast replay' ({}):\n  {}\n\n", replay_hint(options_), typed(best.options));
    if (options_.learner.is_agent) {
      table_.print("This predicts the rewards of what the agent did. These are no settings for the agent.\n\n");
    }
    table_.print("In C++:\n\n{}", code);
    if (csv_) { print_csv(result, *csv_); }
    if (plot_) { print_image(tune_picture(result, options_.random > 0), "ballast " BALLAST_VERSION " tune", *plot_); }
    if (code_) { code_->print("#pragma once\n// Written by ballast {} tune.\n{}", BALLAST_VERSION, code); }
    for (std::optional<OutputFile>* const file : {&csv_, &plot_, &code_}) {
      if (*file) { (*file)->finish(); }
    }
    table_.finish();
  }

 private:
  const Options& options_;
  OutputFile table_;
  std::optional<OutputFile> csv_;
  std::optional<OutputFile> plot_;
  std::optional<OutputFile> code_;
};

template <class T>
void run(const Options& options, SearchSpace space) {
  const LogSource source{options.log, options.ignored, options.on_bad == "skip" ? OnBad::skip : OnBad::stop};
  Outputs outputs(options);
  const LogSurvey found = survey<T>(source);
  const bool is_unusual = found.mean_norm2 > 1e20 || (found.mean_norm2 > 0.0 && found.mean_norm2 < 1e-20);
  if (space.step_sizes.empty() && is_unusual) {
    throw InputError(
        fmt::format("{}: the mean of ||phi||^2 is {:.3g}: scale the features, or give --step-size and "
                    "--ratio",
                    found.name, found.mean_norm2));
  }
  if (space.step_sizes.empty()) { space.step_sizes = usual_step_sizes(found.mean_norm2); }
  if (space.ratios.empty()) { space.ratios = usual_ratios(found.mean_norm2); }
  JudgeOptions judging = options.judging;
  judging.jobs = options.jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
  const auto candidates = options.random > 0 ? random_candidates(space, options.random, options.seed) : grid(space);
  const ballast::experiments::InterruptGuard guard;
  const TuneResult result = tune<T>(source, found, options.common, candidates, judging);
  if (!result.tried.front().is_sound()) {
    throw InputError(fmt::format("{}: every setting overflowed; try smaller step-sizes", found.name));
  }
  outputs.write<T>(result, space, found.dimension);
}

void run(Options options) {
  check(options);
  const SearchSpace space = space_of(options);
  options.learner = take_from_log(options.log, options.ignored, options.given.names(), options.common, options.scalar);
  return options.scalar == "double" ? run<double>(options, space) : run<float>(options, space);
}

// --- the command line -----------------------------------------------------------------------------------------------

void add_search(Command& command, Options& options) {
  command.add("--lambda", options.lambdas, "Which lambdas to try: at least 0, below 1");
  command.add("--step-size", options.step_sizes,
              "Which first step-sizes (0.01 to 2, divided by the mean of ||phi||^2, if not given)");
  command.add("--ratio", options.ratios,
              "Which ratios c (0.01,0.1,1 if not given; times the mean of ||phi||^2 if that is beyond 1/4 to 4)");
  command.add("--schedule", options.schedules,
              "Which schedules: constant, polynomial:OFFSET,POWER,HOLD (beta_0 is the step-size times OFFSET^POWER)");
  command.add("--random", options.random, "Try so many settings at random within these ranges (0: all combinations)")
      .within(0, 100000);
  command.add("--seed", options.seed, "Seed of --random");
}

void add_common(Command& command, Options& options) {
  const auto add = [&](const char* name, std::string& text, const char* help) {
    const Option option = command.add(name, text, help);
    options.given.add(name, option);
    return option;
  };
  add("--rule", options.common.rule,
      "standard, implicit, differential or implicit-differential (if not given, this and the next three: as in the "
      "log)");
  add("--projection", options.common.projection, "none, joint:R or separate:R_OMEGA,R_THETA");
  add("--constant-direction", options.common.constant_direction,
      "Direction to remove from the weights: ones, or a CSV dir_0,... (none if not given)");
  add("--scalar", options.scalar, "float or double; the log is rounded to it once").among({"float", "double"});
  command.add("--freeze-from", options.judging.freeze_from, "The share of the log after which copies are frozen");
  command.add("--judge-from", options.judging.from, "The share of the log after which copies are judged");
  command.add("--judge-lambda", options.judging.lambda, "lambda of the fixed point that all settings are judged by");
  command.add("--on-bad", options.on_bad, "When a number is not finite: skip its transition, or stop")
      .among({"skip", "stop"});
  command.add("--ignore", options.ignored, "NAME[,NAME..]: other columns of the log, which are not read");
}

void add_outputs(Command& command, Options& options) {
  command.add("--best", options.best, "How many settings the table shows").within(1, 1000000);
  command.add("--jobs", options.jobs, "How many threads (one per core); does not change results").within(1, 1024);
  command.add("--out", options.out, "CSV to write: all settings");
  command.add("--plot", options.plot, "SVG to write: the measure over step-sizes, drawn by gnuplot");
  command.add("--code", options.code, "C++ header to write: the configuration of the best setting");
}

}  // namespace

void add_tune(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command = line.add("tune", "Find the settings with which a learner predicts a log best");
  command.add("log", options->log, "A log, CSV (t,reward,phi_0,...) or binary: a file, which is read twice").required();
  add_search(command, *options);
  add_common(command, *options);
  add_outputs(command, *options);
  command.footer(
      "A learner with each setting learns from the whole log. In its later part, after --freeze-from, 32 copies of it\n"
      "are frozen, one after the other. The measure is the mean over these copies of\n"
      "  (omega - mean reward)^2 + ||A^+ g||^2, g: the mean of delta_t z_t, A: that of z_t (phi_t+1 - phi_t)^T\n"
      "over the transitions after --judge-from; delta_t = R_t - mean reward + theta . (phi_t+1 - phi_t) is the\n"
      "one-step-ahead TD error of the frozen copy, and z_t = phi_t, or the trace with --judge-lambda. It estimates "
      "the\n"
      "loss against the exact solution: how far the copy is from weights that leave no TD error that features could\n"
      "predict. TD error: root mean square after --freeze-from, each before it was learned from; it is mostly noise\n"
      "of the rewards. docs/TUNE.md has more.\n"
      "Settings that overflow come last. Gaps and refused transitions: as in 'ballast replay'.\n"
      "Example: ballast tune log.csv --lambda 0,0.5 --step-size 0.05,0.1,0.2 --out all.csv --plot tune.svg");
  command.callback([options] { run(*options); });
}

}  // namespace tool
