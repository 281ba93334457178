#pragma once
/// The step-sizes that a method is run with.

#include <ballast/schedule.hpp>

#include <cstdint>
#include <limits>

#include "experiments/results/decay.hpp"

namespace ballast::experiments {

/// The library's schedules, chosen at run time.
template <class T>
struct Schedule : ballast::PolynomialSchedule<T> {
  using Polynomial = ballast::PolynomialSchedule<T>;
  using Rate = typename Polynomial::Rate;

  std::uint32_t steps_at_beta_0 = 0;  ///< a constant one: all of them

  constexpr Rate largest_rate() const noexcept { return rate(0); }
  constexpr Rate rate(std::uint32_t t) const noexcept {
    return t < steps_at_beta_0 ? this->beta_0 : Polynomial::rate(t);
  }
};

template <class T>
Schedule<T> make_schedule(const Decay& decay, double step_size) {
  constexpr std::uint32_t always = std::numeric_limits<std::uint32_t>::max();
  const auto beta_0 = static_cast<typename Schedule<T>::Rate>(decay.factor * step_size);
  const std::uint32_t hold = decay.holds_beta_0 ? 0 : decay.hold;
  return {{beta_0, decay.offset, static_cast<typename Schedule<T>::Power>(decay.power), hold},
          decay.is_constant ? always : decay.hold - hold};
}

}  // namespace ballast::experiments
