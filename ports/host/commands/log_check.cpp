#include <fmt/format.h>

#include <memory>
#include <new>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "commands/log_check_report.hpp"
#include "commands/log_commands.hpp"
#include "commands/log_configuration.hpp"
#include "experiments/files/output_file.hpp"
#include "io/json_layout.hpp"
#include "io/open_rows.hpp"

namespace tool {

using ballast::experiments::OutputFile;

namespace {

struct Options {
  std::string file;
  std::vector<std::string> ignored;
  double lambda = 0.25;
  bool is_json = false;
};

void check_options(const Options& options) {
  if (!(options.lambda >= 0 && options.lambda < 1)) {
    throw InputError(fmt::format("--lambda {}: must be at least 0 and below 1", options.lambda));
  }
}

LogStatistics statistics_of(std::size_t dimension, const std::string& name) {
  try {
    return LogStatistics(dimension);
  } catch (const std::bad_alloc&) {
    throw InputError(fmt::format("{}: not enough memory for {} features", name, dimension));
  }
}

/// The first row is read before there is memory for all features: a wrong number of them is mostly found there.
LogStatistics read_all(RowSource<double>& rows) {
  LogRow<double> row;
  bool is_row = rows.next(row);
  LogStatistics log = statistics_of(rows.dimension(), rows.name());
  for (; is_row; is_row = rows.next(row)) { log.add(row); }
  return log;
}

void refuse_unusable(const LogStatistics& log, const std::string& name) {
  if (log.rows() < 2) { throw InputError(fmt::format("{}: no transition: a log needs at least two rows", name)); }
  if (log.usable() == 0) {
    throw InputError(
        fmt::format("{}: no usable transition: in none do two rows with finite numbers follow each other, "
                    "with t counting up by one",
                    name));
  }
}

void run(const Options& options) {
  check_options(options);
  const auto rows = open_rows<double>(options.file, options.ignored);
  LogConfiguration(rows->comments(), rows->name()).check_features(rows->dimension());
  if (rows->dimension() == 0) { throw InputError(rows->name() + ": the log has no features"); }
  const LogStatistics log = read_all(*rows);
  refuse_unusable(log, rows->name());
  const FeatureSummary features = summarise(log);
  const LogCheck check{rows->name(), log, features, suggestions_for(log, features, rows->name()),
                       start_for(log, features, options.lambda)};
  OutputFile out("");
  if (options.is_json) {
    out.print("{}\n", laid_out(json_of(check)));
  } else {
    print(check, out);
  }
  out.finish();
}

}  // namespace

void add_log_check(Command& log) {
  const auto options = std::make_shared<Options>();
  Command command = log.add_command("check", "What a log looks like to a learner, and what to choose for it");
  command.add("file", options->file, "A binary log, or a CSV t,reward,phi_0,... ('-': standard input)").required();
  command.add("--ignore", options->ignored, "NAME[,NAME..]: other columns of the log, which are not read");
  command.add("--lambda", options->lambda, "The lambda you have in mind; the step-size depends on it");
  command.add_flag("--json", options->is_json, "The same for programs");
  command.footer(
      "Every suggestion has its numbers and the section to read (docs/LOGS.md has the rules). Suggestions are no\n"
      "errors: the exit code is 0. A file that is no log, or without a usable transition: exit code 2.\n"
      "Example: ballast log check log.csv");
  command.callback([options] { run(*options); });
}

}  // namespace tool
