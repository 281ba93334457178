#pragma once
/// The trials that results come from.

#include <cstdint>
#include <string>
#include <vector>

namespace ballast::experiments {

struct TrialList {
  std::uint32_t steps = 0;            ///< of a run
  std::vector<std::uint64_t> seeds;   ///< by trial: all its random numbers follow from it
  std::vector<std::string> features;  ///< by Method::features: "model", "random-fourier 20"
};

}  // namespace ballast::experiments
