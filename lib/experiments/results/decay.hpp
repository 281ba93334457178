#pragma once
/// How step-sizes decay.

#include <cstdint>

namespace ballast::experiments {

/// From beta_0 = factor x step-size on: constant, or beta_0 / (t + offset)^power, held for the first steps.
struct Decay {
  bool is_constant = true;
  double power = 0.99;
  std::uint32_t offset = 1;
  std::uint32_t hold = 0;     ///< for how many steps
  bool holds_beta_0 = false;  ///< at beta_0 itself, not at beta_0 / offset^power
  double factor = 1.0;
};

}  // namespace ballast::experiments
