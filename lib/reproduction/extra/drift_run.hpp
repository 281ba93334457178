#pragma once
/// A very long run, as plain data.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ballast::reproduction {

/// ||theta|| over a very long run with a constant step-size, in the MRP.
struct DriftRun {
  std::string scalar;         ///< "double" or "float"
  bool is_direction_removed;  ///< the constant direction: Pi_O
  double step_size;
  std::vector<std::pair<std::uint32_t, double>> norms;   ///< (t, ||theta_t||) at t = 10, 100, ... 10^7 and between
  std::vector<std::pair<std::uint32_t, double>> losses;  ///< (t, loss): the effect of the drift on the loss
};

}  // namespace ballast::reproduction
