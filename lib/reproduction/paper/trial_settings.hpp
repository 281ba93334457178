#pragma once
/// How the paper's trials are run: how many, how long, and two other readings of what it says.

#include <cstdint>

namespace ballast::reproduction {

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

}  // namespace ballast::reproduction
