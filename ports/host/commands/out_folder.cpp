#include "commands/out_folder.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "experiments/charts/gnuplot.hpp"
#include "experiments/files/error.hpp"
#include "experiments/files/output_file.hpp"
#include "reproduction/report/report.hpp"

namespace tool {

using namespace ballast::experiments;
namespace fs = std::filesystem;

void make_directory(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error || !fs::is_directory(path)) {
    throw InputError(fmt::format("--out {}: not a folder, and none can be created", path));
  }
  const OutputFile probe((fs::path(path) / "report.html").string());  // now, not after a minute of work
}

std::string why_no_plots(bool is_without_plots) {
  if (is_without_plots) { return "--no-plots was given"; }
  try {
    require_gnuplot();
  } catch (const InputError& error) {
    fmt::print(stderr, "ballast: {}: {}\n", ballast::reproduction::no_plots, error.what());
    return error.what();
  }
  return "";
}

std::string how_to_resume(const TrialStore& trials) {
  return fmt::format("{} {} in {}: run the same command again to resume", trials.size(),
                     trials.size() == 1 ? "trial is" : "trials are", trials.path());
}

void print_shard(const TrialStore& trials, const TrialCounts& counts) {
  fmt::print("{}: {}, {} trials\n", trials.path(), counts.run == 0 ? "complete already" : "complete",
             counts.there + counts.run);
}

}  // namespace tool
