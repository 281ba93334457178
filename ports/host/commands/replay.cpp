#include "commands/replay.hpp"

#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "commands/fingerprint_option.hpp"
#include "commands/log_configuration.hpp"
#include "commands/replay_log.hpp"
#include "commands/replay_options.hpp"
#include "commands/replay_recorded.hpp"
#include "commands/snapshot_learner.hpp"
#include "experiments/text/plural.hpp"
#include "io/block_reader.hpp"
#include "io/record_csv.hpp"
#include "io/same_file.hpp"
#include "io/snapshot_file.hpp"

namespace tool {

using ballast::experiments::plural;

namespace {

void check_files(const ReplayOptions& options) {
  const std::string& direction = options.learner.constant_direction;
  std::vector<NamedFile> outputs = {{"--out", options.out}};
  if (!options.save.empty()) { outputs.push_back({"--save", options.save}); }
  refuse_same_file({{"the log", options.log},
                    {"--theta0", options.learner.theta0},
                    {"--constant-direction", direction == "ones" ? "" : direction},
                    {"--from", options.from}},
                   outputs);
}

// --- from a snapshot ------------------------------------------------------------------------------------------------

void refuse_start(const ReplayOptions& options, const std::set<std::string>& given, const Snapshot& snapshot) {
  for (const char* option : {"--theta0", "--omega0"}) {
    if (given.count(option) != 0) {
      throw InputError(
          fmt::format("{}: {} has weights and average reward; leave the option out", option, options.from));
    }
  }
  if (given.count("--scalar") != 0 && options.scalar != scalar_of(snapshot)) {
    throw InputError(
        fmt::format("--scalar {}: {} has {}; leave the option out", options.scalar, options.from, scalar_of(snapshot)));
  }
}

template <class T>
std::unique_ptr<DynamicLearner<T>> go_on(const ReplayOptions& options, const LogConfiguration& configuration,
                                         const Snapshot& snapshot, const LogReader<T>& log) {
  auto learner = resume_learner<T>(snapshot, options.from);
  if (!snapshot.companions.empty() && !options.save.empty()) {
    fmt::print(stderr, "ballast: {}: health and guard are not replayed, and are not in {}\n", options.from,
               options.save);
  }
  const std::size_t dimension = snapshot.weights.size();
  if (dimension != log.dimension()) {
    throw InputError(fmt::format("{}: {} {}, but {} has {} {}", options.from, dimension, plural(dimension, "weight"),
                                 log.name(), log.dimension(), plural(log.dimension(), "feature")));
  }
  refuse_contradiction(options.learner, options.given.names(), learner->settings(), options.from, dimension);
  configuration.refuse_contradiction_to(learner->settings(), scalar_of(snapshot), options.from, dimension);
  return learner;
}

// --- all of it ------------------------------------------------------------------------------------------------------

template <class T>
std::unique_ptr<DynamicLearner<T>> start(const ReplayOptions& options, const LogConfiguration& configuration,
                                         const LogReader<T>& log) {
  const LearnerOptions merged = configuration.merged<T>(options.learner, options.given.names(), log.dimension());
  auto learner = start_learner<T>(merged, log.dimension());
  report_assumed(configuration, merged, options.given.names(), log.name());
  return learner;
}

/// In fixed point. Its numbers are double, which has them exactly.
void run_fixed(const ReplayOptions& options, LogReader<float>&& opened, const LogConfiguration& configuration) {
  if (!options.save.empty()) { throw InputError(fmt::format("--save {}: not with --scalar fixed", options.save)); }
  LogReader<double> log(std::move(opened));
  log.limit_features(1);
  configuration.check_features(log.dimension());
  const LearnerOptions merged = configuration.merged<double>(options.learner, options.given.names(), log.dimension());
  const GivenLimits limits = parse_limits(options.limits);
  const auto learner = start_fixed_learner(merged, limits, log.dimension());
  log.limit_active(shape_of(limits, log.dimension()).active);
  report_assumed(configuration, merged, options.given.names(), log.name());
  OutputFile out(options.out);
  replay_log(log, *learner, out, options.on_bad == "skip" ? OnBad::skip : OnBad::stop);
  out.finish();
}

/// That of the snapshot, of the log or of the option; those that are there must agree.
uint32_t fingerprint_of(const ReplayOptions& options, const LogConfiguration& configuration,
                        const std::optional<Snapshot>& from, const std::string& log) {
  std::optional<uint32_t> in_log;
  if (configuration.find("fingerprint") != nullptr) { in_log = configuration.fingerprint(); }
  if (!from) { return fingerprint_from(options.fingerprint, in_log, log); }
  if (in_log && *in_log != from->fingerprint) {
    throw InputError(fmt::format("{}: the fingerprint of its features is 0x{:08X}, and that of {} 0x{:08X}",
                                 options.from, from->fingerprint, log, *in_log));
  }
  return fingerprint_from(options.fingerprint, from->fingerprint, options.from);
}

template <class T>
void run(const ReplayOptions& options, LogReader<float>&& opened, const LogConfiguration& configuration,
         const std::optional<Snapshot>& from) {
  LogReader<T> log(std::move(opened));
  const uint32_t fingerprint = fingerprint_of(options, configuration, from, log.name());
  configuration.check_features(log.dimension());
  const auto learner = from ? go_on<T>(options, configuration, *from, log) : start<T>(options, configuration, log);
  OutputFile out(options.out);
  std::optional<OutputFile> saved;
  if (!options.save.empty()) { saved.emplace(options.save); }
  replay_log(log, *learner, out, options.on_bad == "skip" ? OnBad::skip : OnBad::stop);
  if (saved) {
    write_snapshot(snapshot_of(*learner, fingerprint, from ? from->revision : 0), "--save", *saved);
    saved->finish();
  }
  out.finish();
}

void replay_csv(const ReplayOptions& options, std::unique_ptr<InputFile> file) {
  std::optional<Snapshot> from;
  if (!options.from.empty()) {
    from = read_snapshot(options.from);
    refuse_start(options, options.given.names(), *from);
  }
  LogReader<float> log(std::move(file), options.ignored);
  const LogConfiguration configuration(log.comments(), log.name());
  const bool is_given = options.given.names().count("--scalar") != 0;
  const std::string scalar = from ? scalar_of(*from) : configuration.scalar(options.scalar, is_given);
  if (scalar == "fixed") { return run_fixed(options, std::move(log), configuration); }
  if (options.given.names().count("--limits") != 0) {
    throw InputError(fmt::format("--limits {}: only with --scalar fixed", options.limits));
  }
  scalar == "double" ? run<double>(options, std::move(log), configuration, from)
                     : run<float>(options, std::move(log), configuration, from);
}

int run(const ReplayOptions& options) {
  check_files(options);
  auto file = std::make_unique<InputFile>(options.log);
  if (is_binary_log(*file)) { return replay_recorded(options, std::move(file)); }
  refuse_record_csv(*file);
  replay_csv(options, std::move(file));
  return 0;
}

}  // namespace

void add_replay(CommandLine& line) {
  const auto options = std::make_shared<ReplayOptions>();
  Command command =
      line.add("replay", "Run a learner or an agent over a log: compare its decisions, or write its updates as CSV");
  GivenOptions& given = options->given;
  command.add("log", options->log, "A binary log, or a CSV t,reward,phi_0,... ('-': standard input)").required();
  add_configuration(command, options->learner, given);
  given.add("--theta0",
            command.add("--theta0", options->learner.theta0, "Start weights: a CSV theta0_0,... (zeros if not given)"));
  given.add("--omega0", command.add("--omega0", options->learner.omega0, "Start of the average reward"));
  given.add("--scalar",
            command.add("--scalar", options->scalar, "float, double or fixed; the log is rounded to it once")
                .among({"float", "double", "fixed"}));
  given.add("--limits", command.add("--limits", options->limits,
                                    "With --scalar fixed, its FixedLimits: LAMBDA,RADIUS, then ',unit' if ||phi|| <= "
                                    "1, or ',8' if it has active = 8"));
  command.add("--from", options->from, "Snapshot to go on from; in a binary log, where it was saved");
  command.add("--save", options->save, "Snapshot to write at the end, for a device to resume or adopt");
  command.add("--fingerprint", options->fingerprint, fingerprint_help);
  command.add("--on-bad", options->on_bad, "When a transition is refused, or a block is damaged: skip it, or stop")
      .among({"skip", "stop"});
  command.add("--ignore", options->ignored, "NAME[,NAME..]: other columns of the log, which are not read");
  command.add("--out", options->out, "File to write (standard output if not given; of a binary log: nothing)");
  command.footer(
      "A binary log of a flight recorder needs no options: what it is of is run again, every decision is compared, "
      "and\n"
      "a summary is printed. --out then writes the updates. Exit code 1: something was computed otherwise than it was\n"
      "recorded; the first difference is named.\n"
      "A CSV has up to 4096 features; lines that begin with # are comments. t counts up by one: nothing is learned\n"
      "across a gap, and the trace is empty after it. The last row needs no reward. A transition with nan, inf or\n"
      "a number too large for the scalar is refused; after it, too, the trace is empty. Each refusal is reported on\n"
      "standard error. Columns other than t, reward, phi_0, ... must be named in --ignore.\n"
      "'# ballast: lambda=0.5 schedule=constant:0.1' before the header has the configuration of the learner; an "
      "option\n"
      "that contradicts it, a binary log or --from is an error.\n"
      "Columns written: t,beta,eff_theta,eff_omega,znorm2,delta,proj,omega,theta_0,... with omega and theta after the\n"
      "update; proj is 1 if a joint ball acted, and with separate balls 1 for omega plus 2 for theta.\n"
      "A CSV in two parts: the second begins with the row that the first ends with.\n"
      "Example: ballast replay log.csv --schedule constant:0.5 --projection joint:100 --out trace.csv");
  command.callback_with_exit_code([options] { return run(*options); });
}

}  // namespace tool
