#pragma once
/// A run that diverges, or is kept from it, as plain data.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ballast::reproduction {

/// A chain on which the implicit rule alone diverges, followed with and without a projection.
struct DivergenceRun {
  std::string chain;    ///< "cycle" (three states, features 120 degrees apart, lambda 0) or "near_cycle" (six states,
                        ///< the paper's features)
  std::string variant;  ///< "standard", "implicit", "implicit_r10", "implicit_r1000", "implicit_r5000"
  double step_size;
  std::vector<std::pair<std::uint32_t, double>> norms;  ///< (t, ||theta_t||) at t = 0 and powers of ten and between
  std::vector<std::pair<std::uint32_t, double>>
      losses;  ///< (t, loss), where there is a theta* to compare with, and as long as double can hold it
  std::uint32_t projections;
  std::uint32_t overflowed_at;  ///< the step at which an update was refused; 0 if none
};

}  // namespace ballast::reproduction
