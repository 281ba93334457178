#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/log_commands.hpp"
#include "commands/log_configuration.hpp"
#include "commands/snapshot_text.hpp"
#include "experiments/files/output_file.hpp"
#include "experiments/text/plural.hpp"
#include "io/binary_log.hpp"
#include "io/log_reader.hpp"
#include "io/open_rows.hpp"
#include "io/record_csv.hpp"

namespace tool {

using ballast::experiments::OutputFile;
using ballast::experiments::plural;

namespace {

struct Options {
  std::string file;
  std::vector<std::string> ignored;
  std::string on_bad = "stop";
  bool has_records = false;
};

// --- binary ---------------------------------------------------------------------------------------------------------

/// All that is counted in one pass.
struct Contents {
  std::array<uint64_t, 4> snapshots{};  ///< of each kind
  std::array<uint64_t, record_kinds> records{};
  uint64_t refused = 0;  ///< ticks whose status is not ok
  uint64_t explored = 0;
  uint64_t missing_ticks = 0;
  uint64_t breaks = 0;  ///< places where blocks are missing
  std::optional<uint64_t> first_tick;
  uint64_t end_tick = 0;
  uint64_t bytes = 0;
  std::optional<Snapshot> first;
};

template <class T>
void print_record(const BinaryLog<T>& log, const Record<T>& record, OutputFile& out) {
  out.print("{:>10}  {:<9}", record.tick, name_of(record.kind));
  if (has_reward(record.kind)) { out.print(" reward {}", record.reward); }
  if (record.has_feasible) { out.print(" feasible 0x{:x}", record.feasible); }
  if (is_tick(record.kind) && log.layout().actions != 0) {
    out.print(" action {}{}", record.action, record.is_exploring ? " at random" : "");
  }
  if (record.kind == RecordKind::evaluate) { out.print(" {}", record.only_evaluates() ? "on" : "off"); }
  if (record.has_learned) { out.print(" learned"); }
  if (record.status != ballast::Status::ok) { out.print(" {}", name(record.status)); }
  if (record.kind == RecordKind::saved) { out.print(" revision {}", record.number); }
  if (record.kind == RecordKind::gap) { out.print(" of {} {}", record.number, plural(record.number, "tick")); }
  if (record.kind == RecordKind::readings) { out.print(" {}", fmt::join(record.readings, " ")); }
  if (has_features(record.kind)) {
    const Features<T>& features = record.features;
    const bool is_listed = features.is_sparse && log.layout().written_as != WrittenAs::pairs;
    out.print(" features ");
    is_listed ? out.print("{}", fmt::join(features.indices, " ")) : out.print("{}", fmt::join(features.values, " "));
  }
  out.print("\n");
}

template <class T>
void add_record(const Record<T>& record, Contents& contents) {
  ++contents.records[static_cast<std::size_t>(record.kind)];
  if (record.kind == RecordKind::gap) { contents.missing_ticks += record.number; }
  if (!is_tick(record.kind)) { return; }
  if (record.status != ballast::Status::ok) { ++contents.refused; }
  if (record.is_exploring) { ++contents.explored; }
  if (!contents.first_tick) { contents.first_tick = record.tick; }
  contents.end_tick = record.tick + 1;
}

template <class T>
Contents read_all(BinaryLog<T>& log, bool has_records, OutputFile& out) {
  Contents contents;
  for (LogItem item = log.next(); item != LogItem::end; item = log.next()) {
    if (item == LogItem::record) {
      add_record(log.record(), contents);
      if (has_records) { print_record(log, log.record(), out); }
      continue;
    }
    const LoggedSnapshot& logged = log.snapshot();
    const std::string text = item == LogItem::missing ? log.missing() : name_of(logged.kind);
    if (has_records) { out.print("{:>10}  {}\n", log.tick(), text); }
    if (item == LogItem::missing) {
      ++contents.breaks;
    } else {
      ++contents.snapshots[static_cast<std::size_t>(logged.kind) - 1];
      if (!contents.first) { contents.first = logged.snapshot; }
    }
  }
  contents.bytes = log.block().at + log.block().bytes();
  return contents;
}

void print_type(const Contents& contents, const LogLayout& layout, OutputFile& out) {
  if (!contents.first) {
    return out.print("type            not known: there is no start, state or checkpoint ({} {}, {} {})\n",
                     layout.features, plural(layout.features, "feature"), layout.actions,
                     plural(layout.actions, "action"));
  }
  const Snapshot& first = *contents.first;
  out.print("type            {}\n", type_of(first));
  out.print("fingerprint     0x{:08X}\n", first.fingerprint);
  out.print("configuration   {}\n", configuration_text(first));
  if (first.agent) {
    out.print("agent           {} {}, epsilon {}\n", layout.actions, plural(layout.actions, "action"),
              exploration_text(first));
  }
}

void print_contents(const Contents& contents, const LogLayout& layout, OutputFile& out) {
  const uint64_t ticks = contents.records[1] + contents.records[2] + contents.records[3] + contents.records[4];
  out.print("features        {}, written as {}\n", layout.features, name_of(layout.written_as));
  out.print("ticks           {}", ticks);
  if (contents.first_tick) {
    out.print(", from {} to {}; {} refused or skipped, {} random", *contents.first_tick, contents.end_tick - 1,
              contents.refused, contents.explored);
  }
  out.print("\nsnapshots       {} {}, {} {}, {} {}\n", contents.snapshots[0], plural(contents.snapshots[0], "start"),
            contents.snapshots[1], plural(contents.snapshots[1], "state"), contents.snapshots[2],
            plural(contents.snapshots[2], "checkpoint"));
  const uint64_t gaps = contents.records[static_cast<std::size_t>(RecordKind::gap)];
  out.print("gaps            {}, with {} {} missing; blocks are missing in {} {}\n", gaps, contents.missing_ticks,
            plural(contents.missing_ticks, "tick"), contents.breaks, plural(contents.breaks, "place"));
  for (const RecordKind kind : {RecordKind::evaluate, RecordKind::reset, RecordKind::saved, RecordKind::readings}) {
    const uint64_t count = contents.records[static_cast<std::size_t>(kind)];
    if (count != 0) { out.print("{:<16}{}\n", name_of(kind), count); }
  }
}

template <class T>
void show_binary(const Options& options, std::unique_ptr<InputFile> file, OutputFile& out) {
  BinaryLog<T> log(std::move(file), options.on_bad == "skip" ? OnDamage::skip : OnDamage::stop);
  const Contents contents = read_all(log, options.has_records, out);
  out.print("{}: a binary log\n", log.name());
  print_type(contents, log.layout(), out);
  print_contents(contents, log.layout(), out);
  out.print("size            {} bytes in {} {}{}\n", contents.bytes, log.count_of_blocks(),
            plural(log.count_of_blocks(), "block"),
            log.blocks().torn_bytes() == 0 ? "" : fmt::format(", {} more of a torn end", log.blocks().torn_bytes()));
}

// --- CSV ------------------------------------------------------------------------------------------------------------

/// Where there is no reward, '-' stands for it.
void print_row(const LogRow<double>& row, OutputFile& out) {
  const std::string reward = row.has_reward ? fmt::format("{}", row.reward) : "-";
  out.print("{:>10}  {} {}\n", row.t, reward, fmt::join(row.phi.values, " "));
}

void show_csv(const Options& options, std::unique_ptr<InputFile> file, OutputFile& out) {
  LogReader<double> log(std::move(file), options.ignored);
  LogConfiguration(log.comments(), log.name()).check_features(log.dimension());
  uint64_t rows = 0;
  uint64_t gaps = 0;
  uint64_t first = 0;
  LogRow<double> row;
  for (uint64_t last = 0; log.next(row); last = row.t) {
    if (rows == 0) { first = row.t; }
    if (rows != 0 && row.t != last + 1) { ++gaps; }
    ++rows;
    if (options.has_records) { print_row(row, out); }
  }
  out.print("{}: a CSV\n", log.name());
  for (const LineReader::Comment& comment : log.comments()) { out.print("{:<15}{}\n", "it says", comment.text); }
  out.print("features        {}\nrows            {}", log.dimension(), rows);
  if (rows != 0) { out.print(", t from {} to {}", first, row.t); }
  out.print("\ngaps            {}\n", gaps);
}

void refuse_unused(const Options& options, bool is_binary, const std::string& log) {
  if (is_binary) { return refuse_columns(options.ignored, log); }
  if (options.on_bad == "skip") {
    throw InputError(fmt::format("--on-bad skip: {} is a CSV, which has no blocks; leave the option out", log));
  }
}

void run(const Options& options) {
  auto file = std::make_unique<InputFile>(options.file);
  refuse_unused(options, is_binary_log(*file), file->name());
  OutputFile out("");
  if (!is_binary_log(*file)) {
    refuse_record_csv(*file);
    show_csv(options, std::move(file), out);
  } else if (number_bytes_of(*file) == 8) {
    show_binary<double>(options, std::move(file), out);
  } else {
    show_binary<float>(options, std::move(file), out);
  }
  out.finish();
}

}  // namespace

void add_log_show(Command& log) {
  const auto options = std::make_shared<Options>();
  Command command = log.add_command("show", "What is in a log");
  command.add("file", options->file, "A binary log or a CSV ('-': standard input)").required();
  command.add_flag("--records", options->has_records, "First a line for each record");
  command.add("--on-bad", options->on_bad, "When a block of a binary log is damaged: skip it, or stop")
      .among({"skip", "stop"});
  command.add("--ignore", options->ignored, "NAME[,NAME..]: other columns of a CSV, which are not read");
  command.footer("Example: ballast log show week.log");
  command.callback([options] { run(*options); });
}

}  // namespace tool
