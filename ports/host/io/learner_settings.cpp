#include "io/learner_settings.hpp"

#include <ballast/config.hpp>
#include <ballast/two_timescale_schedule.hpp>

namespace tool {
namespace {

template <class To>
struct Convert {
  template <class From>
  ballast::ConstantSchedule<To> operator()(const ballast::ConstantSchedule<From>& schedule) const {
    return {static_cast<To>(schedule.step_size)};
  }
  template <class From>
  ballast::PolynomialSchedule<To> operator()(const ballast::PolynomialSchedule<From>& schedule) const {
    return {static_cast<To>(schedule.beta_0), schedule.offset, static_cast<To>(schedule.power), schedule.hold};
  }
  template <class Same>
  typename LearnerSettings<To>::SameSchedule operator()(Same /*schedule*/) const {
    return {};
  }
  template <class From>
  AdjustableSchedule<To> operator()(const AdjustableSchedule<From>& schedule) const {
    const ballast::PolynomialSchedule<From>& polynomial = schedule;
    return {(*this)(polynomial), static_cast<To>(schedule.held_step_size)};
  }
  template <class From>
  ballast::NoProjection<To> operator()(const ballast::NoProjection<From>& /*projection*/) const {
    return {};
  }
  template <class From>
  ballast::JointBall<To> operator()(const ballast::JointBall<From>& ball) const {
    return {static_cast<To>(ball.radius)};
  }
  template <class From>
  ballast::SeparateBalls<To> operator()(const ballast::SeparateBalls<From>& balls) const {
    return {static_cast<To>(balls.average_reward_radius), static_cast<To>(balls.weights_radius)};
  }
};

template <class To, class From>
decltype(LearnerSettings<To>::constant_direction) converted_direction(const LearnerSettings<From>& settings) {
  const auto& direction = settings.constant_direction;
  if (const auto* const vector = std::get_if<std::vector<From>>(&direction)) {
    return std::vector<To>(vector->begin(), vector->end());
  }
  if (std::holds_alternative<typename LearnerSettings<From>::Ones>(direction)) {
    return typename LearnerSettings<To>::Ones{};
  }
  return typename LearnerSettings<To>::KeepAll{};
}

/// The schedules of weights and average reward as one type of the library. (One that can be held has no other beside
/// it: nothing reads such settings.)
template <class T>
struct Both {
  using Same = typename LearnerSettings<T>::SameSchedule;

  template <class Schedule>
  Schedule operator()(const Schedule& schedule, Same /*for_average_reward*/) const {
    return schedule;
  }
  template <class ForAverageReward>
  AdjustableSchedule<T> operator()(const AdjustableSchedule<T>& schedule, const ForAverageReward& /*other*/) const {
    return schedule;
  }
  AdjustableSchedule<T> operator()(const AdjustableSchedule<T>& schedule, Same /*for_average_reward*/) const {
    return schedule;
  }
  template <class ForWeights, class ForAverageReward>
  ballast::TwoTimescaleSchedule<ForWeights, ForAverageReward> operator()(const ForWeights& weights,
                                                                         const ForAverageReward& average_reward) const {
    return {weights, average_reward};
  }
};

}  // namespace

template <class To, class From>
LearnerSettings<To> converted(const LearnerSettings<From>& settings) {
  LearnerSettings<To> result;
  result.rule = settings.rule;
  result.lambda = static_cast<To>(settings.lambda);
  result.ratio = static_cast<To>(settings.ratio);
  std::visit([&](const auto& schedule) { result.schedule = Convert<To>{}(schedule); }, settings.schedule);
  std::visit([&](const auto& schedule) { result.average_reward_schedule = Convert<To>{}(schedule); },
             settings.average_reward_schedule);
  std::visit([&](const auto& projection) { result.projection = Convert<To>{}(projection); }, settings.projection);
  result.constant_direction = converted_direction<To>(settings);
  return result;
}

template <class T>
ballast::Status validate(const LearnerSettings<T>& settings) {
  return std::visit(
      [&](const auto& for_weights, const auto& for_average_reward, const auto& projection) {
        const auto schedule = Both<T>{}(for_weights, for_average_reward);
        ballast::Settings<T, std::decay_t<decltype(projection)>, std::decay_t<decltype(schedule)>> plain;
        plain.lambda = settings.lambda;
        plain.ratio = settings.ratio;
        plain.schedule = schedule;
        plain.projection = projection;
        return plain.validate();
      },
      settings.schedule, settings.average_reward_schedule, settings.projection);
}

template LearnerSettings<float> converted(const LearnerSettings<double>&);
template LearnerSettings<double> converted(const LearnerSettings<float>&);
template LearnerSettings<double> converted(const LearnerSettings<double>&);
template ballast::Status validate(const LearnerSettings<float>&);
template ballast::Status validate(const LearnerSettings<double>&);

}  // namespace tool
