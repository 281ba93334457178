#pragma once
/// The names of a learner's settings, for its own configuration and for that of an agent. Each returns a copy with one
/// number changed, so that calls can be chained, also at compile time. A name that the chosen schedule or projection
/// does not have is a compile error.

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace detail {

/// Does not compile: numbers were given without names.
template <class Names>
constexpr void require_names() noexcept {
  static_assert(!etl::is_same<Names, void>::value,
                "ballast: name each number: Config().lambda(0.25F).ratio(0.05F).step_size(0.2F).radius(1000.0F)");
}

template <class T, class = void>
struct HasStepSize : etl::false_type {};
template <class T>
struct HasStepSize<T, etl::void_t<decltype(T::step_size)>> : etl::true_type {};

template <class T, class = void>
struct HasRadius : etl::false_type {};
template <class T>
struct HasRadius<T, etl::void_t<decltype(T::radius)>> : etl::true_type {};

/// Settings whose numbers are given by name.
template <class Self, class Settings>
class NamedSettings {
  using Value = typename Settings::Value;
  using Schedule = typename Settings::Schedule;
  using Projection = typename Settings::Projection;
  using Rate = typename Schedule::Rate;

 public:
  /// The numbers themselves, for start().
  constexpr const Settings& settings() const noexcept { return settings_; }
  /// A learner starts from these directly.
  constexpr operator const Settings&() const noexcept { return settings_; }  // NOLINT: a learner starts from it

  /// How fast the trace decays: in [0, 1). Default 0.25.
  [[nodiscard]] constexpr Self lambda(Value x) const noexcept { return with(&Settings::lambda, x); }
  /// c: the step-size of the average reward as a multiple of that of the weights. Above 0. Default: default_ratio.
  [[nodiscard]] constexpr Self ratio(Value c) const noexcept { return with(&Settings::ratio, c); }

  /// A schedule or projection as a whole.
  [[nodiscard]] constexpr Self schedule(const Schedule& x) const noexcept { return with(&Settings::schedule, x); }
  /// A projection as a whole.
  [[nodiscard]] constexpr Self projection(const Projection& x) const noexcept { return with(&Settings::projection, x); }

  // Of ConstantSchedule.
  /// Of ConstantSchedule: beta, finite, above 0. Default 0.2.
  [[nodiscard]] constexpr Self step_size(Rate beta) const noexcept {
    static_assert(HasStepSize<Schedule>::value,
                  "Config: this schedule has no step_size; PolynomialSchedule has beta_0");
    if constexpr (HasStepSize<Schedule>::value) { return in_schedule(&Schedule::step_size, beta); }
    return copy();
  }

  // Of PolynomialSchedule: beta_0 / (t + offset)^power, held at its first value for `hold` steps.
  /// Of PolynomialSchedule: the numerator, finite, above 0. Default 1.5.
  [[nodiscard]] constexpr Self beta_0(Rate x) const noexcept { return in_schedule(&Schedule::beta_0, x); }
  /// Of PolynomialSchedule: at least 1. Default 1.
  [[nodiscard]] constexpr Self offset(uint32_t x) const noexcept { return in_schedule(&Schedule::offset, x); }
  /// Of PolynomialSchedule: in (0, 1]. Default 0.99.
  [[nodiscard]] constexpr Self power(Rate x) const noexcept { return in_schedule(&Schedule::power, x); }
  /// Of PolynomialSchedule: how many steps keep the first step-size. Default 150.
  [[nodiscard]] constexpr Self hold(uint32_t steps) const noexcept { return in_schedule(&Schedule::hold, steps); }

  // Of JointBall.
  /// Of JointBall: R, from 2^-60 to 2^62 in float. Default 1000.
  [[nodiscard]] constexpr Self radius(Value x) const noexcept {
    static_assert(HasRadius<Projection>::value, "Config: this projection has no radius; SeparateBalls has two");
    if constexpr (HasRadius<Projection>::value) { return in_projection(&Projection::radius, x); }
    return copy();
  }

  // Of SeparateBalls.
  /// Of SeparateBalls: R_theta, from 2^-60 to 2^62 in float. Default 1000.
  [[nodiscard]] constexpr Self weights_radius(Value x) const noexcept {
    return in_projection(&Projection::weights_radius, x);
  }
  /// Of SeparateBalls: R_omega, from 2^-60 to 2^62 in float. Default 1000.
  [[nodiscard]] constexpr Self average_reward_radius(Value x) const noexcept {
    return in_projection(&Projection::average_reward_radius, x);
  }

  /// Of WithoutDirection: theta_e, as many numbers as there are features.
  template <class Weight, size_t Dimension>
  [[nodiscard]] constexpr Self direction(const Weight (&theta_e)[Dimension]) const noexcept {
    static_assert(Dimension == Projection::Traits::dimension,
                  "Config: the direction to remove must have as many entries as there are features");
    Self result = copy();
    for (size_t i = 0; i < Dimension; ++i) { result.settings_.projection.direction[i] = theta_e[i]; }
    return result;
  }

 protected:
  constexpr NamedSettings() noexcept {
    settings_.lambda = static_cast<Value>(0.25);
    settings_.ratio = Schedule::default_ratio;
    settings_.schedule.set_defaults();
    settings_.projection.set_defaults();
  }
  /// From these numbers instead of the defaults.
  constexpr explicit NamedSettings(const Settings& settings) noexcept : settings_(settings) {}

 private:
  constexpr Self copy() const noexcept { return static_cast<const Self&>(*this); }

  template <class T>
  constexpr Self with(T Settings::*member, const T& x) const noexcept {
    Self result = copy();
    static_cast<NamedSettings&>(result).settings_.*member = x;
    return result;
  }
  template <class Owner, class T>
  constexpr Self in_schedule(T Owner::*member, T x) const noexcept {
    Schedule schedule = settings_.schedule;
    schedule.*member = x;
    return with(&Settings::schedule, schedule);
  }
  template <class Owner, class T>
  constexpr Self in_projection(T Owner::*member, T x) const noexcept {
    Projection projection = settings_.projection;
    projection.*member = x;
    return with(&Settings::projection, projection);
  }

  Settings settings_;
};

}  // namespace detail
}  // namespace ballast
