#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <utility>

#include "commands/learner_option_list.hpp"
#include "commands/log_as_rows.hpp"
#include "commands/log_commands.hpp"
#include "commands/log_configuration.hpp"
#include "commands/snapshot_learner.hpp"
#include "commands/snapshot_text.hpp"
#include "engine/player.hpp"
#include "experiments/files/output_file.hpp"
#include "io/binary_log_writer.hpp"
#include "io/binary_rows.hpp"
#include "io/record_csv.hpp"
#include "io/same_file.hpp"

namespace tool {

using ballast::experiments::OutputFile;

namespace {

struct Options {
  std::string file;
  LearnerOptions learner;
  std::string scalar = "float";
  std::vector<std::string> ignored;
  bool has_records = false;
  std::string out;
  GivenOptions given;
};

// --- to a CSV of rows -----------------------------------------------------------------------------------------------

/// Says on stderr what a user who expects rows would miss.
void report(const LogAsRows& log, const std::string& path) {
  if (log.is_of_learner && !log.obstacle.empty()) {
    fmt::print(stderr, "ballast: {}: records, because rows would not replay to the same bits: {}\n", path,
               log.obstacle);
  } else if (log.left_out != 0) {
    fmt::print(stderr, "ballast: {}: {} {} not in the rows ('--records' keeps all)\n", path, log.left_out,
               log.left_out == 1 ? "record is" : "records are");
  }
}

template <class T>
void write_rows(const std::string& path, const Snapshot& start, OutputFile& out) {
  const LearnerOptions configuration = configuration_of(start);
  out.print("{} scalar={} rule={} lambda={} ratio={} schedule={}", log_comment, scalar_of(start), configuration.rule,
            configuration.lambda, configuration.ratio, configuration.schedule);
  if (!configuration.average_reward_schedule.empty()) {
    out.print(" average_reward_schedule={}", configuration.average_reward_schedule);
  }
  out.print(" projection={}", configuration.projection);
  if (!configuration.constant_direction.empty()) {
    out.print(" constant_direction={}", configuration.constant_direction);
  }
  if (start.fingerprint != 0) { out.print(" fingerprint=0x{:08X}", start.fingerprint); }
  out.print("\nt,reward");
  for (std::size_t i = 0; i < start.weights.size(); ++i) { out.print(",phi_{}", i); }
  out.print("\n");
  BinaryRows<T, T> rows(std::make_unique<InputFile>(path));
  LogRow<T> row;
  while (rows.next(row)) {
    out.print("{},", row.t);
    if (row.has_reward) { out.print("{}", row.reward); }
    out.print(",{}\n", fmt::join(row.phi.values, ","));
  }
}

template <class T>
void to_csv(const Options& options, OutputFile& out) {
  if (options.has_records) { return write_record_csv<T>(std::make_unique<InputFile>(options.file), out); }
  const LogAsRows log = log_as_rows<T>(options.file);
  report(log, options.file);
  if (!log.start || !log.obstacle.empty()) {
    return write_record_csv<T>(std::make_unique<InputFile>(options.file), out);
  }
  write_rows<T>(options.file, *log.start, out);
}

// --- from a CSV of rows ---------------------------------------------------------------------------------------------

/// Learns from the rows, as a replay does, and records it.
template <class T>
class RowRecorder {
 public:
  RowRecorder(LogReader<T>& log, OutputFile& out, std::unique_ptr<Player<T>> player)
      : log_(log), writer_(out, layout_of(log)), player_(std::move(player)) {}

  void run() {
    if (!log_.next(here_)) { throw InputError(fmt::format("{}: no rows", log_.name())); }
    const Snapshot start = player_->snapshot();
    writer_.write(start.average_reward == 0 ? BlockKind::start : BlockKind::state, start, here_.t);
    write_from();
    for (; log_.next(there_); std::swap(here_, there_)) { there_.t == here_.t + 1 ? learn() : reset(); }
    writer_.finish();
    if (resets_ == 0) { return; }
    fmt::print(stderr,
               "ballast: {}: {} {} or refused: the trace is reset there, and ticks are counted without the gaps\n",
               log_.name(), resets_, resets_ == 1 ? "transition is in a gap" : "transitions are in gaps");
  }

 private:
  static LogLayout layout_of(const LogReader<T>& log) {
    LogLayout layout;
    layout.number_bytes = sizeof(T);
    layout.features = static_cast<uint32_t>(log.dimension());
    return layout;
  }

  void write_from() {
    record_ = Record<T>{};
    record_.kind = RecordKind::from;
    record_.features = here_.phi;
    writer_.write(record_, player_->average_reward());
  }

  void learn() {
    const ballast::Status status = player_->update(here_.phi, here_.reward, there_.phi).status;
    record_.kind = RecordKind::update;
    record_.reward = here_.reward;
    record_.features = there_.phi;
    record_.status = status;
    record_.has_learned = status == ballast::Status::ok;
    writer_.write(record_, player_->average_reward());
    if (status != ballast::Status::ok) { reset_trace(); }
  }

