#pragma once
/// How trials are run, whatever they are trials of.

#include <cstdint>

namespace ballast::experiments {

/// What learners count in.
enum class Scalar : std::uint8_t { float32, float64 };

/// float, double
inline const char* name_of(Scalar scalar) {
  return scalar == Scalar::float32 ? "float" : "double";
}

struct TrialSettings {
  std::uint64_t seed = 1;
  std::uint32_t evaluation_trials = 50;
  std::uint32_t control_trials = 30;
  std::uint32_t evaluation_steps = 2000;
  std::uint32_t access_control_steps = 15000;
  std::uint32_t pendulum_steps = 15000;
  bool scales_each_row = false;  ///< features divided by their own norm, not by the largest
  bool scales_speed = false;     ///< pendulum: the speed divided by 8
};

}  // namespace ballast::experiments
