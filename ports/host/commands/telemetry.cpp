#include "commands/telemetry.hpp"

#include <ballast/version.hpp>

#include <charconv>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "commands/telemetry_chart.hpp"
#include "commands/telemetry_devices.hpp"
#include "commands/telemetry_history.hpp"
#include "experiments/charts/gnuplot.hpp"
#include "experiments/files/error.hpp"
#include "experiments/files/output_file.hpp"
#include "experiments/text/number_format.hpp"
#include "io/same_file.hpp"
#include "io/telemetry_file.hpp"
#include "io/telemetry_writer.hpp"

namespace tool {

using ballast::experiments::counted;
using ballast::experiments::InputError;
using ballast::experiments::OutputFile;

namespace {

struct Options {
  std::vector<std::string> files;
  std::string out;
  std::string plot;
  std::vector<std::string> devices;

  /// A plot needs no table.
  bool has_table() const { return !out.empty() || plot.empty(); }
};

uint32_t device_from(const std::string& text) {
  uint32_t device = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, device);
  if (error != std::errc{} || stopped != end) {
    throw InputError(fmt::format("--device: '{}' is not a number from 0 to 4294967295", text));
  }
  return device;
}

std::set<uint32_t> devices_from(const Options& options) {
  std::set<uint32_t> devices;
  for (const std::string& text : options.devices) { devices.insert(device_from(text)); }
  return devices;
}

void check_files(const Options& options) {
  std::vector<NamedFile> inputs;
  for (const std::string& file : options.files) { inputs.push_back({"the records", file}); }
  std::vector<NamedFile> outputs;
  if (options.has_table()) { outputs.push_back({"--out", options.out}); }
  if (!options.plot.empty()) { outputs.push_back({"--plot", options.plot}); }
  refuse_same_file(inputs, outputs);
}

/// Before anything is read.
void require_plots() {
  try {
    ballast::experiments::require_gnuplot();
  } catch (const InputError& error) {
    throw InputError(fmt::format("--plot: {}; without --plot the table is written", error.what()));
  }
}

class Run {
 public:
  explicit Run(const Options& options) : options_(options), chosen_(devices_from(options)) {
    if (options.has_table()) {
      table_.emplace(options.out);
      writer_.emplace(*table_);
    }
    if (!options.plot.empty()) { plot_.emplace(options.plot); }
  }

  void read(const std::string& path) {
    uint64_t stretches = 0;
    TelemetryFile file(path, [&](SkippedBytes skipped) {
      if (++stretches > most_reported) { return; }
      fmt::print(stderr, "ballast: {}: at byte {}: {} skipped: no record\n", file_name(path), skipped.offset,
                 counted(skipped.count, "byte"));
    });
    ballast::Telemetry record;
    while (file.next(record)) { add(record); }
    report(file, stretches);
    if (file.records() == 0 && options_.files.size() > 1) {
      fmt::print(stderr, "ballast: {}: no record in {}\n", file.name(), counted(file.bytes(), "byte"));
    }
    bytes_ += file.bytes();
  }

  void finish() {
    refuse_nothing();
    refuse_unknown_devices();
    if (plot_) { print_image(telemetry_picture(std::move(history_)), "ballast " BALLAST_VERSION " telemetry", *plot_); }
    if (table_) { table_->finish(); }
    if (plot_) { plot_->finish(); }
    fmt::print(stderr, "{}", devices_.summary());
  }

 private:
  static constexpr uint64_t most_reported = 20;  // stretches of bytes in one file

  static std::string file_name(const std::string& path) { return path == "-" ? "standard input" : path; }

  void add(const ballast::Telemetry& record) {
    if (!chosen_.empty() && chosen_.count(record.device) == 0) {
      others_.insert(record.device);
      return;
    }
    const DeviceTally& tally = devices_.add(record);
    if (writer_) { writer_->write(record, tally.restarts); }
    if (plot_) { history_.add(record); }
  }

  static void report(const TelemetryFile& file, uint64_t stretches) {
    if (stretches > most_reported) {
      fmt::print(stderr, "ballast: {}: {} skipped in {} places, of which the first {} are listed\n", file.name(),
                 counted(file.bytes_skipped(), "byte"), stretches, most_reported);
    }
    if (file.records_of_later_version() > 0) {
      fmt::print(stderr, "ballast: {}: {} of a later version skipped: this tool knows version {}\n", file.name(),
                 counted(file.records_of_later_version(), "record"), ballast::telemetry_version);
    }
  }

  void refuse_nothing() const {
    if (devices_.all().empty() && others_.empty()) {
      throw InputError(fmt::format("{}: no record in {}",
                                   options_.files.size() == 1 ? file_name(options_.files.front()) : "all files",
                                   counted(bytes_, "byte")));
    }
  }

  void refuse_unknown_devices() const {
    constexpr std::size_t most_listed = 20;
    for (const uint32_t device : chosen_) {
      if (devices_.all().count(device) != 0) { continue; }
      std::set<uint32_t> known = others_;
      for (const auto& [of_chosen, tally] : devices_.all()) { known.insert(of_chosen); }
      const bool is_long = known.size() > most_listed;
      if (is_long) { known.erase(std::next(known.begin(), most_listed), known.end()); }
      throw InputError(fmt::format("--device {}: there is no record of it, but of {}{}", device, fmt::join(known, ", "),
                                   is_long ? ", ..." : ""));
    }
  }

  const Options& options_;
  std::set<uint32_t> chosen_;  // all, if there are none
  std::set<uint32_t> others_;
  std::optional<OutputFile> table_;
  std::optional<TelemetryWriter> writer_;
  std::optional<OutputFile> plot_;
  TelemetryDevices devices_;
  TelemetryHistory history_;
  uint64_t bytes_ = 0;
};

void run(const Options& options) {
  check_files(options);
  if (!options.plot.empty()) { require_plots(); }
  Run run(options);
  for (const std::string& file : options.files) { run.read(file); }
  run.finish();
}

}  // namespace

void add_telemetry(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command = line.add("telemetry", "Decode the telemetry that devices have sent, and draw its history");
  command.add_list("files", options->files, "Files of records one after another ('-': standard input)").required();
  command.add("--out", options->out, "CSV to write (standard output if not given, unless there is --plot)");
  command.add("--plot", options->plot, "SVG to write: the history of the devices, drawn by gnuplot");
  command.add("--device", options->devices, "N[,N..]: these devices alone");
  command.footer(
      "Bytes that are no record, or one that was damaged or cut off, are skipped up to the next record with a right\n"
      "checksum, and reported on standard error with their place. So are, at the end, the last verdict of each "
      "device,\n"
      "restarts (a count went down) and times that repeat or go back. Nothing readable at all: exit code 2.\n"
      "Columns written, one row for each record, in the order of the files: device,time,verdict,... and, derived,\n"
      "explained = 1 - (td_error_size / reward_deviation)^2 and norm_per_radius (docs/TELEMETRY.md).\n"
      "Up to six devices have a line each in the plot; more are a fleet, with median and 10 to 90 %.\n"
      "Example: ballast telemetry devices.bin --out devices.csv --plot devices.svg");
  command.callback([options] { run(*options); });
}

}  // namespace tool