  /// Nothing is learned across a gap.
  void reset() {
    reset_trace();
    std::swap(here_, there_);
    write_from();
    std::swap(here_, there_);
  }
  void reset_trace() {
    ++resets_;
    player_->reset_trace();
    Record<T> record;
    record.kind = RecordKind::reset;
    writer_.write(record, player_->average_reward());
  }

  LogReader<T>& log_;
  BinaryLogWriter<T> writer_;
  std::unique_ptr<Player<T>> player_;
  LogRow<T> here_;
  LogRow<T> there_;
  Record<T> record_;
  uint64_t resets_ = 0;
};

template <class T>
void record_rows(const Options& options, LogReader<float>&& opened, const LogConfiguration& configuration,
                 OutputFile& out) {
  LogReader<T> log(std::move(opened));
  configuration.check_features(log.dimension());
  const LearnerOptions merged = configuration.merged<T>(options.learner, options.given.names(), log.dimension());
  const auto learner = start_learner<T>(merged, log.dimension());
  report_assumed(configuration, merged, options.given.names(), log.name());
  RowRecorder<T>(log, out, resume_player<T>(snapshot_of(*learner, configuration.fingerprint(), 0))).run();
}

void from_rows(const Options& options, std::unique_ptr<InputFile> file, OutputFile& out) {
  LogReader<float> log(std::move(file), options.ignored);
  const LogConfiguration configuration(log.comments(), log.name());
  const bool is_given = options.given.names().count("--scalar") != 0;
  configuration.scalar(options.scalar, is_given) == "double"
      ? record_rows<double>(options, std::move(log), configuration, out)
      : record_rows<float>(options, std::move(log), configuration, out);
}

// --- all of it ------------------------------------------------------------------------------------------------------

/// Which can be read several times; a pipe cannot.
bool is_regular_file(const std::string& path) {
  return path != "-" && std::filesystem::is_regular_file(path);
}

/// A binary log and records have their configuration, and no columns.
void refuse_unused(const Options& options, const std::string& log) {
  const std::set<std::string> given = options.given.names();
  if (!given.empty()) {
    throw InputError(
        fmt::format("{}: {} has the configuration of its learner; leave the option out", *given.begin(), log));
  }
  if (!options.ignored.empty()) {
    throw InputError(fmt::format("--ignore {}: only a CSV of rows has other columns", options.ignored[0]));
  }
}

void refuse_records(const Options& options, const std::string& log) {
  if (options.has_records) { throw InputError(fmt::format("--records: {} is a CSV, which becomes a binary log", log)); }
}

void convert(const Options& options, std::unique_ptr<InputFile> file, OutputFile& out) {
  if (is_binary_log(*file)) {
    refuse_unused(options, file->name());
    refuse_fixed_point(*file);
    if (!is_regular_file(options.file)) {
      return number_bytes_of(*file) == 8 ? write_record_csv<double>(std::move(file), out)
                                         : write_record_csv<float>(std::move(file), out);
    }
    return number_bytes_of(*file) == 8 ? to_csv<double>(options, out) : to_csv<float>(options, out);
  }
  refuse_records(options, file->name());
  const std::string_view records = records_comment;
  if (file->peek(records.size()) == records) {
    refuse_unused(options, file->name());
    return read_record_csv(std::move(file), out);
  }
  from_rows(options, std::move(file), out);
}

void run(const Options& options) {
  refuse_same_file({{"the log", options.file}}, {{"--out", options.out}});
  auto file = std::make_unique<InputFile>(options.file);
  OutputFile out(options.out);
  convert(options, std::move(file), out);
  out.finish();
}

}  // namespace

void add_log_convert(Command& log) {
  const auto options = std::make_shared<Options>();
  Command command = log.add_command("convert", "A binary log as a CSV, or back");
  command.add("file", options->file, "A binary log or a CSV ('-': standard input)").required();
  command.add_flag("--records", options->has_records, "To a CSV: records, also where rows t,reward,phi_0,... would do");
  command.add("--ignore", options->ignored, "NAME[,NAME..]: other columns of a CSV, which are not read");
  command.add("--out", options->out, "File to write (standard output if not given)");
  GivenOptions& given = options->given;
  add_configuration(command, options->learner, given);
  given.add("--omega0", command.add("--omega0", options->learner.omega0, "Start of the average reward"));
  given.add("--scalar", command.add("--scalar", options->scalar, "float or double").among({"float", "double"}));
  command.footer(
      "The log of a Learner with an array becomes rows t,reward,phi_0,... with the configuration in a line\n"
      "'# ballast: ...', if these replay to the same bits. Every other log, and one from a pipe, becomes records, one\n"
      "a row. From rows, the learner is run to make a log of it; the options are those of 'ballast replay'.\n"
      "Example: ballast log convert week.log --out week.csv");
  command.callback([options] { run(*options); });
}

}  // namespace tool
