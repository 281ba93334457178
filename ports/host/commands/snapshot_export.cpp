#include <ballast/version.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "commands/config_code.hpp"
#include "commands/snapshot_commands.hpp"
#include "commands/snapshot_text.hpp"
#include "experiments/files/error.hpp"
#include "experiments/files/output_file.hpp"
#include "experiments/text/plural.hpp"
#include "io/cpp_text.hpp"
#include "io/json_file.hpp"
#include "io/same_file.hpp"
#include "io/snapshot_companions.hpp"
#include "io/snapshot_file.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::OutputFile;
using ballast::experiments::plural;

namespace {

struct Options {
  std::string file;
  bool is_header = false;
  bool is_csv = false;
  std::string name = "learned";
  std::string out;
};

// --- a header -------------------------------------------------------------------------------------------------------

CodeStyle style_of(const Snapshot& snapshot) {
  return {snapshot.is_double, "\n//       "};
}

void write_use(const Snapshot& snapshot, const std::string& name, OutputFile& out) {
  const std::string config = config_code(snapshot.settings, style_of(snapshot));
  const std::string arguments = template_arguments(snapshot.settings, snapshot.weights.size(), style_of(snapshot));
  out.print("// To start from it, in this or another configuration:\n");
  if (snapshot.agent) {
    out.print("//   using Agent = ballast::Sarsa<{}, /* features */, {}, {}>;\n", scalar_of(snapshot),
              snapshot.agent->actions, arguments);
    out.print("//   constexpr auto config = Agent::Config(){};\n", config);
    out.print("//   Agent agent;\n");
    out.print("//   ballast::Status status = agent.start(config, seed, {0}::weights, {0}::average_reward);\n", name);
  } else {
    out.print("//   using Learner = ballast::{}<{}, {}, {}>;\n", learner_of(snapshot), scalar_of(snapshot),
              snapshot.weights.size(), arguments);
    out.print("//   constexpr auto config = Learner::Config(){};\n", config);
    out.print("//   Learner learner;\n");
    out.print("//   ballast::Status status = learner.start(config, {0}::weights, {0}::average_reward);\n", name);
  }
}

template <class T>
void write_header(const Snapshot& snapshot, const Options& options, OutputFile& out) {
  const std::vector<T> weights = [&] {
    std::vector<T> rounded;
    for (const double x : snapshot.weights) { rounded.push_back(static_cast<T>(x)); }
    return rounded;
  }();
  out.print("#pragma once\n// Weights and average reward; written by ballast {} from {}:\n", BALLAST_VERSION,
            std::filesystem::path(name_of_input(options.file)).filename().string());
  std::string configuration = configuration_text(snapshot);
  configuration.insert(configuration.find(" --schedule"), "\n//  ");
  out.print("//   {}, {} {}, revision {}\n//   {}\n", type_of(snapshot), snapshot.updates,
            plural(snapshot.updates, "update"), snapshot.revision, configuration);
  if (const auto health = health_of(snapshot)) { out.print("//   health: {}\n", health_text(*health).front()); }
  if (const auto guard = guard_of(snapshot)) { out.print("//   guard: {}\n", guard_text(*guard)); }
  write_use(snapshot, options.name, out);
  out.print("\n#include <stdint.h>\n\n#include <etl/array.h>\n\nnamespace {} {{\n\n", options.name);
  out.print("/// What the features mean: they must still have this fingerprint.\n");
  out.print("inline constexpr uint32_t fingerprint = 0x{:08X}U;\n\n", snapshot.fingerprint);
  out.print("inline constexpr {} average_reward = {};\n\n", scalar_of(snapshot),
            literal(static_cast<T>(snapshot.average_reward)));
  out.print("// clang-format off\ninline constexpr etl::array<{}, {}> weights = {{\n{}\n}};\n// clang-format on\n\n",
            scalar_of(snapshot), weights.size(), row(weights, "    "));
  out.print("}}  // namespace {}\n", options.name);
}

// --- a CSV ----------------------------------------------------------------------------------------------------------

void write_csv(const Snapshot& snapshot, OutputFile& out) {
  out.print("omega");
  for (std::size_t i = 0; i < snapshot.weights.size(); ++i) { out.print(",theta_{}", i); }
  out.print("\n{}", number_text(snapshot.average_reward, snapshot));
  for (const double x : snapshot.weights) { out.print(",{}", number_text(x, snapshot)); }
  out.print("\n");
}

void run(const Options& options) {
  if (options.is_header == options.is_csv) { throw InputError("one of --header and --csv must be given"); }
  check_name(options.name);
  refuse_same_file({{"the snapshot", options.file}}, {{"--out", options.out}});
  const Snapshot snapshot = read_snapshot(options.file, Scalars::all);
  if (snapshot.fixed && options.is_header) {
    throw InputError(
        fmt::format("{}: of {}: --header writes float and double; --csv writes its weights as "
                    "numbers",
                    name_of_input(options.file), type_of(snapshot)));
  }
  OutputFile out(options.out);
  if (options.is_csv) {
    write_csv(snapshot, out);
  } else {
    snapshot.is_double ? write_header<double>(snapshot, options, out) : write_header<float>(snapshot, options, out);
  }
  out.finish();
}

}  // namespace

void add_snapshot_export(Command& snapshot) {
  const auto options = std::make_shared<Options>();
  Command command = snapshot.add_command("export", "Write the weights of a snapshot as a C++ header or a CSV");
  command.add("file", options->file, "The snapshot ('-': standard input)").required();
  command.add_flag("--header", options->is_header, "C++: a table of constants, for flash");
  command.add_flag("--csv", options->is_csv, "omega,theta_0,theta_1,..., as 'ballast snapshot import --csv' reads it");
  command.add("--name", options->name, "Namespace of the constants in a header");
  command.add("-o,--out", options->out, "File to write (standard output if not given)");
  command.footer("Example: ballast snapshot export learner.snapshot --header --name fan --out fan.hpp");
  command.callback([options] { run(*options); });
}

}  // namespace tool
