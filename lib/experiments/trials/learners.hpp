#pragma once
/// A method as types of the library, and the step-sizes it is run with.

#include <ballast/learner.hpp>

#include <cstdint>

#include "experiments/results/method.hpp"
#include "experiments/trials/decay.hpp"

namespace ballast::experiments {

constexpr double decay_power = 0.99;
constexpr std::uint32_t hold_steps = 150;

/// The library's schedules, chosen at run time.
template <class T>
struct Schedule : ballast::PolynomialSchedule<T> {
  using Polynomial = ballast::PolynomialSchedule<T>;

  Decay decay{};

  constexpr T largest_rate() const noexcept { return rate(0); }
  constexpr T rate(std::uint32_t t) const noexcept {
    const bool is_raw = decay == Decay::none || (decay == Decay::raw_hold && t < hold_steps);
    return is_raw ? this->beta_0 : Polynomial::rate(t);
  }
};

template <class T>
Schedule<T> make_schedule(Decay decay, double beta_0, std::uint32_t offset) {
  const std::uint32_t hold = decay == Decay::polynomial ? hold_steps : 0;
  return {{static_cast<T>(beta_0), offset, static_cast<T>(decay_power), hold}, decay};
}

/// Calls run(rule, projection) with the types of a method.
template <class T, class Run>
auto with_method(const Method& method, Run run) {
  const auto with_rule = [&](auto projection) {
    return method.rule == Rule::implicit ? run(ballast::Implicit{}, projection) : run(ballast::Standard{}, projection);
  };
  if (!method.radii) { return with_rule(ballast::NoProjection<T>{}); }
  return with_rule(ballast::SeparateBalls<T>{static_cast<T>(method.radii->omega), static_cast<T>(method.radii->theta)});
}

}  // namespace ballast::experiments
