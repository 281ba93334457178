#include "experiments/statistics/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ballast::experiments {
namespace {

/// P(|T| <= t): for whole degrees of freedom a finite series (Abramowitz and Stegun 26.7.3 and 26.7.4).
double central_probability(double t, std::uint32_t degrees_of_freedom) {
  const double pi = std::acos(-1.0);
  const double angle = std::atan(t / std::sqrt(static_cast<double>(degrees_of_freedom)));
  const double cos2 = std::cos(angle) * std::cos(angle);
  const bool is_odd = degrees_of_freedom % 2 == 1;
  double term = is_odd ? std::cos(angle) : 1.0;
  double sum = degrees_of_freedom > 1 ? term : 0.0;
  for (std::uint32_t k = is_odd ? 3 : 2; k < degrees_of_freedom; k += 2) {
    term *= cos2 * (k - 1) / k;
    sum += term;
  }
  return is_odd ? 2.0 / pi * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
}

}  // namespace

double student(double level, std::uint32_t degrees_of_freedom) {
  double low = 0.0;
  double high = 20.0;  // enough for 0.95 with one degree of freedom: 12.7
  while (central_probability(high, degrees_of_freedom) < level) { high *= 2.0; }
  for (int halving = 0; halving < 80; ++halving) {
    const double middle = 0.5 * (low + high);
    (central_probability(middle, degrees_of_freedom) < level ? low : high) = middle;
  }
  return high;
}

double student_95(std::uint32_t degrees_of_freedom) {
  return student(0.95, degrees_of_freedom);
}

Estimate estimate(const std::vector<double>& values) {
  const double n = static_cast<double>(values.size());
  double mean = 0.0;
  for (const double value : values) { mean += value / n; }
  if (values.size() < 2) { return {mean, std::numeric_limits<double>::quiet_NaN()}; }
  double largest = 0.0;  // the unit for squares, which could overflow
  for (const double value : values) { largest = std::max(largest, std::fabs(value - mean)); }
  if (largest == 0.0) { return {mean, 0.0}; }
  double sum = 0.0;
  for (const double value : values) { sum += (value - mean) / largest * ((value - mean) / largest); }
  const double deviation = largest * std::sqrt(sum / (n - 1.0));
  return {mean, student_95(static_cast<std::uint32_t>(values.size() - 1)) * deviation / std::sqrt(n)};
}

}  // namespace ballast::experiments
