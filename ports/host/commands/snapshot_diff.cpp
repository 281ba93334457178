#include <ballast/math/ieee754.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "commands/snapshot_commands.hpp"
#include "commands/snapshot_text.hpp"
#include "experiments/files/error.hpp"
#include "experiments/files/output_file.hpp"
#include "io/snapshot_bytes.hpp"
#include "io/snapshot_companions.hpp"
#include "io/snapshot_file.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::OutputFile;

namespace {

struct Options {
  std::string first;
  std::string second;
};

/// What differs, line by line.
class Differences {
 public:
  Differences(const Snapshot& a, const Snapshot& b, OutputFile& out) : a_(a), b_(b), out_(out) {}

  bool is_empty() const { return is_empty_; }

  void compare() {
    compare_layout();
    compare_configuration();
    compare_progress();
    compare_arrays("weights", "theta", a_.weights, b_.weights);
    if (has_trace(a_) && has_trace(b_)) { compare_arrays("trace", "z", a_.trace, b_.trace); }
    if (a_.agent && b_.agent) { compare_agents(*a_.agent, *b_.agent); }
    compare_companions();
    if (is_empty_ && to_bytes(a_) != to_bytes(b_)) {
      line("inner state", "differs", "though all numbers that are shown are the same");
    }
  }

 private:
  void line(const char* what, const std::string& a, const std::string& b) {
    out_.print("{}: {}, {}\n", what, a, b);
    is_empty_ = false;
  }
  void text(const char* what, const std::string& a, const std::string& b) {
    if (a != b) { line(what, a, b); }
  }
  void number(const char* what, double a, double b) { text(what, number_text(a, a_), number_text(b, b_)); }
  void count(const char* what, uint64_t a, uint64_t b) { text(what, std::to_string(a), std::to_string(b)); }

  void compare_layout() {
    text("learner", learner_of(a_), learner_of(b_));
    text("agent", a_.agent ? "yes" : "no", b_.agent ? "yes" : "no");
    text("scalar", scalar_of(a_), scalar_of(b_));
    if (a_.fixed && b_.fixed) { text("formats", formats_text(*a_.fixed), formats_text(*b_.fixed)); }
    text("fingerprint", fmt::format("0x{:08X}", a_.fingerprint), fmt::format("0x{:08X}", b_.fingerprint));
    count("revision", a_.revision, b_.revision);
  }

  void compare_configuration() {
    const LearnerOptions a = configuration_of(a_);
    const LearnerOptions b = configuration_of(b_);
    text("rule", a.rule, b.rule);
    text("lambda", a.lambda, b.lambda);
    text("ratio", a.ratio, b.ratio);
    text("schedule", a.schedule, b.schedule);
    const auto text_of = [](const std::string& option, const char* otherwise) {
      return option.empty() ? otherwise : option;
    };
    text("average reward's schedule", text_of(a.average_reward_schedule, "the same"),
         text_of(b.average_reward_schedule, "the same"));
    text("projection", a.projection, b.projection);
    text("constant direction", text_of(a.constant_direction, "none"), text_of(b.constant_direction, "none"));
    const auto* const first = std::get_if<std::vector<double>>(&a_.settings.constant_direction);
    const auto* const second = std::get_if<std::vector<double>>(&b_.settings.constant_direction);
    if (first != nullptr && second != nullptr) { compare_arrays("constant direction", "dir", *first, *second); }
  }

  void compare_progress() {
    count("updates", a_.updates, b_.updates);
    count("projections", a_.projections, b_.projections);
    count("rejections", a_.rejections, b_.rejections);
    count("t of the schedule", a_.schedule_time, b_.schedule_time);
    count("saturations", a_.saturations, b_.saturations);
    number("average reward", a_.average_reward, b_.average_reward);
    number("rest of the average reward", a_.average_reward_rest, b_.average_reward_rest);
  }

  void compare_agents(const SavedAgent& a, const SavedAgent& b) {
    count("actions", a.actions, b.actions);
    text("epsilon", exploration_text(a_), exploration_text(b_));
    text("generator", fmt::format("0x{:016X}", a.generator), fmt::format("0x{:016X}", b.generator));
    count("last action", a.action, b.action);
    count("decisions", a.decisions, b.decisions);
    count("skipped", a.skipped, b.skipped);
    text("has observed", a.has_observed ? "yes" : "no", b.has_observed ? "yes" : "no");
    text("only evaluates", a.is_evaluating ? "yes" : "no", b.is_evaluating ? "yes" : "no");
    if (a.features != b.features) { line("last features", "differ", fmt::format("{} words", a.features.size())); }
  }

  static std::string health(const Snapshot& snapshot) {
    const auto health = health_of(snapshot);
    return health ? fmt::format("{}", fmt::join(health_text(*health), "; ")) : "none";
  }
  static std::string guard(const Snapshot& snapshot) {
    const auto guard = guard_of(snapshot);
    return guard ? guard_text(*guard) : "none";
  }
  void compare_companions() {
    text("health", health(a_), health(b_));
    text("guard", guard(a_), guard(b_));
    const auto words = [](const Snapshot& snapshot) {
      std::size_t count = 0;
      for (const SavedSection& section : snapshot.companions) { count += section.words.size(); }
      return count;
    };
    const auto is_same = [](const SavedSection& a, const SavedSection& b) {
      return a.head == b.head && a.words == b.words;
    };
    if (!std::equal(a_.companions.begin(), a_.companions.end(), b_.companions.begin(), b_.companions.end(), is_same)) {
      line("words of companions", fmt::format("{}", words(a_)), fmt::format("{}, with other contents", words(b_)));
    }
  }

  /// How many differ, and where most.
  void compare_arrays(const char* what, const char* prefix, const std::vector<double>& a,
                      const std::vector<double>& b) {
    if (a.size() != b.size()) { return count(what, a.size(), b.size()); }
    std::size_t different = 0;
    std::size_t most = 0;
    double largest = -1;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (ballast::to_bits(a[i]) == ballast::to_bits(b[i])) { continue; }
      ++different;
      if (std::abs(a[i] - b[i]) > largest) {
        largest = std::abs(a[i] - b[i]);
        most = i;
      }
    }
    if (different == 0) { return; }
    out_.print("{}: {} of {} differ, most {}_{}: {}, {} (by {:.6g})\n", what, different, a.size(), prefix, most,
               number_text(a[most], a_), number_text(b[most], b_), largest);
    is_empty_ = false;
  }

  const Snapshot& a_;
  const Snapshot& b_;
  OutputFile& out_;
  bool is_empty_ = true;
};

int run(const Options& options) {
  if (options.first == "-" && options.second == "-") { throw InputError("only one of the two can be standard input"); }
  const Snapshot a = read_snapshot(options.first, Scalars::all);
  const Snapshot b = read_snapshot(options.second, Scalars::all);
  OutputFile out("");
  Differences differences(a, b, out);
  differences.compare();
  out.finish();
  return differences.is_empty() ? 0 : 1;
}

}  // namespace

void add_snapshot_diff(Command& snapshot) {
  const auto options = std::make_shared<Options>();
  Command command = snapshot.add_command("diff", "What differs between two snapshots");
  command.add("first", options->first, "A snapshot ('-': standard input)").required();
  command.add("second", options->second, "Another one").required();
  command.footer(
      "Exit code: 0 if they are the same, 1 if they differ, 2 if one cannot be read.\n"
      "Example: ballast snapshot diff yesterday.snapshot today.snapshot");
  command.callback_with_exit_code([options] { return run(*options); });
}

}  // namespace tool
