#pragma once
/// A schedule that can be held at a step-size while the learner runs, and resumed. Everything goes through
/// reconfigure():
///
///   using Schedule = ballast::AdjustableSchedule<ballast::PolynomialSchedule<float>>;
///   using Learner = ballast::Learner<float, 16, ballast::Implicit, ballast::JointBall<float>, Schedule>;
///   learner.reconfigure(Learner::Config(learner.config()).held_at(learner.next_step_size()));  // as it is now
///   learner.reconfigure(Learner::Config(learner.config()).held_at(0.05F));                     // set from outside
///   learner.reconfigure(Learner::Config(learner.config()).resumed());                          // goes on where it was
///
/// While it is held its t does not advance.

#include <ballast/detail/schedule_clock.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/schedule.hpp>
#include <ballast/status.hpp>

#include <stdint.h>

namespace ballast {

/// beta_t of `Base`, or one step-size for as long as it is held.
template <class Base>
struct AdjustableSchedule : Base {
  using Arithmetic = typename Base::Arithmetic;
  using Rate = typename Base::Rate;
  static_assert(!detail::IsConstantSchedule<Base>::value,
                "AdjustableSchedule: for a schedule that decays; a ConstantSchedule is set by reconfigure already");
  static_assert(
      !detail::HasTwoTimescales<Base>::value,
      "AdjustableSchedule: a TwoTimescaleSchedule cannot be held: there is one held step-size, and two rates");

  static_assert(
      !Arithmetic::accepts_everything,
      "AdjustableSchedule: not in fixed point, whose step-sizes are kept as inverses and cannot be compared; use "
      "a ConstantSchedule and reconfigure()");

  /// 0: it follows its formula. Above 0, and finite: the step-size at which it is held.
  Rate held_step_size{};

  /// All zero, which validate() refuses.
  constexpr AdjustableSchedule() noexcept = default;
  /// As `Base`, not held.
  using Base::Base;
  /// As `Base`, held at this step-size; 0: not held.
  constexpr AdjustableSchedule(const Base& base, Rate given_held_step_size) noexcept
      : Base(base), held_step_size(given_held_step_size) {}

  /// Those of `Base`, not held.
  constexpr void set_defaults() noexcept {
    Base::set_defaults();
    held_step_size = Rate{};
  }

  /// (By its bits: no floating point for a core without it.)
  constexpr bool is_held() const noexcept { return to_bits(held_step_size) != 0; }

  /// ok, or the first field that is invalid.
  constexpr Status validate() const noexcept {
    const Status of_base = Base::validate();
    if (of_base != Status::ok) { return of_base; }
    return is_held() && !Arithmetic::is_positive(held_step_size) ? Status::invalid_step_size : Status::ok;
  }

  /// The largest that it can have: while it is held, and after.
  constexpr Rate largest_rate() const noexcept {
    const Rate first = Base::largest_rate();
    return first < held_step_size ? held_step_size : first;
  }
  /// beta_t.
  constexpr Rate rate(uint32_t t) const noexcept { return is_held() ? held_step_size : Base::rate(t); }
};

}  // namespace ballast
