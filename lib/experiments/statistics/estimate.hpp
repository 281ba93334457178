#pragma once
/// Means over trials and their intervals.

#include <cstdint>
#include <vector>

namespace ballast::experiments {

/// A mean over trials and the half width of its 95 % interval (Student). The half width is NaN with a single trial, and
/// is then left empty in files.
struct Estimate {
  double mean;
  double ci95;
};

/// t with P(|T| <= t) = level for Student's distribution; level is less than 1.
double student(double level, std::uint32_t degrees_of_freedom);

/// The same for 0.95.
double student_95(std::uint32_t degrees_of_freedom);

/// The mean of the values in their order, and the half width of its 95 % interval; NaN for a single value.
Estimate estimate(const std::vector<double>& values);

}  // namespace ballast::experiments
