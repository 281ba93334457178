#pragma once
/// A method as types of the library, and the step-sizes it is run with.

#include <ballast/learner.hpp>

#include <cstdint>
#include <limits>
#include <string>

#include "experiments/files/error.hpp"
#include "experiments/results/decay.hpp"
#include "experiments/results/method.hpp"

namespace ballast::experiments {

/// The library's schedules, chosen at run time.
template <class T>
struct Schedule : ballast::PolynomialSchedule<T> {
  using Polynomial = ballast::PolynomialSchedule<T>;

  std::uint32_t steps_at_beta_0 = 0;  ///< a constant one: all of them

  constexpr T largest_rate() const noexcept { return rate(0); }
  constexpr T rate(std::uint32_t t) const noexcept { return t < steps_at_beta_0 ? this->beta_0 : Polynomial::rate(t); }
};

template <class T>
Schedule<T> make_schedule(const Decay& decay, double step_size) {
  constexpr std::uint32_t always = std::numeric_limits<std::uint32_t>::max();
  const auto beta_0 = static_cast<T>(decay.factor * step_size);
  const std::uint32_t hold = decay.holds_beta_0 ? 0 : decay.hold;
  return {{beta_0, decay.offset, static_cast<T>(decay.power), hold}, decay.is_constant ? always : decay.hold - hold};
}

/// Settings that a learner refuses are a mistake, not an overflow.
inline void require_started(ballast::Status status) {
  if (status == ballast::Status::ok) { return; }
  throw InputError(std::string("a learner refuses these settings: ") + ballast::name(status));
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
