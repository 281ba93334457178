#pragma once
/// The names of a learner's settings, for its own configuration and for that of an agent. Each returns a copy with one
/// number changed, so that calls can be chained, also at compile time. A name that the chosen schedule or projection
/// does not have is a compile error. (Schedules and projections of your own are given as a whole.)

#include <ballast/detail/schedule_clock.hpp>
#include <ballast/projection.hpp>
#include <ballast/schedule.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace detail {

/// Numbers without names: one message.
template <class Names>
constexpr void require_names() noexcept {
  static_assert(!etl::is_same<Names, void>::value,
                "ballast: name each number: Config().lambda(0.25F).ratio(0.05F).step_size(0.2F).radius(1000.0F)");
}

/// What average_reward_schedule() takes. (A learner with one schedule has no such number, and says so.)
template <class Schedule, class = void>
struct AverageRewardScheduleOf {
  using type = PolynomialSchedule<typename Schedule::Scalar>;
};
/// That of a TwoTimescaleSchedule.
template <class Schedule>
struct AverageRewardScheduleOf<Schedule, etl::void_t<typename Schedule::AverageRewardSchedule>> {
  using type = typename Schedule::AverageRewardSchedule;
};

/// Settings whose numbers are given by name.
template <class Self, class Settings>
class NamedSettings {
  using Scalar = typename Settings::Scalar;
  using Value = typename Settings::Value;
  using Schedule = typename Settings::Schedule;
  using Projection = typename Settings::Projection;
  using Rate = typename Schedule::Rate;
  using Lambda = typename Settings::Arithmetic::Lambda;
  using Ratio = typename Settings::Arithmetic::Ratio;
  using Power = typename Settings::Arithmetic::Power;
  using AverageRewardSchedule = typename AverageRewardScheduleOf<Schedule>::type;

 public:
  /// The numbers, as a learner starts from them.
  constexpr const Settings& settings() const noexcept { return settings_; }
  /// The same, implicitly: `learner.start(config)`.
  constexpr operator const Settings&() const noexcept { return settings_; }  // NOLINT: a learner starts from it

  /// In [0, 1). Default 0.25.
  [[nodiscard]] constexpr Self lambda(Lambda x) const noexcept { return with(&Settings::lambda, x); }
  /// c: finite, above 0. Default 0.05 with ConstantSchedule, 1 with PolynomialSchedule; with TwoTimescaleSchedule that
  /// of the schedule of the average reward.
  [[nodiscard]] constexpr Self ratio(Ratio c) const noexcept { return with(&Settings::ratio, c); }

  /// A schedule as a whole.
  [[nodiscard]] constexpr Self schedule(const Schedule& x) const noexcept { return with(&Settings::schedule, x); }
  /// A projection as a whole.
  [[nodiscard]] constexpr Self projection(const Projection& x) const noexcept { return with(&Settings::projection, x); }

  /// One of another type does not compile.
  template <class Other>
  [[nodiscard]] constexpr Self schedule(const Other& /*other*/) const noexcept {
    static_assert(etl::is_same<Other, Schedule>::value,
                  "Config: schedule() takes the type of schedule the learner has");
    return copy();
  }
  /// One of another type does not compile.
  template <class Other>
  [[nodiscard]] constexpr Self projection(const Other& /*other*/) const noexcept {
    static_assert(etl::is_same<Other, Projection>::value,
                  "Config: projection() takes the type of projection the learner has");
    return copy();
  }

  /// Of ConstantSchedule: beta, finite, above 0. Default 0.2.
  [[nodiscard]] constexpr Self step_size(Rate beta) const noexcept { return in_schedule(&Constant::step_size, beta); }

  /// Of PolynomialSchedule: the numerator, finite, above 0. Default 1.5.
  [[nodiscard]] constexpr Self beta_0(Rate x) const noexcept { return in_schedule(&Polynomial::beta_0, x); }
  /// Of PolynomialSchedule: at least 1. Default 1.
  [[nodiscard]] constexpr Self offset(uint32_t x) const noexcept { return in_schedule(&Polynomial::offset, x); }
  /// Of PolynomialSchedule: in (0, 1]. Default 0.99.
  [[nodiscard]] constexpr Self power(Power x) const noexcept { return in_schedule(&Polynomial::power, x); }
  /// Of PolynomialSchedule: how many steps keep the first step-size. Default 150.
  [[nodiscard]] constexpr Self hold(uint32_t steps) const noexcept { return in_schedule(&Polynomial::hold, steps); }

  /// Of AdjustableSchedule: from now on this step-size, finite and above 0; t stands still. Default: not held.
  [[nodiscard]] constexpr Self held_at(Rate beta) const noexcept {
    return held(beta == Rate{} ? Rate{-1} : beta);  // 0 would resume it; validate() refuses what is below
  }
  /// Of AdjustableSchedule: follows its formula again, from the t at which it was held.
  [[nodiscard]] constexpr Self resumed() const noexcept { return held(Rate{}); }

