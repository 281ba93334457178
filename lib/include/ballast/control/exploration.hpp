#pragma once
/// How often an agent tries an action at random: epsilon as a function of the number of decisions made, in steps. The
/// paper's control experiments have 0.25, 0.125 from decision 5000, 0 from decision 10000:
///   ballast::EpsilonSteps<ballast::Float32, 3> exploration{{{0, 0.25F}, {5000, 0.125F}, {10000, 0.0F}}};

#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

template <class Arithmetic_, size_t Steps>
struct EpsilonSteps {
  using Arithmetic = Arithmetic_;
  using Value = typename Arithmetic::Value;
  static_assert(Steps > 0, "EpsilonSteps: at least one step");

  struct Step {
    /// The decision from which on it holds: 0 in the first step, ascending.
    uint32_t from;

    /// In [0, 1]: 0 is always greedy, 1 always random.
    Value epsilon;
  };

  Step steps[Steps];

  constexpr Status validate() const noexcept {
    if (steps[0].from != 0) { return Status::invalid_exploration; }
    for (size_t i = 0; i < Steps; ++i) {
      if (!Arithmetic::is_probability(steps[i].epsilon)) { return Status::invalid_exploration; }
      if (i > 0 && steps[i].from <= steps[i - 1].from) { return Status::invalid_exploration; }
    }
    return Status::ok;
  }

  constexpr Value epsilon(uint32_t decision) const noexcept {
    size_t i = Steps - 1;
    while (i > 0 && decision < steps[i].from) { --i; }
    return steps[i].epsilon;
  }
};

}  // namespace ballast
