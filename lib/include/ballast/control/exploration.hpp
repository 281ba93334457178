#pragma once
/// How often an agent takes a random action: epsilon as a step function of the number of decisions made. An agent's
/// configuration names the steps; these are those of the paper's control experiments:
///   Agent::Config().epsilon(0.25F).epsilon_from(5000, 0.125F).epsilon_from(10000, 0.0F)     // EpsilonSteps<float, 3>

#include <ballast/arithmetic.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace detail {

/// ok, or invalid_exploration: the first step must be from 0, the others ascend, each epsilon be in [0, 1].
template <class Arithmetic, class Step>
constexpr Status validate_steps(const Step* steps, size_t count) noexcept {
  if (steps[0].from != 0) { return Status::invalid_exploration; }
  for (size_t i = 0; i < count; ++i) {
    if (!Arithmetic::is_probability(steps[i].epsilon)) { return Status::invalid_exploration; }
    if (i > 0 && steps[i].from <= steps[i - 1].from) { return Status::invalid_exploration; }
  }
  return Status::ok;
}

/// Epsilon of this decision, counted from 0.
template <class Step>
constexpr auto epsilon_of(const Step* steps, size_t count, uint32_t decision) noexcept {
  size_t i = count - 1;
  while (i > 0 && decision < steps[i].from) { --i; }
  return steps[i].epsilon;
}

}  // namespace detail

/// Epsilon as a staircase of `Steps` steps.
template <class Scalar_, size_t Steps>
struct EpsilonSteps {
  using Scalar = Scalar_;
  using Arithmetic = ArithmeticOf<Scalar>;
  using Probability = typename Arithmetic::Probability;
  static_assert(Steps > 0, "EpsilonSteps: at least one step");

  /// One step of the staircase.
  struct Step {
    /// The first decision that it applies to: 0 in the first step, ascending.
    uint32_t from;

    /// In [0, 1]: 0 is always greedy, 1 always random.
    Probability epsilon;
  };

  /// In ascending order of `from`.
  Step steps[Steps];

  /// The default: one action in twenty is random. Further steps must be given.
  constexpr void set_defaults() noexcept { steps[0].epsilon = static_cast<Probability>(0.05); }

  /// Sets the next step that is not given yet. One step too many is invalid.
  constexpr void add(Step step) noexcept {
    size_t i = 1;
    while (i < Steps && steps[i].from != 0) { ++i; }
    steps[i < Steps ? i : 0] = step;
  }

  /// ok, or invalid_exploration: the first step must be from 0, the others ascend, each epsilon be in [0, 1].
  constexpr Status validate() const noexcept { return detail::validate_steps<Arithmetic>(steps, Steps); }

  /// The probability that this decision, counted from 0, is made at random.
  constexpr Probability epsilon(uint32_t decision) const noexcept { return detail::epsilon_of(steps, Steps, decision); }
};

}  // namespace ballast