  /// Of TwoTimescaleSchedule: the schedule of the average reward, as a whole. Default: its own defaults.
  [[nodiscard]] constexpr Self average_reward_schedule(const AverageRewardSchedule& x) const noexcept {
    static_assert(HasTwoTimescales<Schedule>::value,
                  "Config: the learner has one schedule for both estimates; see TwoTimescaleSchedule");
    Schedule schedule = settings_.schedule;
    if constexpr (HasTwoTimescales<Schedule>::value) { schedule.average_reward = x; }
    return with(&Settings::schedule, schedule);
  }

  /// Of JointBall: R, from 2^-60 to 2^62 in float. Default 1000.
  [[nodiscard]] constexpr Self radius(Value x) const noexcept { return in_projection(&Joint::radius, x); }

  /// Of SeparateBalls: R_theta, from 2^-60 to 2^62 in float. Default 1000.
  [[nodiscard]] constexpr Self weights_radius(Value x) const noexcept {
    return in_projection(&Separate::weights_radius, x);
  }
  /// Of SeparateBalls: R_omega, likewise. Default 1000.
  [[nodiscard]] constexpr Self average_reward_radius(Value x) const noexcept {
    return in_projection(&Separate::average_reward_radius, x);
  }

  /// Of WithoutDirection: theta_e, as many numbers as there are features.
  template <class Weight, size_t Dimension>
  [[nodiscard]] constexpr Self direction(const Weight (&theta_e)[Dimension]) const noexcept {
    constexpr size_t dimension = Projection::Traits::dimension;
    static_assert(dimension != any_dimension,
                  "Config: the learner removes no direction that is given; see WithoutDirection");
    static_assert(dimension == any_dimension || dimension == Dimension,
                  "Config: the direction to remove must have as many entries as there are features");
    Projection projection = settings_.projection;
    if constexpr (dimension == Dimension) {
      for (size_t i = 0; i < Dimension; ++i) { projection.direction[i] = theta_e[i]; }
    }
    return with(&Settings::projection, projection);
  }

 protected:
  /// The defaults.
  constexpr NamedSettings() noexcept {
    settings_.lambda = static_cast<Lambda>(0.25);
    settings_.ratio = Schedule::default_ratio;
    settings_.schedule.set_defaults();
    settings_.projection.set_defaults();
  }
  /// Those of a learner.
  constexpr explicit NamedSettings(const Settings& settings) noexcept : settings_(settings) {}

 private:
  using Constant = ConstantSchedule<Scalar>;
  using Polynomial = PolynomialSchedule<Scalar>;
  using Joint = JointBall<Scalar>;
  using Separate = SeparateBalls<Scalar>;

  [[gnu::always_inline]] constexpr Self copy() const noexcept { return static_cast<const Self&>(*this); }

  template <class T>
  [[gnu::always_inline]] constexpr Self with(T Settings::*member, const T& x) const noexcept {
    Self result = copy();
    static_cast<NamedSettings&>(result).settings_.*member = x;
    return result;
  }
  template <class Owner, class T>
  [[gnu::always_inline]] constexpr Self in_schedule(T Owner::*member, T x) const noexcept {
    constexpr bool has_it = __is_base_of(Owner, Schedule);
    static_assert(has_it,
                  "Config: the learner's schedule has no number of this name; ConstantSchedule has step_size, "
                  "PolynomialSchedule has beta_0, offset, power and hold");
    Schedule schedule = settings_.schedule;
    if constexpr (has_it) { schedule.*member = x; }
    return with(&Settings::schedule, schedule);
  }
  [[gnu::always_inline]] constexpr Self held(Rate step_size) const noexcept {
    static_assert(CanBeHeld<Schedule>::value,
                  "Config: the learner's schedule cannot be held; AdjustableSchedule<PolynomialSchedule<float>> can");
    Schedule schedule = settings_.schedule;
    if constexpr (CanBeHeld<Schedule>::value) { schedule.held_step_size = step_size; }
    return with(&Settings::schedule, schedule);
  }
  template <class Owner, class T>
  [[gnu::always_inline]] constexpr Self in_projection(T Owner::*member, T x) const noexcept {
    constexpr bool has_it = __is_base_of(Owner, Projection);
    static_assert(has_it,
                  "Config: the learner's projection has no number of this name; JointBall has radius, "
                  "SeparateBalls has weights_radius and average_reward_radius");
    Projection projection = settings_.projection;
    if constexpr (has_it) { projection.*member = x; }
    return with(&Settings::projection, projection);
  }

  Settings settings_;
};

}  // namespace detail
}  // namespace ballast
