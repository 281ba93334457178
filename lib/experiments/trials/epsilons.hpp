#pragma once
/// ballast::EpsilonSteps with a number of steps that is known at run time.

#include <ballast/control/exploration.hpp>
#include <ballast/status.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ballast::experiments {

template <class T>
struct EpsilonsOfLength {
  using Scalar = T;
  using Step = typename ballast::EpsilonSteps<T, 1>::Step;
  using Probability = typename ballast::EpsilonSteps<T, 1>::Probability;

  std::vector<Step> steps;  ///< at least one

  void set_defaults() { steps = {{0, static_cast<Probability>(0.05)}}; }
  ballast::Status validate() const {
    return ballast::detail::validate_steps<ballast::ArithmeticOf<T>>(steps.data(), steps.size());
  }
  Probability epsilon(std::uint32_t decision) const {
    return ballast::detail::epsilon_of(steps.data(), steps.size(), decision);
  }
};

/// Where part i of k begins in a run of so many steps: parts of equal length, as far as it divides. What is left over
/// belongs to the parts in the middle, so that the first and the last are equally long.
inline std::uint32_t beginning_of_part(std::size_t i, std::size_t k, std::uint32_t steps) {
  const auto length = [=](std::size_t parts) { return static_cast<std::uint32_t>(std::uint64_t{steps} * parts / k); };
  return 2 * i <= k ? length(i) : steps - length(k - i);
}

/// Each for an equal part of a run. A run that is shorter than the number of parts has only some of them.
template <class T>
EpsilonsOfLength<T> epsilons_for(const std::vector<double>& epsilons, std::uint32_t steps) {
  EpsilonsOfLength<T> result;
  for (std::size_t i = 0; i < epsilons.size(); ++i) {
    const std::uint32_t from = beginning_of_part(i, epsilons.size(), steps);
    if (!result.steps.empty() && from <= result.steps.back().from) { result.steps.pop_back(); }
    result.steps.push_back({from, static_cast<T>(epsilons[i])});
  }
  return result;
}

}  // namespace ballast::experiments
