#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/log_commands.hpp"
#include "commands/log_configuration.hpp"
#include "commands/replay_binary.hpp"
#include "experiments/files/output_file.hpp"
#include "io/binary_log_writer.hpp"
#include "io/log_reader.hpp"
#include "io/open_rows.hpp"
#include "io/record_csv.hpp"
#include "io/same_file.hpp"

namespace tool {

using ballast::experiments::OutputFile;

namespace {

struct Options {
  std::string file;
  uint64_t from = 0;
  std::optional<uint64_t> last;
  std::vector<std::string> ignored;
  std::string out;

  uint64_t to() const { return last.value_or(UINT64_MAX - 1); }
  std::string range() const { return fmt::format("from {} to {}", from, last ? std::to_string(*last) : "the end"); }
};

// --- binary ---------------------------------------------------------------------------------------------------------

/// Writes the part from one tick to another, and first the state before it, which the replay has computed.
template <class T>
class Cut final : public ReplayListener<T> {
 public:
  Cut(OutputFile& out, const LogLayout& layout, const Options& options) : writer_(out, layout), options_(options) {}

  void before(const Record<T>& record, const Player<T>* player) override {
    if (has_begun_ || player == nullptr || record.tick < options_.from) { return; }
    has_begun_ = true;
    writer_.write(BlockKind::state, player->snapshot(), record.tick);
    if (here_.kind == RecordKind::from) { writer_.write(here_, player->average_reward()); }
  }

  void after(const Record<T>& record, const Player<T>* player) override {
    if (!has_begun_) { return remember(record); }
    if (player != nullptr) {
      writer_.write(record, player->average_reward());
      if (is_tick(record.kind)) { ++ticks_; }
    } else {
      lose(record);
    }
  }

  /// After the cut has begun, every one is kept, whatever its tick: where logs were joined, ticks begin again. After
  /// what was lost, one goes on from a checkpoint as from a state.
  void snapshot(const LoggedSnapshot& logged, uint64_t tick) override {
    const bool is_checkpoint = logged.kind == BlockKind::checkpoint;
    if (!has_begun_ && (tick < options_.from || is_checkpoint)) { return; }
    if (is_lost_ && is_checkpoint && needs_unknown_features(logged.snapshot)) { return; }
    writer_.write(is_lost_ && is_checkpoint ? BlockKind::state : logged.kind, logged.snapshot, tick);
    has_begun_ = true;
    is_lost_ = false;
  }

  void missing() override {
    Record<T> gap;
    gap.kind = RecordKind::gap;
    if (has_begun_) { lose(gap); }
  }

  void finish() { writer_.finish(); }
  uint64_t ticks() const { return ticks_; }
  uint64_t left_out() const { return left_out_; }

 private:
  /// The state that the first update will leave.
  void remember(const Record<T>& record) {
    if (record.kind != RecordKind::from && record.kind != RecordKind::update) { return; }
    here_.kind = RecordKind::from;
    here_.features = record.features;
    here_.value = record.value;
  }

  /// What cannot be computed is one gap, up to the next state.
  void lose(const Record<T>& record) {
    if (is_tick(record.kind)) { ++left_out_; }
    if (is_lost_) { return; }
    is_lost_ = true;
    Record<T> gap;
    gap.kind = RecordKind::gap;
    gap.number = record.kind == RecordKind::gap ? record.number : 0;
    writer_.write(gap, T{});
  }

