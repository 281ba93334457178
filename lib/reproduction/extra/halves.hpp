#pragma once
/// Settings are chosen by one half of the trials and measured by the other: choosing among many settings then flatters
/// none.

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace ballast::reproduction {

inline std::vector<double> every_other(const std::vector<double>& values, std::size_t first) {
  std::vector<double> half;
  for (std::size_t i = first; i < values.size(); i += 2) { half.push_back(values[i]); }
  return half;
}

/// Trials 0, 2, 4, ...
inline std::vector<double> choosing_half(const std::vector<double>& by_trial) {
  return every_other(by_trial, 0);
}
/// Trials 1, 3, 5, ...
inline std::vector<double> measuring_half(const std::vector<double>& by_trial) {
  return every_other(by_trial, 1);
}

/// Nothing if there is none, or one has overflowed.
inline std::optional<double> mean_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) { sum += value; }
  if (values.empty() || !std::isfinite(sum)) { return std::nullopt; }
  return sum / static_cast<double>(values.size());
}

}  // namespace ballast::reproduction
