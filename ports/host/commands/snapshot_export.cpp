#include <ballast/version.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

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

constexpr const char* next_line = "\n//       ";

/// The names that a configuration has in C++.
class ConfigCode {
 public:
  explicit ConfigCode(const Snapshot& snapshot) : snapshot_(snapshot) {
    set("lambda", snapshot.settings.lambda);
    set("ratio", snapshot.settings.ratio);
    text_ += next_line;
    std::visit(*this, snapshot.settings.schedule);
    if (snapshot.settings.projection.index() != 0) { text_ += next_line; }
    std::visit(*this, snapshot.settings.projection);
  }
  const std::string& text() const { return text_; }

  void operator()(const ballast::ConstantSchedule<double>& schedule) { set("step_size", schedule.step_size); }
  void operator()(const ballast::PolynomialSchedule<double>& schedule) {
    set("beta_0", schedule.beta_0);
    text_ += fmt::format(".offset({})", schedule.offset);
    set("power", schedule.power);
    text_ += fmt::format(".hold({})", schedule.hold);
  }
  void operator()(const AdjustableSchedule<double>& schedule) {
    const ballast::PolynomialSchedule<double>& polynomial = schedule;
    (*this)(polynomial);
    if (!schedule.is_held()) { return; }
    text_ += next_line;
    set("held_at", schedule.held_step_size);
  }
  void operator()(const ballast::NoProjection<double>& /*projection*/) {}
  void operator()(const ballast::JointBall<double>& ball) { set("radius", ball.radius); }
  void operator()(const ballast::SeparateBalls<double>& balls) {
    set("average_reward_radius", balls.average_reward_radius);
    set("weights_radius", balls.weights_radius);
  }

 private:
  /// A decimal number with a point, in as many digits as the scalar needs.
  void set(const char* name, double x) {
    std::string digits = number_text(x, snapshot_);
    if (digits.find_first_of(".e") == std::string::npos) { digits += ".0"; }
    text_ += fmt::format(".{}({}{})", name, digits, snapshot_.is_double ? "" : "F");
  }

  const Snapshot& snapshot_;
  std::string text_;
};

std::string projection_type(const Snapshot& snapshot) {
  constexpr const char* names[] = {"NoProjection", "JointBall", "SeparateBalls"};
  const std::string ball =
      fmt::format("ballast::{}<{}>", names[snapshot.settings.projection.index()], scalar_of(snapshot));
  switch (snapshot.settings.constant_direction.index()) {
    case 1: return fmt::format("ballast::WithoutOnes<{}>", ball);
    case 2: return fmt::format("ballast::WithoutDirection<{}, {}>", ball, snapshot.weights.size());
    default: return ball;
  }
}

std::string schedule_type(const Snapshot& snapshot) {
  const char* const scalar = scalar_of(snapshot);
  switch (snapshot.settings.schedule.index()) {
    case 1: return fmt::format("ballast::PolynomialSchedule<{}>", scalar);
    case 2: return fmt::format("{}ballast::AdjustableSchedule<ballast::PolynomialSchedule<{}>>", next_line, scalar);
    default: return fmt::format("ballast::ConstantSchedule<{}>", scalar);
  }
}

/// What follows the scalar, and the features or their number.
std::string template_arguments(const Snapshot& snapshot) {
  return fmt::format("ballast::{},{}{}, {}", snapshot.settings.rule.index() == 0 ? "Standard" : "Implicit", next_line,
                     projection_type(snapshot), schedule_type(snapshot));
}

void write_use(const Snapshot& snapshot, const std::string& name, OutputFile& out) {
  const bool has_direction = snapshot.settings.constant_direction.index() == 2;
  const std::string config = ConfigCode(snapshot).text() + (has_direction ? ".direction(/* as it was */)" : "");
  out.print("// To start from it, in this or another configuration:\n");
  if (snapshot.agent) {
    out.print("//   using Agent = ballast::Sarsa<{}, /* features */, {}, {}>;\n", scalar_of(snapshot),
              snapshot.agent->actions, template_arguments(snapshot));
    out.print("//   constexpr auto config = Agent::Config(){};\n", config);
    out.print("//   Agent agent;\n");
    out.print("//   ballast::Status status = agent.start(config, seed, {0}::weights, {0}::average_reward);\n", name);
  } else {
    out.print("//   using Learner = ballast::{}<{}, {}, {}>;\n", learner_of(snapshot), scalar_of(snapshot),
              snapshot.weights.size(), template_arguments(snapshot));
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
  const Snapshot snapshot = read_snapshot(options.file);
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