  BinaryLogWriter<T> writer_;
  const Options& options_;
  Record<T> here_;
  bool has_begun_ = false;
  bool is_lost_ = false;
  uint64_t ticks_ = 0;
  uint64_t left_out_ = 0;
};

/// What a replay says about a log without a state has the advice of an option that a cut does not have.
template <class T>
bool run_replay(BinaryReplay<T>& replay, const std::string& log) {
  const std::string no_state = log + ": no state to start from";
  try {
    return replay.run();
  } catch (const InputError& error) {
    if (std::string_view(error.what()).substr(0, no_state.size()) != no_state) { throw; }
    throw InputError(no_state + ", so no tick can be computed");
  }
}

template <class T>
int cut_binary(const Options& options, std::unique_ptr<InputFile> file) {
  BinaryLog<T> log(std::move(file));
  OutputFile out(options.out);
  Cut<T> cut(out, log.layout(), options);
  BinaryReplay<T> replay(log, &cut);
  replay.end_before(options.to() + 1);
  if (!run_replay(replay, log.name())) {
    fmt::print(stderr, "ballast: {}\n", replay.difference());
    return 1;
  }
  if (cut.ticks() == 0) {
    throw InputError(fmt::format("{}: no tick {} can be computed", log.name(), options.range()));
  }
  if (cut.left_out() != 0) {
    fmt::print(stderr, "ballast: {}: {} {} left out\n", log.name(), cut.left_out(),
               cut.left_out() == 1 ? "tick after a gap is" : "ticks after gaps are");
  }
  cut.finish();
  out.finish();
  return 0;
}

// --- CSV ------------------------------------------------------------------------------------------------------------

/// The number of steps of the whole is not that of a part.
std::string without_steps(const std::string& comment) {
  std::string kept;
  for (std::size_t begin = comment.find_first_not_of(' '); begin != std::string::npos;) {
    const std::size_t end = std::min(comment.find(' ', begin), comment.size());
    const std::string word = comment.substr(begin, end - begin);
    if (word.rfind("steps=", 0) != 0) { kept += " " + word; }
    begin = comment.find_first_not_of(' ', end);
  }
  return kept;
}

/// What it says about itself, the header, and the rows as they are.
void cut_csv(const Options& options, std::unique_ptr<InputFile> file) {
  LogReader<double> log(std::move(file), options.ignored);
  LogConfiguration(log.comments(), log.name()).check_features(log.dimension());
  OutputFile out(options.out);
  for (const LineReader::Comment& comment : log.comments()) {
    const std::string text = without_steps(comment.text);
    if (!text.empty()) { out.print("{}{}\n", log_comment, text); }
  }
  out.print("{}\n", log.line());
  LogRow<double> row;
  uint64_t rows = 0;
  while (log.next(row)) {
    if (row.t < options.from || row.t > options.to()) { continue; }
    out.print("{}\n", log.line());
    ++rows;
  }
  if (rows == 0) { throw InputError(fmt::format("{}: no row has t {}", log.name(), options.range())); }
  out.finish();
}

int run(const Options& options) {
  if (options.from > options.to()) {
    throw InputError(fmt::format("--from {} --to {}: the end is before the beginning", options.from, options.to()));
  }
  refuse_same_file({{"the log", options.file}}, {{"--out", options.out}});
  auto file = std::make_unique<InputFile>(options.file);
  if (!is_binary_log(*file)) {
    refuse_record_csv(*file);
    cut_csv(options, std::move(file));
    return 0;
  }
  refuse_columns(options.ignored, file->name());
  const bool is_double = number_bytes_of(*file) == 8;
  return is_double ? cut_binary<double>(options, std::move(file)) : cut_binary<float>(options, std::move(file));
}

}  // namespace

void add_log_cut(Command& log) {
  const auto options = std::make_shared<Options>();
  Command command = log.add_command("cut", "A part of a log, which still replays");
  command.add("file", options->file, "A binary log or a CSV ('-': standard input)").required();
  command.add("--from", options->from, "The first tick; of a CSV, the first t");
  command.add("--to", options->last, "The last one (the end if not given)");
  command.add("--ignore", options->ignored, "NAME[,NAME..]: other columns of a CSV, which are kept as they are");
  command.add("--out", options->out, "File to write (standard output if not given)");
  command.footer(
      "A binary log is replayed up to the first tick, and begins with the state that this gives. If a decision is\n"
      "computed otherwise than it was recorded: exit code 1. Where ticks begin again, because logs were joined, the "
      "part\n"
      "begins at the first tick from --from on and ends before the first tick beyond --to.\n"
      "A part of a CSV has no state: it replays from zero.\n"
      "Example: ballast log cut week.log --from 120000 --to 130000 --out failure.log");
  command.callback_with_exit_code([options] { return run(*options); });
}

}  // namespace tool
