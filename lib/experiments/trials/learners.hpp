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
template <class Arithmetic_>
struct Schedule {
  using Arithmetic = Arithmetic_;
  using Rate = typename Arithmetic::Rate;

  ballast::PolynomialSchedule<Arithmetic> polynomial;
  Decay decay;

  constexpr ballast::Status validate() const noexcept { return polynomial.validate(); }
  constexpr Rate largest_rate() const noexcept { return rate(0); }
  constexpr Rate rate(std::uint32_t t) const noexcept {
    const bool is_raw = decay == Decay::none || (decay == Decay::raw_hold && t < hold_steps);
    return is_raw ? polynomial.beta_0 : polynomial.rate(t);
  }
};

template <class Arithmetic>
Schedule<Arithmetic> make_schedule(Decay decay, double beta_0, std::uint32_t offset) {
  using Rate = typename Arithmetic::Rate;
  const std::uint32_t hold = decay == Decay::polynomial ? hold_steps : 0;
  return {{static_cast<Rate>(beta_0), offset, static_cast<Rate>(decay_power), hold}, decay};
}

/// Calls run(rule, projection) with the types of a method.
template <class Arithmetic, class Run>
auto with_method(const Method& method, Run run) {
  const auto with_rule = [&](auto projection) {
    return method.rule == Rule::implicit ? run(ballast::Implicit{}, projection) : run(ballast::Standard{}, projection);
  };
  if (!method.radii) { return with_rule(ballast::NoProjection<Arithmetic>{}); }
  using Value = typename Arithmetic::Value;
  return with_rule(ballast::SeparateBalls<Arithmetic>{static_cast<Value>(method.radii->omega),
                                                      static_cast<Value>(method.radii->theta)});
}

}  // namespace ballast::experiments
