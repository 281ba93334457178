#pragma once
/// What was learned in float or double into a learner in fixed point, and back; also between fixed points of other
/// limits. For the host, and to set up a device: it computes in double, and has a copy of the weights on the stack.
///
///   ballast::Learner<float, 16> trained;
///   ballast::FixedLearner<16> learner;
///   Status status = ballast::convert(trained, learner);
///
/// Weights, average reward, lambda, power and radii are rounded to nearest: they differ by half a unit of their format
/// at most (2^-(weight_fraction + 1) for a weight, 2^-weight_fraction for the average reward and a radius, 2^-17 for
/// lambda, 2^-32 for a power; in float by half a unit in the last place). Step-sizes and the ratio differ by 2^-30 of
/// them. Everything else begins again, as with `adopt`: trace, counts, the t of a schedule.

#include <ballast/fixed.hpp>
#include <ballast/learner.hpp>
#include <ballast/projection.hpp>
#include <ballast/schedule.hpp>
#include <ballast/status.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace detail {

template <class Number>
double to_double(Number x) noexcept {
  if constexpr (etl::is_arithmetic<Number>::value) {
    return static_cast<double>(x);
  } else {
    return x.to_double();
  }
}
/// The nearest.
template <class From, class To>
void convert_number(From from, To& to) noexcept {
  to = static_cast<To>(to_double(from));
}

// Schedules and projections of one type, but of two scalars.
template <class From, class To>
void convert_schedule(const ConstantSchedule<From>& from, ConstantSchedule<To>& to) noexcept {
  convert_number(from.step_size, to.step_size);
}
template <class From, class To>
void convert_schedule(const PolynomialSchedule<From>& from, PolynomialSchedule<To>& to) noexcept {
  convert_number(from.beta_0, to.beta_0);
  convert_number(from.power, to.power);
  to.offset = from.offset;
  to.hold = from.hold;
}
template <class From, class FromAverage, class To, class ToAverage>
void convert_schedule(const TwoTimescaleSchedule<From, FromAverage>& from,
                      TwoTimescaleSchedule<To, ToAverage>& to) noexcept {
  convert_schedule(static_cast<const From&>(from), static_cast<To&>(to));
  convert_schedule(from.average_reward, to.average_reward);
}

template <class From, class To>
void convert_projection(const NoProjection<From>&, NoProjection<To>&) noexcept {}
template <class From, class To>
void convert_projection(const JointBall<From>& from, JointBall<To>& to) noexcept {
  convert_number(from.radius, to.radius);
}
template <class From, class To>
void convert_projection(const SeparateBalls<From>& from, SeparateBalls<To>& to) noexcept {
  convert_number(from.average_reward_radius, to.average_reward_radius);
  convert_number(from.weights_radius, to.weights_radius);
}
template <class From, class To>
void convert_projection(const WithoutOnes<From>& from, WithoutOnes<To>& to) noexcept {
  convert_projection(static_cast<const From&>(from), static_cast<To&>(to));
}

}  // namespace detail

/// The settings of a learner as those of another, of another scalar. Schedule and projection are of the same type. What
/// does not fit is out of range in the result, too: its validate() says what.
template <class From, class To>
void convert_settings(const From& from, To& to) noexcept {
  detail::convert_number(from.lambda, to.lambda);
  detail::convert_number(from.ratio, to.ratio);
  detail::convert_schedule(from.schedule, to.schedule);
  detail::convert_projection(from.projection, to.projection);
}

/// Starts `to` with the settings, weights and average reward of `from`. not_started, or as start() from given weights:
/// the first setting that does not fit, or invalid_start if weights or average reward do not. Anything but ok: nothing
/// has changed.
template <class From, class To, size_t Dimension, class Rule, class FromProjection, class ToProjection,
          class FromSchedule, class ToSchedule>
Status convert(const Learner<From, Dimension, Rule, FromProjection, FromSchedule>& from,
               Learner<To, Dimension, Rule, ToProjection, ToSchedule>& to) noexcept {
  using Target = Learner<To, Dimension, Rule, ToProjection, ToSchedule>;
  if (!from.is_started()) { return Status::not_started; }
  typename Target::Settings settings;
  convert_settings(from.config(), settings);
  typename Target::Weights weights;
  for (size_t i = 0; i < Dimension; ++i) { detail::convert_number(from.weight(i), weights[i]); }
  typename Target::Value average_reward{};
  detail::convert_number(from.average_reward(), average_reward);
  return to.start(settings, weights, average_reward);
}

}  // namespace ballast
