#pragma once
/// ballast::EpsilonSteps with any number of steps.

#include <ballast/control/exploration.hpp>
#include <ballast/status.hpp>

#include <cstdint>
#include <vector>

namespace tool {

template <class T>
struct AnyExploration {
  using Scalar = T;
  using Step = typename ballast::EpsilonSteps<T, 1>::Step;

  std::vector<Step> steps;  ///< at least one

  ballast::Status validate() const {
    return ballast::detail::validate_steps<ballast::ArithmeticOf<T>>(steps.data(), steps.size());
  }
  T epsilon(uint32_t decision) const { return ballast::detail::epsilon_of(steps.data(), steps.size(), decision); }
};

}  // namespace tool
