#pragma once
/// Step-size schedules: beta_t as a function of the step number t = 0, 1, 2, ... They hold no state: the same t
/// gives the same step-size, on every machine to the last bit.
///
/// A schedule is a plain set of numbers. `validate()` says which of them makes no sense; it is constexpr, so
/// that a schedule known at compile time is refused there:
///   constexpr ballast::PolynomialSchedule<float> schedule{1.5F, 1, 0.99F, 150};
///   static_assert(schedule.validate() == ballast::Status::ok);

#include <ballast/ieee754.hpp>
#include <ballast/pow.hpp>
#include <ballast/status.hpp>

#include <stdint.h>

namespace ballast {

namespace detail {

/// Finiteness first, on the bits: what is left are ordinary numbers, whose comparison survives -ffast-math.
template <class T>
constexpr bool is_positive(T x) noexcept {
  return is_finite(x) && x > T{0};
}

}  // namespace detail

/// beta_t = beta_0.
template <class T>
struct ConstantSchedule {
  /// beta_0: finite, above 0. The implicit rule is at home up to about 3, and bounded above that with a
  /// projection; the standard rule diverges at 2 / ratio whatever the features.
  T initial_step_size;

  constexpr Status validate() const noexcept {
    return detail::is_positive(initial_step_size) ? Status::ok : Status::invalid_step_size;
  }

  constexpr T step_size(uint32_t /*t*/) const noexcept { return initial_step_size; }
};

/// beta_t = beta_0 / (t + offset)^power, but the value of t = 0 for the first `hold` steps. After them the
/// formula is taken at the literal t: with offset 1 and hold 150 the step drops from beta_0 to beta_0 / 151^power.
template <class T>
struct PolynomialSchedule {
  /// beta_0, the numerator: finite, above 0. The first step-size is beta_0 / offset^power.
  T initial_step_size;

  /// At least 1; the paper uses 1 (evaluation) and 400 (control). The larger, the later the decay sets in.
  uint32_t offset;

  /// In (0, 1]; the paper uses 0.99. 1 costs one division a step, everything else a call of pow as well.
  T power;

  /// How many steps keep the first step-size; 0 for none, the paper uses 150.
  uint32_t hold;

  constexpr Status validate() const noexcept {
    if (!detail::is_positive(initial_step_size)) { return Status::invalid_step_size; }
    if (offset == 0) { return Status::invalid_offset; }
    if (!detail::is_positive(power) || power > T{1}) { return Status::invalid_power; }
    return Status::ok;
  }

  constexpr T step_size(uint32_t t) const noexcept {
    return initial_step_size / pow(static_cast<T>(base(t < hold ? 0 : t)), power);
  }

 private:
  /// t + offset, which stays at the largest number instead of wrapping round to a large step-size.
  constexpr uint32_t base(uint32_t t) const noexcept { return t > UINT32_MAX - offset ? UINT32_MAX : t + offset; }
};

}  // namespace ballast
