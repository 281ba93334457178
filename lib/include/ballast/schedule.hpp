#pragma once
/// Step-size schedules: beta_t as a function of the step number t = 0, 1, 2, ... They hold no state: the same t
/// gives the same step-size, on every machine to the last bit.
///
/// A learner's configuration names the numbers of its schedule (config.hpp):
///   Learner::Config().step_size(0.2F)                                  // ConstantSchedule
///   Learner::Config().beta_0(1.5F).offset(1).power(0.99F).hold(150)    // PolynomialSchedule
/// One that can be held and resumed while the learner runs is in adjustable_schedule.hpp, one with a schedule of its
/// own for the average reward in two_timescale_schedule.hpp.

#include <ballast/arithmetic.hpp>
#include <ballast/status.hpp>

#include <stdint.h>

namespace ballast {

/// beta_t = beta: keeps following changes.
template <class Scalar_>
struct ConstantSchedule {
  using Scalar = Scalar_;
  using Arithmetic = ArithmeticOf<Scalar>;
  using Rate = typename Arithmetic::Rate;

  /// beta: finite, above 0. docs/CHOOSING.md helps to choose it.
  Rate step_size;

  /// It does not depend on t: a learner need not count for it.
  static constexpr bool is_constant = true;
  /// The ratio that a configuration starts from.
  static constexpr Rate default_ratio = static_cast<Rate>(0.05);
  /// beta = 0.2, which a configuration starts from.
  constexpr void set_defaults() noexcept { step_size = static_cast<Rate>(0.2); }

  /// ok, or invalid_step_size.
  constexpr Status validate() const noexcept {
    return Arithmetic::is_positive(step_size) ? Status::ok : Status::invalid_step_size;
  }

  /// The largest beta_t.
  constexpr Rate largest_rate() const noexcept { return step_size; }
  /// beta_t.
  constexpr Rate rate(uint32_t /*t*/) const noexcept { return step_size; }
};

/// beta_t = beta_0 / (t + offset)^power, but the value of t = 0 for the first `hold` steps. After them the
/// formula is taken at t itself: with offset 1 and hold 150 the step drops from beta_0 to beta_0 / 151^power.
template <class Scalar_>
struct PolynomialSchedule {
  using Scalar = Scalar_;
  using Arithmetic = ArithmeticOf<Scalar>;
  using Rate = typename Arithmetic::Rate;
  using Power = typename Arithmetic::Power;

  // Numbers of the same size next to each other, so that there is no padding in double.

  /// The numerator: finite, above 0. The first step-size is beta_0 / offset^power.
  Rate beta_0{};

  /// In (0, 1]; the paper uses 0.99. 1 costs one division a step, any other power also a call of pow.
  Power power{};

  /// At least 1; the paper uses 1 (evaluation) and 400 (control). The larger, the later the decay sets in.
  uint32_t offset{};

  /// How many steps keep the first step-size; 0 for none, the paper uses 150.
  uint32_t hold{};

  /// The default: as in the paper's evaluation experiments. It converges, so both estimates can learn equally fast.
  static constexpr Rate default_ratio = Rate{1};
  /// As in the paper: 1.5 / (t + 1)^0.99, constant for 150 steps.
  constexpr void set_defaults() noexcept { *this = {static_cast<Rate>(1.5), 1, static_cast<Power>(0.99), 150}; }

  /// All zero, which validate() refuses.
  constexpr PolynomialSchedule() noexcept = default;

  /// In the order of the formula, and of `ballast replay --schedule polynomial:B0,OFFSET,POWER,HOLD`. In braces,
  /// numbers in another order do not compile: a power is not an integer.
  constexpr PolynomialSchedule(Rate given_beta_0, uint32_t given_offset, Power given_power,
                               uint32_t given_hold) noexcept
      : beta_0(given_beta_0), power(given_power), offset(given_offset), hold(given_hold) {}

  /// ok, or the first field that is invalid.
  constexpr Status validate() const noexcept {
    if (!Arithmetic::is_positive(beta_0)) { return Status::invalid_step_size; }
    if (offset == 0) { return Status::invalid_offset; }
    if (!Arithmetic::is_power(power)) { return Status::invalid_power; }
    return Status::ok;
  }

  /// The largest beta_t, which is the first.
  constexpr Rate largest_rate() const noexcept { return rate(0); }
  /// beta_t; a call of pow, unless the power is 1.
  constexpr Rate rate(uint32_t t) const noexcept {
    return Arithmetic::decayed_rate(beta_0, base(t < hold ? 0 : t), power);
  }

 private:
  /// t + offset, which stays at the largest number instead of wrapping around to a large step-size.
  constexpr uint32_t base(uint32_t t) const noexcept { return t > UINT32_MAX - offset ? UINT32_MAX : t + offset; }
};

}  // namespace ballast
