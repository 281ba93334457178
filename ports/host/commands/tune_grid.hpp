#pragma once
/// The settings that `ballast tune` tries.

#include <cstdint>
#include <string>
#include <vector>

namespace tool {

/// How the step-size goes on from the first one.
struct ScheduleForm {
  bool is_constant = true;
  std::uint32_t offset = 1;
  double power = 1;
  std::uint32_t hold = 0;
};

/// `constant`, or `polynomial:OFFSET,POWER,HOLD`.
std::string text_of(const ScheduleForm& form);

struct Candidate {
  double lambda;
  double step_size;  ///< the first: a polynomial schedule has beta_0 = step_size OFFSET^POWER
  double ratio;
  ScheduleForm form;

  /// As `ballast replay --schedule` takes it.
  std::string schedule() const;
};

/// What to choose from.
struct SearchSpace {
  std::vector<double> lambdas;
  std::vector<double> step_sizes;
  std::vector<double> ratios;
  std::vector<ScheduleForm> schedules;
};

/// Numbers after an option, separated by commas. An InputError names the option.
std::vector<double> parse_numbers(const char* option, const std::vector<std::string>& texts);

/// The parts of constant,polynomial:OFFSET,POWER,HOLD,..., cut at the commas.
std::vector<ScheduleForm> parse_schedules(const std::vector<std::string>& parts);

/// Two significant digits.
double rounded(double x, int digits = 2);

/// Step-sizes from 0.01 to 2 for features with ||phi||^2 = 1 on average; otherwise divided by that average.
std::vector<double> usual_step_sizes(double mean_norm2);
/// 0.01, 0.1 and 1; for features that are much larger or smaller, multiplied by what step-sizes are divided by: the
/// average reward has step-sizes of its own, which do not depend on features.
std::vector<double> usual_ratios(double mean_norm2);

/// Every combination; of two equal ones the first.
std::vector<Candidate> grid(const SearchSpace& space);

/// `count` settings: lambda uniform, step-size and ratio log-uniform between the smallest and the largest that are
/// given, and one of the schedules.
std::vector<Candidate> random_candidates(const SearchSpace& space, std::uint64_t count, std::uint64_t seed);

}  // namespace tool
