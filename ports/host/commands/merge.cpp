#include "commands/merge.hpp"

#include <ballast/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "commands/experiment.hpp"
#include "commands/reproduce.hpp"
#include "commands/run_kind.hpp"
#include "experiments/files/error.hpp"
#include "experiments/runner/trial_store.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::RunIdentity;
using ballast::experiments::TrialStore;

namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::vector<std::string> inputs;
  std::string out;
  std::optional<std::uint32_t> jobs;
  bool is_without_plots = false;
};

std::vector<RunKind> run_kinds() {
  return {experiment_kind(), reproduce_kind()};
}

/// The files of trials in a folder, by name; a file is itself.
std::vector<std::string> trial_files_in(const std::string& input) {
  if (!fs::exists(input)) { throw InputError(input + ": no such file or folder"); }
  if (!fs::is_directory(input)) { return {input}; }
  std::vector<std::string> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(input)) {
    if (entry.path().extension() == ".trials") { paths.push_back(entry.path().string()); }
  }
  if (paths.empty()) { throw InputError(input + ": no .trials files in this folder"); }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> trial_files_in(const std::vector<std::string>& inputs) {
  std::vector<std::string> paths;
  for (const std::string& input : inputs) {
    for (const std::string& path : trial_files_in(input)) { paths.push_back(path); }
  }
  return paths;
}

RunKind kind_of(const RunIdentity& identity, const std::string& path) {
  if (identity.version != BALLAST_VERSION) {
    throw InputError(
        fmt::format("{}: made by Ballast {}, and this is Ballast {}: merge it with the version that ran it", path,
                    identity.version, BALLAST_VERSION));
  }
  for (const RunKind& kind : run_kinds()) {
    if (kind.name == identity.kind) { return kind; }
  }
  throw InputError(fmt::format("{}: made by 'ballast {}', which this build does not have", path, identity.kind));
}

void merge(const Arguments& arguments) {
  TrialStore trials(trial_files_in(arguments.inputs));
  const RunIdentity& identity = trials.header().identity;
  kind_of(identity, trials.path())
      .finish(identity, trials,
              {arguments.out, arguments.jobs.value_or(std::max(1U, std::thread::hardware_concurrency())),
               arguments.is_without_plots});
}

}  // namespace

void add_merge(CommandLine& line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("merge", "Put the shards of a run together: the same files as from a run without --shard");
  command.add_list("DIR", arguments->inputs, "Folders with .trials files, or such files").required();
  command.add("--out", arguments->out, "Folder to write to").required();
  command.add("--jobs", arguments->jobs, "How many threads (one per core); does not change results").within(1, 1024);
  command.add_flag("--no-plots", arguments->is_without_plots,
                   "Write data, verdicts and report only, as without gnuplot");
  command.footer("Example: ballast merge part1 part2 part3 part4 --out reproduction");
  command.callback([arguments] { merge(*arguments); });
}

}  // namespace tool
