#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "commands/snapshot_commands.hpp"
#include "commands/snapshot_text.hpp"
#include "experiments/files/output_file.hpp"
#include "experiments/text/plural.hpp"
#include "io/json_file.hpp"
#include "io/json_layout.hpp"
#include "io/snapshot_bytes.hpp"
#include "io/snapshot_companions.hpp"
#include "io/snapshot_file.hpp"
#include "io/snapshot_json.hpp"

namespace tool {

using ballast::experiments::OutputFile;
using ballast::experiments::plural;

namespace {

struct Options {
  std::string file;
  bool is_json = false;
};

double norm(const std::vector<double>& numbers) {
  double largest = 0;
  for (const double x : numbers) { largest = std::max(largest, std::abs(x)); }
  if (largest == 0) { return 0; }
  double sum = 0;
  for (const double x : numbers) { sum += x / largest * (x / largest); }
  return largest * std::sqrt(sum);
}

void show_weights(const Snapshot& snapshot, OutputFile& out) {
  const std::vector<double>& weights = snapshot.weights;
  const auto [smallest, largest] = std::minmax_element(weights.begin(), weights.end());
  const auto zeros = std::count(weights.begin(), weights.end(), 0.0);
  out.print("weights         {} of {} not zero, from {} (theta_{}) to {} (theta_{}), norm {:.6g}\n",
            weights.size() - static_cast<std::size_t>(zeros), weights.size(), number_text(*smallest, snapshot),
            smallest - weights.begin(), number_text(*largest, snapshot), largest - weights.begin(), norm(weights));
  if (has_trace(snapshot)) { out.print("trace           norm {:.6g}\n", norm(snapshot.trace)); }
}

void show_schedule(const Snapshot& snapshot, OutputFile& out) {
  const auto* const schedule = std::get_if<AdjustableSchedule<double>>(&snapshot.settings.schedule);
  if (schedule == nullptr) { return; }
  if (schedule->is_held()) {
    out.print("schedule        held at {}, its t stands at {}\n", number_text(schedule->held_step_size, snapshot),
              snapshot.schedule_time);
  } else {
    out.print("schedule        not held, its t is {}\n", snapshot.schedule_time);
  }
}

void show_agent(const Snapshot& snapshot, OutputFile& out) {
  const SavedAgent& agent = *snapshot.agent;
  out.print("agent           {} {}; the last one {}; {} {}, {} skipped{}\n", agent.actions,
            plural(agent.actions, "action"), agent.has_observed ? std::to_string(agent.action) : "none yet",
            agent.decisions, plural(agent.decisions, "decision"), agent.skipped,
            agent.is_evaluating ? "; it only evaluates" : "");
  out.print("epsilon         {}\n", exploration_text(snapshot));
  out.print("generator       0x{:016X}\n", agent.generator);
}

void show_companions(const Snapshot& snapshot, OutputFile& out) {
  if (const auto health = health_of(snapshot)) {
    const char* label = "health";
    for (const std::string& line : health_text(*health)) {
      out.print("{:16}{}\n", label, line);
      label = "";
    }
  }
  if (const auto guard = guard_of(snapshot)) { out.print("guard           {}\n", guard_text(*guard)); }
  for (const SavedSection& section : snapshot.companions) {
    if (!is_shown(snapshot, section)) {
      out.print("section {:<8}{} words that this version does not show\n", section.head & 0xFFFFU,
                section.words.size());
    }
  }
}

void show(const Snapshot& snapshot, const std::string& name, OutputFile& out) {
  out.print("{}: {}\n", name, type_of(snapshot));
  out.print("bytes           {}, revision {}\n", to_bytes(snapshot).size(), snapshot.revision);
  out.print("fingerprint     0x{:08X}\n", snapshot.fingerprint);
  if (snapshot.fixed) { out.print("formats         {}\n", formats_text(*snapshot.fixed)); }
  out.print("configuration   {}\n", configuration_text(snapshot));
  show_schedule(snapshot, out);
  out.print("progress        {} {}, {} {}, {} {}\n", snapshot.updates, plural(snapshot.updates, "update"),
            snapshot.projections, plural(snapshot.projections, "projection"), snapshot.rejections,
            plural(snapshot.rejections, "rejection"));
  if (snapshot.fixed) {
    out.print("saturations     {} {} did not fit\n", snapshot.saturations, plural(snapshot.saturations, "number"));
  }
  out.print("average reward  {}\n", number_text(snapshot.average_reward, snapshot));
  show_weights(snapshot, out);
  if (snapshot.agent) { show_agent(snapshot, out); }
  show_companions(snapshot, out);
}

void run(const Options& options) {
  const Snapshot snapshot = read_snapshot(options.file, Scalars::all);
  OutputFile out("");
  if (options.is_json) {
    out.print("{}\n", laid_out(json_of(snapshot)));
  } else {
    show(snapshot, name_of_input(options.file), out);
  }
  out.finish();
}

}  // namespace

void add_snapshot_show(Command& snapshot) {
  const auto options = std::make_shared<Options>();
  Command command = snapshot.add_command("show", "What is in a snapshot");
  command.add("file", options->file, "The snapshot ('-': standard input); bytes after it are not read").required();
  command.add_flag("--json", options->is_json, "Everything, with all weights, as 'ballast snapshot import' reads it");
  command.footer(
      "A damaged file: exit code 2, with what is wrong and at which byte.\n"
      "Example: ballast snapshot show learner.snapshot --json");
  command.callback([options] { run(*options); });
}

}  // namespace tool
