#include "experiments/trials/overflow_step_size.hpp"

#include <fmt/format.h>

#include <cmath>

#include "experiments/files/error.hpp"

namespace ballast::experiments {
namespace {

constexpr double per_octave = 8.0;

double step_size_of(int k) {
  return std::exp2(k / per_octave);
}

/// Rounding in the logarithm must not cost an end of the grid.
int first_from(double lowest) {
  int k = static_cast<int>(std::floor(per_octave * std::log2(lowest))) - 1;
  while (step_size_of(k) < lowest) { ++k; }
  return k;
}
int last_up_to(double highest) {
  int k = static_cast<int>(std::ceil(per_octave * std::log2(highest))) + 1;
  while (step_size_of(k) > highest) { --k; }
  return k;
}

bool overflows(const Trial& trial, Run run, double step_size) {
  run.method.step_size = step_size;
  run.records_every = 0;
  return trial.run(run).has_overflowed;
}

bool is_positive(double x) {
  return std::isfinite(x) && x > 0.0;
}

}  // namespace

std::optional<double> overflow_step_size(const Trial& trial, const Run& run, const StepSizeGrid& grid) {
  const bool is_valid = is_positive(grid.lowest) && is_positive(grid.highest);
  int low = is_valid ? first_from(grid.lowest) : 1;
  int high = is_valid ? last_up_to(grid.highest) : 0;
  if (low > high) { throw InputError(fmt::format("no step-size 2^(k/8) from {} to {}", grid.lowest, grid.highest)); }
  if (!overflows(trial, run, step_size_of(high))) { return std::nullopt; }
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (overflows(trial, run, step_size_of(middle))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return step_size_of(high);
}

}  // namespace ballast::experiments
