#include "commands/experiment.hpp"

#include <ballast/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include <nlohmann/json.hpp>

#include "commands/experiment_folder.hpp"
#include "commands/out_folder.hpp"
#include "experiments/definition/defined_experiment.hpp"
#include "experiments/definition/read_definition.hpp"
#include "experiments/definition/work_of.hpp"
#include "experiments/files/error.hpp"
#include "experiments/runner/interrupt.hpp"
#include "io/json_file.hpp"

namespace tool {

using namespace ballast::experiments;

namespace {

namespace fs = std::filesystem;

/// As the command line has them.
struct Arguments {
  std::string file;
  std::string out;
  std::uint64_t seed = 1;
  std::optional<std::string> shard;
  std::optional<std::uint32_t> trials;
  std::optional<std::uint32_t> jobs;
  bool is_quick = false;
  bool is_without_plots = false;
  std::string scalar = "double";
};

/// An experiment file and the model files that it names, as they were read: shards carry them to where they are merged.
struct Source {
  std::string name;
  std::string text;
  std::map<std::string, std::string> models;
};

Definition definition_of(Source& source) {
  return read_definition(source.text, source.name, [&](const std::string& model) {
    if (source.models.count(model) == 0) {
      const fs::path beside = fs::path(source.name).parent_path() / model;
      source.models[model] = read_text((fs::path(model).is_absolute() ? fs::path(model) : beside).string());
    }
    return source.models[model];
  });
}

/// Few trials, and short runs of agents: enough to see the shape of a chart. The paper's figures become those of
/// `reproduce --quick`.
void make_preview(PanelDefinition& panel) {
  const bool acts = is_control(panel.model.simulator);
  panel.trials = std::min(panel.trials, acts ? 4U : 10U);
  const std::uint32_t fifths = panel.model.simulator == Simulator::pendulum ? 1 : 2;
  if (acts) { panel.steps = std::max(1U, panel.steps / 5 * fifths); }
  panel.every = std::min(panel.every, panel.steps);
}

void apply(const Arguments& arguments, Definition& definition) {
  for (PanelDefinition& panel : definition.panels) {
    if (arguments.is_quick) { make_preview(panel); }
    if (arguments.trials) { panel.trials = *arguments.trials; }
  }
}

Scalar scalar_of(const Arguments& arguments) {
  if (arguments.scalar == "fixed") { return Scalar::fixed; }
  return arguments.scalar == "float" ? Scalar::float32 : Scalar::float64;
}

/// Those that change results.
std::string options_text(const Arguments& arguments) {
  std::string text = fmt::format("--seed {}", arguments.seed);
  if (arguments.is_quick) { text += " --quick"; }
  if (arguments.trials) { text += fmt::format(" --trials {}", *arguments.trials); }
  if (arguments.scalar != "double") { text += " --scalar " + arguments.scalar; }
  return text;
}

RunIdentity identity_of(const Arguments& arguments, const Source& source) {
  const std::string options = options_text(arguments);
  const std::string name = fs::path(source.name).filename().string();
  const nlohmann::json files = {{"seed", arguments.seed},
                                {"quick", arguments.is_quick},
                                {"trials", arguments.trials.value_or(0)},
                                {"scalar", arguments.scalar},
                                {"name", name},
                                {"text", source.text},
                                {"models", source.models}};
  return {"experiment", BALLAST_VERSION, options + "\n" + files.dump(),
          fmt::format("ballast experiment {} {}", name, options)};
}

void run_whole(const Arguments& arguments, const Definition& definition, const RunIdentity& identity,
               TrialStore& trials) {
  const std::string no_plots_because = why_no_plots(arguments.is_without_plots);
  ExperimentFolder folder(
      arguments.out,
      {definition.title, definition.text, identity.command, arguments.seed, arguments.scalar, arguments.is_quick},
      no_plots_because);
  DefinedExperiment experiment(definition, arguments.seed, scalar_of(arguments));
  const InterruptGuard guard;
  try {
    run_stages(experiment.stages([&](const PanelOutcome& panel) { folder.add(panel); }), *arguments.jobs, &trials);
  } catch (const Interrupted&) { throw Interrupted("interrupted; " + how_to_resume(trials)); }
  folder.conclude();
  if (trials.is_writable()) { trials.remove(); }
  for (const std::string& sentence : folder.sentences()) { fmt::print("{}\n", sentence); }
  fmt::print("{}/report.html\n", arguments.out);
}

void run_one_shard(const Arguments& arguments, const Definition& definition, const RunIdentity& identity,
                   const Shard& shard) {
  TrialStore trials(arguments.out, identity, shard);
  DefinedExperiment experiment(definition, arguments.seed, scalar_of(arguments));
  const InterruptGuard guard;
  try {
    print_shard(trials, run_stages(experiment.stages([](const PanelOutcome&) {}), *arguments.jobs, &trials, shard));
  } catch (const Interrupted&) { throw Interrupted("interrupted; " + how_to_resume(trials)); }
}

void run(Arguments arguments) {
  Source source{arguments.file, read_text(arguments.file), {}};
  Definition definition = definition_of(source);
  apply(arguments, definition);
  const std::optional<Shard> shard = arguments.shard ? std::optional(parse_shard(*arguments.shard)) : std::nullopt;
  refuse_too_large(definition, arguments.file, shard ? shard->count : 1);
  if (arguments.out.empty()) { arguments.out = fs::path(arguments.file).stem().string() + "-results"; }
  if (!arguments.jobs) { arguments.jobs = std::max(1U, std::thread::hardware_concurrency()); }
  make_directory(arguments.out);
  const RunIdentity identity = identity_of(arguments, source);
  if (shard) { return run_one_shard(arguments, definition, identity, *shard); }
  TrialStore trials(arguments.out, identity, std::nullopt);
  run_whole(arguments, definition, identity, trials);
}

/// With all trials of the shards.
void finish_shards(const RunIdentity& identity, TrialStore& trials, const MergeOptions& options) {
  const nlohmann::json files = nlohmann::json::parse(identity.text.substr(identity.text.find('\n') + 1));
  Source source{files["name"], files["text"], files["models"]};
  Arguments arguments;
  arguments.file = source.name;
  arguments.out = options.out;
  arguments.seed = files["seed"];
  if (files["trials"] != 0) { arguments.trials = files["trials"].get<std::uint32_t>(); }
  arguments.is_quick = files["quick"];
  arguments.scalar = files["scalar"];
  arguments.jobs = options.jobs;
  arguments.is_without_plots = options.is_without_plots;
  Definition definition = definition_of(source);
  apply(arguments, definition);
  DefinedExperiment experiment(definition, arguments.seed, scalar_of(arguments));
  require_all_trials(experiment.stages([](const PanelOutcome&) {}), trials);
  make_directory(arguments.out);
  run_whole(arguments, definition, identity, trials);
}

}  // namespace

void add_experiment(CommandLine& line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("experiment", "Run an experiment of your own from a JSON file (docs/EXPERIMENTS.md)");
  command.add("FILE", arguments->file, "What to run; 'ballast reproduce --print 2' writes one to begin with")
      .required();
  command.add("--seed", arguments->seed, "Seed of all trials");
  command.add("--out", arguments->out, "Folder to write to (the name of FILE, then -results)");
  command.add("--jobs", arguments->jobs, "How many threads (one per core); does not change results").within(1, 1024);
  command.add("--trials", arguments->trials, "How many trials, instead of those of the file").within(1, 1000000);
  command.add("--shard", arguments->shard, "Only a part of the trials, for one of several machines: 1/16 to 16/16");
  command.add_flag("--quick", arguments->is_quick, "A preview: at most 10 trials (control: 4, with fewer steps)");
  command.add_flag("--no-plots", arguments->is_without_plots, "Write data and report only, as without gnuplot");
  command.add("--scalar", arguments->scalar, "Scalar of the learners: float, double or fixed (evaluation alone)")
      .among({"float", "double", "fixed"});
  command.footer(
      "Writes trials.csv, summary.csv, differences.csv, plots and report.html. Ctrl-C (exit code 130): the same "
      "command\n"
      "again resumes. 'ballast merge' puts shards together.\n"
      "Example: ballast reproduce --print 2 > mine.json && ballast experiment mine.json --quick");
  command.callback([arguments] { run(*arguments); });
}

RunKind experiment_kind() {
  return {"experiment", finish_shards};
}

}  // namespace tool
