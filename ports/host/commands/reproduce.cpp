#include "commands/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <sstream>
#include <thread>

#include "commands/out_folder.hpp"
#include "commands/reproduce_folder.hpp"
#include "experiments/files/error.hpp"
#include "experiments/runner/interrupt.hpp"
#include "reproduction/figures/figures.hpp"
#include "reproduction/figures/reproduce.hpp"
#include "reproduction/paper/figure_files.hpp"
#include "reproduction/paper/run_info.hpp"
#include "reproduction/report/report.hpp"
#include "reproduction/theory/topic.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::Interrupted;

namespace {

using namespace ballast::reproduction;

/// As the command line has them.
struct Arguments {
  std::vector<std::string> figures;
  std::vector<std::string> topics;
  std::string out;
  std::uint64_t seed = 1;
  std::uint32_t seeds = 1;
  std::optional<std::string> shard;
  std::optional<std::string> printed;
  std::optional<std::uint32_t> trials;
  std::optional<std::uint32_t> jobs;
  bool is_quick = false;
  bool is_with_theory = false;
  bool is_without_plots = false;
  std::string scalar = "double";
  std::string scaling = "whole";
  std::string hold = "first";
  std::string speed = "raw";
};

/// Enough to see the shape of every figure, in seconds.
void make_preview(Options& options) {
  options.is_preview = true;
  options.evaluation_trials = 10;
  options.control_trials = 4;
  options.access_control_steps = 6000;
  options.pendulum_steps = 3000;
  options.drift_steps = 1000000;
  options.theory_trials = 100;
}

/// The theory part has one reading of the paper, and is in double.
void refuse_readings(const Options& options) {
  if (options.scalar == Scalar::float32 || options.scales_each_row || options.holds_raw_step || options.scales_speed) {
    throw InputError("--scalar, --scaling, --hold and --speed do not change the theory part: give --figure as well");
  }
}

Options options_of(const Arguments& arguments) {
  Options options;
  options.has_theory = arguments.is_with_theory || !arguments.topics.empty();
  options.topics.insert(arguments.topics.begin(), arguments.topics.end());
  options.has_figures = !arguments.figures.empty() || !options.has_theory;
  if (std::count(arguments.figures.begin(), arguments.figures.end(), "all") == 0) {
    options.figures.insert(arguments.figures.begin(), arguments.figures.end());
    if (options.figures.size() == figure_names().size()) { options.figures.clear(); }
  }
  options.seed = arguments.seed;
  options.seeds = arguments.seeds;
  if (options.seed + (options.seeds - 1) < options.seed) {
    throw InputError(fmt::format("--seed {} --seeds {}: the last seed is too large", options.seed, options.seeds));
  }
  if (arguments.is_quick) { make_preview(options); }
  if (arguments.trials) {
    options.evaluation_trials = options.control_trials = options.theory_trials = *arguments.trials;
  }
  options.given_trials = arguments.trials;
  options.scalar = arguments.scalar == "float" ? Scalar::float32 : Scalar::float64;
  options.scales_each_row = arguments.scaling == "rows";
  options.holds_raw_step = arguments.hold == "raw";
  options.scales_speed = arguments.speed == "scaled";
  if (!options.has_figures) { refuse_readings(options); }
  options.jobs = arguments.jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
  options.out = !arguments.out.empty() ? arguments.out : arguments.is_quick ? "reproduction-preview" : "reproduction";
  return options;
}

void print_summary(const Results& results, const std::string& path, const std::string& why_no_plots) {
  if (results.info.is_preview) { fmt::print("A preview: few trials and short runs. Verdicts may differ.\n"); }
  if (!has_intervals(results.info)) { fmt::print("{}\n", no_verdicts); }
  for (const Claim& claim : results.claims) { fmt::print("{:<16}{}\n", label_of(claim.verdict), claim.id); }
  if (!why_no_plots.empty()) { fmt::print("{}: {}\n", no_plots, why_no_plots); }
  fmt::print("{}\n", path);
}

std::string left_behind(const ReproductionFolder& folder, const TrialStore& trials, const std::string& path) {
  const std::string complete = folder.complete();
  if (!trials.is_writable() || trials.size() == 0) {
    return complete.empty() ? fmt::format("nothing was written to {}", path) : complete;
  }
  return (complete.empty() ? "no figure is complete" : complete) + "; " + how_to_resume(trials);
}

/// Everything but the trials that are there already.
void run_whole(const Options& options, const Arguments& arguments, TrialStore& trials) {
  const std::string no_plots_because = why_no_plots(arguments.is_without_plots);
  ReproductionFolder folder(options.out, run_info(options), no_plots_because);
  const InterruptGuard guard;
  try {
    const Results results = ballast::reproduction::reproduce(
        options, [&](const Figure& figure) { folder.add(figure); }, &trials);
    folder.conclude(results);
    if (trials.is_writable()) { trials.remove(); }
    print_summary(results, options.out + "/report.html", no_plots_because);
  } catch (const Interrupted&) { throw Interrupted("interrupted; " + left_behind(folder, trials, options.out)); }
}

void run_one_shard(const Options& options, const Shard& shard) {
  TrialStore trials(options.out, identity_of(options), shard);
  const InterruptGuard guard;
  try {
    print_shard(trials, run_shard(options, trials, shard));
  } catch (const Interrupted&) { throw Interrupted("interrupted; " + how_to_resume(trials)); }
}

void run(const Arguments& arguments) {
  if (arguments.printed) {
    fmt::print("{}", paper::figure_file(*arguments.printed));
    return;
  }
  const Options options = options_of(arguments);
  const std::optional<Shard> shard = arguments.shard ? std::optional(parse_shard(*arguments.shard)) : std::nullopt;
  make_directory(options.out);
  if (shard) { return run_one_shard(options, *shard); }
  TrialStore trials(options.out, identity_of(options), std::nullopt);
  run_whole(options, arguments, trials);
}

void add_readings(Command& command, Arguments& arguments) {
  command.add("--scaling", arguments.scaling, "Features divided by: whole (the largest norm), rows (each its own)")
      .among({"whole", "rows"});
  command.add("--hold", arguments.hold, "Control holds the step-size at: first (beta_0 / 400^0.99), raw (beta_0)")
      .among({"first", "raw"});
  command.add("--speed", arguments.speed, "The pendulum's speed: raw, scaled (divided by 8)").among({"raw", "scaled"});
}

void add_options(Command& command, Arguments& arguments) {
  std::vector<std::string> choices = figure_names();
  choices.push_back("all");
  command
      .add("--figure", arguments.figures,
           "1 to 7, or all (the default without --theory); several separated by commas, or repeat the option")
      .among(choices);
  command.add_flag("--theory", arguments.is_with_theory,
                   "The theory part: the paper's theorems beside measurement; alone, unless --figure is given");
  command.add("--topic", arguments.topics, "Only these topics of the theory part, as with --theory")
      .among(topic_names());
  command.add("--out", arguments.out, "Folder to write to (reproduction, or reproduction-preview with --quick)");
  command.add("--seed", arguments.seed, "Seed of all trials");
  command.add("--seeds", arguments.seeds, "Repeat all verdicts for this many seeds, from --seed on").within(1, 10000);
  command.add("--trials", arguments.trials, "How many trials (50 in evaluation, 30 in control, 1000 in theory)")
      .within(1, 100000);
  command.add("--jobs", arguments.jobs, "How many threads (one per core); does not change results").within(1, 1024);
  command.add("--shard", arguments.shard, "Only a part of the trials, for one of several machines: 1/16 to 16/16");
  command.add_flag("--quick", arguments.is_quick, "A preview in seconds: few trials, short control runs");
  command.add_flag("--no-plots", arguments.is_without_plots,
                   "Write data, verdicts and report only, as without gnuplot");
  command.add("--scalar", arguments.scalar, "Scalar of the learners: float or double").among({"float", "double"});
  add_readings(command, arguments);
}

/// From the options in the identity of a run, read as the command line is.
Arguments arguments_in(const std::string& text) {
  Arguments arguments;
  CommandLine line("", "");
  Command command = line.add("reproduce", "");
  add_options(command, arguments);
  std::istringstream in(text);
  std::vector<std::string> words = {"ballast", "reproduce"};
  words.insert(words.end(), std::istream_iterator<std::string>(in), std::istream_iterator<std::string>());
  std::vector<char*> argv;
  std::transform(words.begin(), words.end(), std::back_inserter(argv), [](std::string& word) { return word.data(); });
  if (line.run(static_cast<int>(argv.size()), argv.data()) != 0) {
    throw InputError("not options of reproduce: " + text);
  }
  return arguments;
}

void finish_shards(const RunIdentity& identity, TrialStore& trials, const MergeOptions& options) {
  Arguments arguments = arguments_in(identity.text);
  arguments.out = options.out;
  arguments.jobs = options.jobs;
  arguments.is_without_plots = options.is_without_plots;
  const Options reproduced = options_of(arguments);
  require_all_trials(reproduced, trials);
  run_whole(reproduced, arguments, trials);
}

}  // namespace

void add_reproduce(CommandLine& line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("reproduce", "Reproduce the paper: its figures, its claims and whether they hold");
  add_options(command, *arguments);
  command.footer(
      "Each figure's CSV and SVG files are written when it is complete; Ctrl-C leaves them (exit code 130), and the\n"
      "same command again resumes. 'ballast merge' puts shards together.\n"
      "Example: ballast reproduce --figure 2,5 --trials 10 --seed 7 --out figures");
  command
      .add("--print", arguments->printed,
           "Only print the experiment file of a figure: change it, then 'ballast experiment'")
      .among(figure_names());
  command.callback([arguments] { run(*arguments); });
}

RunKind reproduce_kind() {
  return {"reproduce", finish_shards};
}

}  // namespace tool
