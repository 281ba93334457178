#include "commands/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "experiments/charts/gnuplot.hpp"
#include "experiments/files/error.hpp"
#include "experiments/files/output_file.hpp"
#include "experiments/results/results_csv.hpp"
#include "experiments/runner/interrupt.hpp"
#include "reproduction/figures/figures.hpp"
#include "reproduction/figures/reproduce.hpp"
#include "reproduction/figures/run_info.hpp"
#include "reproduction/report/plots.hpp"
#include "reproduction/report/report.hpp"
#include "reproduction/report/results_json.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::Interrupted;
using ballast::experiments::OutputFile;

namespace {

using namespace ballast::reproduction;
namespace fs = std::filesystem;

/// As the command line has them.
struct Arguments {
  std::vector<std::string> figures = {"all"};
  std::string out;
  std::uint64_t seed = 1;
  std::optional<std::uint32_t> trials;
  std::optional<std::uint32_t> jobs;
  bool is_quick = false;
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
}

Options options_of(const Arguments& arguments) {
  Options options;
  if (std::count(arguments.figures.begin(), arguments.figures.end(), "all") == 0) {
    options.figures.insert(arguments.figures.begin(), arguments.figures.end());
    if (options.figures.size() == figure_names().size()) { options.figures.clear(); }
  }
  options.seed = arguments.seed;
  if (arguments.is_quick) { make_preview(options); }
  if (arguments.trials) { options.evaluation_trials = options.control_trials = *arguments.trials; }
  options.given_trials = arguments.trials;
  options.scalar = arguments.scalar == "float" ? Scalar::float32 : Scalar::float64;
  options.scales_each_row = arguments.scaling == "rows";
  options.holds_raw_step = arguments.hold == "raw";
  options.scales_speed = arguments.speed == "scaled";
  options.jobs = arguments.jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
  options.out = !arguments.out.empty() ? arguments.out : arguments.is_quick ? "reproduction-preview" : "reproduction";
  return options;
}

void make_directory(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error || !fs::is_directory(path)) {
    throw InputError(fmt::format("--out {}: not a folder, and none can be created", path));
  }
  const OutputFile probe((fs::path(path) / "report.html").string());  // now, not after a minute of work
}

/// Why there will be no plots; empty if there will be. Checked before anything long is computed.
std::string why_no_plots(const Arguments& arguments) {
  if (arguments.is_without_plots) { return "--no-plots was given"; }
  try {
    require_gnuplot();
  } catch (const InputError& error) { return error.what(); }
  return "";
}

/// Writes each figure when it is complete. The conclusions of an earlier run are removed with the first of its figures.
class Folder {
 public:
  Folder(std::string path, RunInfo info, std::string why_no_plots)
      : path_(std::move(path)), info_(std::move(info)), why_no_plots_(std::move(why_no_plots)) {
    make_directory(path_);
  }

  void add(const Figure& figure) {
    if (complete_.empty()) { forget_conclusions(); }
    for (const Sweep& sweep : figure.sweeps) { write_csv(sweep, path_); }
    for (const LearningCurve& curve : figure.learning_curves) { write_csv(curve, path_); }
    if (has_plots()) {
      add_images(plots_of(figure, info_));
    } else {
      forget_plots(stems_of(figure));
    }
    complete_.push_back(figure.name);
  }

  void conclude(const Results& results) {
    write_claims(results, path_);
    if (results.extra) {
      for (const Sweep& sweep : results.extra->other_readings) { write_csv(sweep, path_); }
      write_extra(results, path_);
      if (!has_plots()) { forget_plots(stems_of(*results.extra)); }
      add_images(images_of_extra(results, has_plots()));
    }
    write_report(results, images_, path_, why_no_plots_);
  }

  std::string left_behind() const {
    return complete_.empty() ? fmt::format("nothing was written to {}", path_)
                             : fmt::format("complete in {}: figure {}; no claims", path_, fmt::join(complete_, ", "));
  }

 private:
  bool has_plots() const { return why_no_plots_.empty(); }

