#include "io/learner_settings.hpp"

#include <ballast/config.hpp>

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

}  // namespace

template <class To, class From>
LearnerSettings<To> converted(const LearnerSettings<From>& settings) {
  LearnerSettings<To> result;
  result.rule = settings.rule;
  result.lambda = static_cast<To>(settings.lambda);
  result.ratio = static_cast<To>(settings.ratio);
  std::visit([&](const auto& schedule) { result.schedule = Convert<To>{}(schedule); }, settings.schedule);
  std::visit([&](const auto& projection) { result.projection = Convert<To>{}(projection); }, settings.projection);
  result.constant_direction = converted_direction<To>(settings);
  return result;
}

template <class T>
ballast::Status validate(const LearnerSettings<T>& settings) {
  return std::visit(
      [&](const auto& schedule, const auto& projection) {
        ballast::Settings<T, std::decay_t<decltype(projection)>, std::decay_t<decltype(schedule)>> plain;
        plain.lambda = settings.lambda;
        plain.ratio = settings.ratio;
        plain.schedule = schedule;
        plain.projection = projection;
        return plain.validate();
      },
      settings.schedule, settings.projection);
}

template LearnerSettings<float> converted(const LearnerSettings<double>&);
template LearnerSettings<double> converted(const LearnerSettings<float>&);
template LearnerSettings<double> converted(const LearnerSettings<double>&);
template ballast::Status validate(const LearnerSettings<float>&);
template ballast::Status validate(const LearnerSettings<double>&);

}  // namespace tool
