#pragma once
/// The version, command and settings that made the results.

#include <cstdint>
#include <map>
#include <string>

namespace ballast::reproduction {

struct Options;

/// The version, command and settings that made the results.
struct RunInfo {
  std::string version;  ///< of Ballast
  std::string command;  ///< gives the same results again; without --jobs and --out, which change nothing
  std::uint64_t seed;
  std::uint32_t evaluation_trials;
  std::uint32_t control_trials;
  std::uint32_t evaluation_steps;
  std::uint32_t control_steps;  ///< 15,000, or fewer in a preview
  std::string scalar;           ///< "double" or "float"
  bool is_preview;              ///< --quick: shown with all results shown
  std::map<std::string, std::string>
      readings;                     ///< of the paper, where it has more than one: "scaling" -> "whole matrix"
  std::uint32_t theory_trials = 0;  ///< of the theory part; 0 if it was not run
};

/// One trial has no interval, and rules ask for intervals.
inline bool has_intervals(const RunInfo& info) {
  return info.evaluation_trials > 1 && info.control_trials > 1;
}
constexpr const char* no_verdicts = "No verdicts: with one trial there are no intervals to judge by.";

/// Whether a run has the settings of the reference (claims/reference.csv): its seed and its figures may be others.
bool is_like_reference(const RunInfo& info);

RunInfo run_info(const Options& options);

/// The options of the command that change results: "--seed 1 --quick".
std::string arguments_of(const Options& options);

/// "Made by Ballast 0.1.0 with: ballast reproduce --seed 1"
std::string made_by(const RunInfo& info);

}  // namespace ballast::reproduction
