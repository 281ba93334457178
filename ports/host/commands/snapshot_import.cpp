#include <memory>
#include <string>

#include "commands/fingerprint_option.hpp"
#include "commands/learner_option_list.hpp"
#include "commands/learner_options.hpp"
#include "commands/snapshot_commands.hpp"
#include "commands/snapshot_learner.hpp"
#include "experiments/files/error.hpp"
#include "experiments/files/output_file.hpp"
#include "io/json_file.hpp"
#include "io/log_reader.hpp"
#include "io/same_file.hpp"
#include "io/snapshot_file.hpp"
#include "io/snapshot_json.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::OutputFile;

namespace {

struct Options {
  std::string file;
  bool is_csv = false;
  LearnerOptions learner;
  std::string scalar = "float";
  std::string fingerprint;
  std::string out;
  GivenOptions given;
};

template <class T>
Snapshot from_csv(const Options& options) {
  const Estimates<T> estimates = read_estimates<T>(options.file);
  const auto learner =
      start_learner<T>(options.learner, estimates.weights, estimates.average_reward, name_of_input(options.file));
  return snapshot_of(*learner, fingerprint_from(options.fingerprint, {}, ""), 0);
}

/// The configuration that the file does not have.
template <class T>
LearnerSettings<double> settings_from_options(const Options& options, const Snapshot& snapshot) {
  std::vector<T> weights;
  for (const double x : snapshot.weights) { weights.push_back(static_cast<T>(x)); }
  return converted<double>(
      start_learner<T>(options.learner, weights, static_cast<T>(snapshot.average_reward), name_of_input(options.file))
          ->settings());
}

template <class T>
void complete(SnapshotFromJson& read, const Options& options) {
  Snapshot& snapshot = read.snapshot;
  const std::string name = name_of_input(options.file);
  if (read.has_configuration) {
    refuse_contradiction(options.learner, options.given.names(), converted<T>(snapshot.settings), name,
                         snapshot.weights.size());
  } else {
    snapshot.settings = settings_from_options<T>(options, snapshot);
  }
}

Snapshot from_json(const Options& options) {
  SnapshotFromJson read = read_snapshot_json(options.file, options.scalar == "double");
  Snapshot& snapshot = read.snapshot;
  const std::string name = name_of_input(options.file);
  if (read.has_scalar && options.given.names().count("--scalar") != 0 && options.scalar != scalar_of(snapshot)) {
    throw InputError(
        fmt::format("--scalar {}: {} has {}; leave the option out", options.scalar, name, scalar_of(snapshot)));
  }
  const auto fingerprint = read.has_fingerprint ? std::optional<uint32_t>(snapshot.fingerprint) : std::nullopt;
  snapshot.fingerprint = fingerprint_from(options.fingerprint, fingerprint, name);
  snapshot.is_double || snapshot.fixed ? complete<double>(read, options) : complete<float>(read, options);
  return snapshot;
}

void run(const Options& options) {
  const std::string& direction = options.learner.constant_direction;
  refuse_same_file({{"the file", options.file}, {"--constant-direction", direction == "ones" ? "" : direction}},
                   {{"--out", options.out}});
  const bool is_double = options.scalar == "double";
  const Snapshot snapshot = !options.is_csv ? from_json(options)
                            : is_double     ? from_csv<double>(options)
                                            : from_csv<float>(options);
  OutputFile out(options.out);
  write_snapshot(snapshot, name_of_input(options.file), out);
  out.finish();
}

}  // namespace

void add_snapshot_import(Command& snapshot) {
  const auto options = std::make_shared<Options>();
  Command command = snapshot.add_command("import", "Make a snapshot of weights, for a device to adopt or resume");
  command.add("file", options->file, "JSON as 'show --json' writes it, or parts of it ('-': standard input)")
      .required();
  command.add_flag("--csv", options->is_csv, "The file is a CSV omega,theta_0,theta_1,... with one row of numbers");
  add_configuration(command, options->learner, options->given);
  options->given.add("--scalar",
                     command.add("--scalar", options->scalar, "float or double").among({"float", "double"}));
  command.add("--fingerprint", options->fingerprint, fingerprint_help);
  command.add("-o,--out", options->out, "File to write ('-': standard output)").required();
  command.footer(
      "JSON must have \"weights\"; without \"configuration\" the options are used, without \"progress\" and \"trace\" "
      "it is\n"
      "a learner that starts from these weights. An option that contradicts the file is an error.\n"
      "Example: ballast snapshot import weights.csv --csv --schedule constant:0.2 --out learner.snapshot");
  command.callback([options] { run(*options); });
}

}  // namespace tool
