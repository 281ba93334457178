#pragma once
/// Two time-scales: the average reward has a step-size schedule of its own. The weights take beta_t from the first
/// schedule, the average reward takes alpha_t = c x the rate of the second, so that one of them can decay faster than
/// the other.
///
///   using Schedule = ballast::TwoTimescaleSchedule<ballast::PolynomialSchedule<float>,
///                                                  ballast::PolynomialSchedule<float>>;
///   using Learner = ballast::Learner<float, 16, ballast::Implicit, ballast::JointBall<float>, Schedule>;
///   constexpr auto config = Learner::Config().beta_0(1.5F).power(0.99F).average_reward_schedule({1.0F, 1, 0.6F, 0});
///
/// Both have the same t. If both schedules have the same numbers, the learner has the bits of one with that schedule
/// alone.

#include <ballast/detail/schedule_clock.hpp>
#include <ballast/schedule.hpp>
#include <ballast/status.hpp>

#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {

/// beta_t of `ForWeights`, whose numbers are its own, and alpha_t / c of `ForAverageReward`.
template <class ForWeights, class ForAverageReward>
struct TwoTimescaleSchedule : ForWeights {
  using Scalar = typename ForWeights::Scalar;
  using Rate = typename ForWeights::Rate;
  using AverageRewardSchedule = ForAverageReward;
  static_assert(etl::is_same<Scalar, typename ForAverageReward::Scalar>::value,
                "TwoTimescaleSchedule: both schedules must be of the same scalar");
  static_assert(!detail::CanBeHeld<ForWeights>::value && !detail::CanBeHeld<ForAverageReward>::value,
                "TwoTimescaleSchedule: a schedule that can be held stops the t of both; use one that cannot be held");
  static_assert(!detail::HasTwoTimescales<ForWeights>::value && !detail::HasTwoTimescales<ForAverageReward>::value,
                "TwoTimescaleSchedule: of two schedules, each with one time-scale");

  /// What c multiplies, as a function of t.
  ForAverageReward average_reward{};

  /// Neither depends on t.
  static constexpr bool is_constant =
      detail::IsConstantSchedule<ForWeights>::value && detail::IsConstantSchedule<ForAverageReward>::value;
  /// That of the schedule of the average reward, which is what c multiplies.
  static constexpr Rate default_ratio = ForAverageReward::default_ratio;
  /// Those of both.
  constexpr void set_defaults() noexcept {
    ForWeights::set_defaults();
    average_reward.set_defaults();
  }

  /// All zero, which validate() refuses.
  constexpr TwoTimescaleSchedule() noexcept : ForWeights{} {}
  /// That of the weights, and that of the average reward.
  constexpr TwoTimescaleSchedule(const ForWeights& for_weights, const ForAverageReward& for_average_reward) noexcept
      : ForWeights(for_weights), average_reward(for_average_reward) {}

  /// ok, or the first field of either that is invalid.
  constexpr Status validate() const noexcept {
    const Status of_weights = ForWeights::validate();
    return of_weights != Status::ok ? of_weights : average_reward.validate();
  }

  /// The largest alpha_t / c. (That of beta_t is largest_rate().)
  constexpr Rate largest_average_reward_rate() const noexcept { return average_reward.largest_rate(); }
  /// alpha_t / c. (beta_t is rate(t).)
  constexpr Rate average_reward_rate(uint32_t t) const noexcept { return average_reward.rate(t); }
};

}  // namespace ballast
