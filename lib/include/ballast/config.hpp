#pragma once
/// The configuration of a learner: line 1 of Algorithm 1. Numbers are given by name, in any order; the others keep
/// their defaults.
///
///   constexpr auto config = Learner::Config().lambda(0.25F).ratio(0.05F).step_size(0.2F).radius(1000.0F);
///   static_assert(config.validate() == ballast::Status::ok);
///
/// docs/CHOOSING.md helps to choose them.

#include <ballast/arithmetic.hpp>
#include <ballast/detail/named_settings.hpp>
#include <ballast/detail/schedule_clock.hpp>
#include <ballast/status.hpp>

namespace ballast {

/// The numbers as a learner stores them: all zero, which validate() refuses, until it is started.
template <class Scalar_, class Projection_, class Schedule_>
struct Settings {
  using Scalar = Scalar_;
  using Arithmetic = ArithmeticOf<Scalar>;
  using Value = typename Arithmetic::Value;
  using Projection = Projection_;
  using Schedule = Schedule_;

  /// How fast the trace decays: in [0, 1). 0 learns from the last transition alone; the paper uses 0.25.
  typename Arithmetic::Lambda lambda{};

  /// c: the step-size of the average reward, as a multiple of that of the weights (with TwoTimescaleSchedule, of the
  /// rate of its own schedule). Finite, above 0. The average reward is a running mean over about 1 + 1 / (c beta)
  /// steps: 0.01 to 0.1 where the step-size is constant, 1 where it decays. The standard rule needs c beta < 2.
  typename Arithmetic::Ratio ratio{};

  /// beta_t; see schedule.hpp.
  Schedule schedule{};

  /// The bound on the estimates; see projection.hpp.
  Projection projection{};

  constexpr Settings() noexcept {}

  /// Numbers without names do not compile.
  template <class Name = void>
  constexpr Settings(typename Arithmetic::Lambda /*?*/, typename Arithmetic::Ratio /*?*/, Schedule /*?*/ = {},
                     Projection /*?*/ = {}) noexcept {
    detail::require_names<Name>();
  }

  /// ok, or the first field that is invalid.
  constexpr Status validate() const noexcept {
    if (!Arithmetic::is_lambda(lambda)) { return Status::invalid_lambda; }
    const Status of_schedule = schedule.validate();
    if (of_schedule != Status::ok) { return of_schedule; }
    if (!Arithmetic::is_ratio(ratio, detail::largest_average_reward_rate(schedule))) { return Status::invalid_ratio; }
    return projection.validate();
  }
};

/// The settings of a learner, with defaults and names.
template <class Scalar, class Projection, class Schedule>
class Config
    : public detail::NamedSettings<Config<Scalar, Projection, Schedule>, Settings<Scalar, Projection, Schedule>> {
  using Base = detail::NamedSettings<Config, Settings<Scalar, Projection, Schedule>>;

 public:
  /// The defaults.
  constexpr Config() noexcept = default;

  /// To change some numbers of a learner: Config(learner.config()).lambda(0.5F).
  constexpr explicit Config(const Settings<Scalar, Projection, Schedule>& settings) noexcept : Base(settings) {}

  /// Numbers without names do not compile.
  template <class Name = void>
  constexpr Config(typename ArithmeticOf<Scalar>::Lambda /*?*/, typename ArithmeticOf<Scalar>::Ratio /*?*/,
                   Schedule /*?*/ = {}, Projection /*?*/ = {}) noexcept {
    detail::require_names<Name>();
  }

  /// ok, or the first number that is invalid.
  constexpr Status validate() const noexcept { return this->settings().validate(); }
};

}  // namespace ballast
