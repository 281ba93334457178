#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>

#include "commands/log_commands.hpp"
#include "commands/replay_binary.hpp"
#include "experiments/files/output_file.hpp"
#include "experiments/text/plural.hpp"
#include "io/binary_log_writer.hpp"
#include "io/log_reader.hpp"
#include "io/record_csv.hpp"
#include "io/same_file.hpp"

namespace tool {

using ballast::experiments::OutputFile;
using ballast::experiments::plural;

namespace {

struct Options {
  std::string file;
  uint64_t from = 0;
  uint64_t to = UINT64_MAX - 1;
  std::string out;
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
      is_lost_ = false;
      writer_.write(record, player->average_reward());
    } else {
      lose(record);
    }
  }

  void snapshot(const LoggedSnapshot& logged, uint64_t tick) override {
    const bool is_state = logged.kind != BlockKind::checkpoint;
    if (tick < options_.from || (!has_begun_ && !is_state) || (is_lost_ && !is_state)) { return; }
    has_begun_ = true;
    is_lost_ = false;
    writer_.write(logged.kind, logged.snapshot, tick);
  }

  void missing() override {
    Record<T> gap;
    gap.kind = RecordKind::gap;
    if (has_begun_) { lose(gap); }
  }

  void finish() { writer_.finish(); }
  bool has_begun() const { return has_begun_; }
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
  uint64_t left_out_ = 0;
};

template <class T>
int cut_binary(const Options& options, std::unique_ptr<InputFile> file) {
  BinaryLog<T> log(std::move(file));
  OutputFile out(options.out);
  Cut<T> cut(out, log.layout(), options);
  BinaryReplay<T> replay(log, &cut);
  replay.end_before(options.to + 1);
  if (!replay.run()) {
    fmt::print(stderr, "ballast: {}\n", replay.difference());
    return 1;
  }
  if (!cut.has_begun()) {
    throw InputError(fmt::format("{}: no tick from {} to {} can be computed", log.name(), options.from, options.to));
  }
  if (cut.left_out() != 0) {
    fmt::print(stderr, "ballast: {}: {} {} after gaps left out\n", log.name(), cut.left_out(),
               cut.left_out() == 1 ? "tick is" : "ticks are");
  }
  cut.finish();
  out.finish();
  return 0;
}

// --- CSV ------------------------------------------------------------------------------------------------------------

/// Which field of the header is t.
std::size_t column_of_t(const LineReader& lines, std::string_view header) {
  std::size_t column = 0;
  for (std::size_t begin = 0; begin <= header.size(); ++column) {
    const std::size_t end = std::min(header.find(',', begin), header.size());
    if (header.substr(begin, end - begin) == "t") { return column; }
    begin = end + 1;
  }
  throw lines.error(1, "the header has no column t");
}

uint64_t t_of(const LineReader& lines, std::string_view line, std::size_t column) {
  std::size_t begin = 0;
  for (; column > 0 && begin < line.size(); --column) { begin = std::min(line.find(',', begin), line.size() - 1) + 1; }
  uint64_t t = 0;
  const char* const first = line.data() + begin;
  const auto [end, error] = std::from_chars(first, line.data() + line.size(), t);
  if (error != std::errc{} || (end != line.data() + line.size() && *end != ',')) {
    throw lines.error(begin + 1, "t is not a whole number");
  }
  return t;
}

/// Its comments before the header, the header, and the rows.
void cut_csv(const Options& options, std::unique_ptr<InputFile> file) {
  LineReader lines(std::move(file));
  OutputFile out(options.out);
  std::string_view line;
  std::optional<std::size_t> column;
  uint64_t rows = 0;
  while (lines.next_raw(line)) {
    const bool is_comment = line.empty() || line.front() == '#';
    if (!column) {
      out.print("{}\n", line);
      if (!is_comment) { column = column_of_t(lines, line); }
      continue;
    }
    const bool is_in =
        !is_comment && t_of(lines, line, *column) >= options.from && t_of(lines, line, *column) <= options.to;
    if (!is_in) { continue; }
    out.print("{}\n", line);
    ++rows;
  }
  if (rows == 0) {
    throw InputError(fmt::format("{}: no row has t from {} to {}", lines.name(), options.from, options.to));
  }
  out.finish();
}

int run(const Options& options) {
  if (options.from > options.to) {
    throw InputError(fmt::format("--from {} --to {}: the end is before the beginning", options.from, options.to));
  }
  refuse_same_file({{"the log", options.file}}, {{"--out", options.out}});
  auto file = std::make_unique<InputFile>(options.file);
  if (!is_binary_log(*file)) {
    refuse_record_csv(*file);
    cut_csv(options, std::move(file));
    return 0;
  }
  const bool is_double = number_bytes_of(*file) == 8;
  return is_double ? cut_binary<double>(options, std::move(file)) : cut_binary<float>(options, std::move(file));
}

}  // namespace

void add_log_cut(Command& log) {
  const auto options = std::make_shared<Options>();
  Command command = log.add_command("cut", "A part of a log, which still replays");
  command.add("file", options->file, "A binary log or a CSV ('-': standard input)").required();
  command.add("--from", options->from, "The first tick; of a CSV, the first t");
  command.add("--to", options->to, "The last one");
  command.add("--out", options->out, "File to write (standard output if not given)");
  command.footer(
      "A binary log is replayed up to the first tick, and begins with the state that this gives. If a decision is\n"
      "computed otherwise than it was recorded: exit code 1.\n"
      "Example: ballast log cut week.log --from 120000 --to 130000 --out failure.log");
  command.callback_with_exit_code([options] { return run(*options); });
}

}  // namespace tool
