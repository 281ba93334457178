#pragma once
/// The four methods as types of the library, and the step-sizes they are run with.

#include <ballast/learner.hpp>

#include <cstdint>

#include "experiments/results/method.hpp"
#include "experiments/trials/decay.hpp"

namespace ballast::experiments {

constexpr double decay_power = 0.99;
constexpr std::uint32_t hold_steps = 150;
constexpr double lambda = 0.25;
constexpr double omega_radius = 1.0;

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

/// Calls run(rule, projection) with what a method is made of.
template <class Arithmetic, class Run>
auto with_method(Method method, Run run) {
  using Value = typename Arithmetic::Value;
  using Free = ballast::NoProjection<Arithmetic>;
  using Balls = ballast::SeparateBalls<Arithmetic>;
  constexpr Value reward_radius = static_cast<Value>(omega_radius);
  switch (method) {
    case Method::implicit: return run(ballast::Implicit{}, Free{});
    case Method::implicit_r1000: return run(ballast::Implicit{}, Balls{reward_radius, Value{1000}});
    case Method::implicit_r5000: return run(ballast::Implicit{}, Balls{reward_radius, Value{5000}});
    default: return run(ballast::Standard{}, Free{});
  }
}

}  // namespace ballast::experiments