  void add_images(const std::vector<SvgImage>& images) {
    write_images(images, made_by(info_), path_);
    images_.insert(images_.end(), images.begin(), images.end());
  }

  void forget_conclusions() const {
    for (const char* name : {"claims.json", "beyond.json", "report.html"}) { fs::remove(fs::path(path_) / name); }
  }

  /// Removes plots of an earlier run, which would not match the new data.
  void forget_plots(const std::vector<std::string>& stems) const {
    for (const std::string& stem : stems) { fs::remove(fs::path(path_) / (stem + ".svg")); }
  }

  std::string path_;
  RunInfo info_;
  std::string why_no_plots_;
  std::vector<std::string> complete_;
  std::vector<SvgImage> images_;
};

void print_summary(const Results& results, const std::string& path, const std::string& why_no_plots) {
  if (results.info.is_preview) { fmt::print("A preview: few trials and short runs. Verdicts may differ.\n"); }
  if (!has_intervals(results.info)) { fmt::print("{}\n", no_verdicts); }
  for (const Claim& claim : results.claims) { fmt::print("{:<16}{}\n", label_of(claim.verdict), claim.id); }
  if (!why_no_plots.empty()) { fmt::print("{}: {}\n", no_plots, why_no_plots); }
  fmt::print("{}\n", path);
}

void run(const Arguments& arguments) {
  const Options options = options_of(arguments);
  const std::string no_plots_because = why_no_plots(arguments);
  if (!no_plots_because.empty() && !arguments.is_without_plots) {
    fmt::print(stderr, "ballast: {}: {}\n", no_plots, no_plots_because);
  }
  Folder folder(options.out, run_info(options), no_plots_because);
  const InterruptGuard guard;
  try {
    const Results results =
        ballast::reproduction::reproduce(options, [&](const Figure& figure) { folder.add(figure); });
    folder.conclude(results);
    print_summary(results, options.out + "/report.html", no_plots_because);
  } catch (const Interrupted&) { throw Interrupted("interrupted; " + folder.left_behind()); }
}

void add_readings(Command& command, Arguments& arguments) {
  command.add("--scaling", arguments.scaling, "Features divided by: whole (the largest norm), rows (each its own)")
      .among({"whole", "rows"});
  command.add("--hold", arguments.hold, "Control holds the step-size at: first (beta_0 / 400^0.99), raw (beta_0)")
      .among({"first", "raw"});
  command.add("--speed", arguments.speed, "The pendulum's speed: raw, scaled (divided by 8)").among({"raw", "scaled"});
}

}  // namespace

void add_reproduce(CommandLine& line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("reproduce", "Reproduce the paper: its figures, its claims and whether they hold");
  std::vector<std::string> choices = ballast::reproduction::figure_names();
  choices.push_back("all");
  command.add("--figure", arguments->figures, "1 to 7 or all; several separated by commas, or repeat the option")
      .among(choices);
  command.add("--out", arguments->out, "Folder to write to (reproduction, or reproduction-preview with --quick)");
  command.add("--seed", arguments->seed, "Seed of all trials");
  command.add("--trials", arguments->trials, "How many trials (50 in evaluation, 30 in control)").within(1, 100000);
  command.add("--jobs", arguments->jobs, "How many threads (one per core); does not change results").within(1, 1024);
  command.add_flag("--quick", arguments->is_quick, "A preview in seconds: few trials, short control runs");
  command.add_flag("--no-plots", arguments->is_without_plots,
                   "Write data, verdicts and report only, as without gnuplot");
  command.add("--scalar", arguments->scalar, "Scalar of the learners: float or double").among({"float", "double"});
  add_readings(command, *arguments);
  command.footer(
      "Each figure's CSV and SVG files are written when it is complete; Ctrl-C leaves them (exit code 130).\n"
      "Example: ballast reproduce --figure 2,5 --trials 10 --seed 7 --out figures");
  command.callback([arguments] { run(*arguments); });
}

}  // namespace tool
