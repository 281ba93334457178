#include "experiments/statistics/paired_ratio.hpp"

#include <algorithm>
#include <limits>

#include "experiments/statistics/estimate.hpp"

namespace ballast::experiments {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

bool has_overflowed(const std::vector<double>& values, double exploded_above) {
  return std::any_of(values.begin(), values.end(), [&](double value) { return !(value <= exploded_above); });
}

}  // namespace

PairedRatio paired_ratio(const std::vector<double>& first, const std::vector<double>& second, double exploded_above) {
  const PairedRatio none{not_a_number, not_a_number};
  if (first.empty() || first.size() != second.size()) { return none; }
  if (has_overflowed(first, exploded_above) || has_overflowed(second, exploded_above)) { return none; }
  const double mean = estimate(second).mean;
  if (!(mean > 0.0)) { return none; }
  const double ratio = estimate(first).mean / mean;
  std::vector<double> residuals;
  for (std::size_t i = 0; i < first.size(); ++i) { residuals.push_back(first[i] - ratio * second[i]); }
  return {ratio, estimate(residuals).ci95 / mean};
}

}  // namespace ballast::experiments
