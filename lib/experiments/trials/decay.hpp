#pragma once
/// How step-sizes decay.

#include <cstdint>

namespace ballast::experiments {

/// How the step-size decays from beta_0.
enum class Decay : std::uint32_t {
  none,          ///< beta_0
  polynomial,    ///< beta_0 / (t + offset)^0.99, held at its first value
  raw_hold,      ///< the same, held at beta_0 itself: the other reading of the control experiments
  without_hold,  ///< the same, not held
};

}  // namespace ballast::experiments
