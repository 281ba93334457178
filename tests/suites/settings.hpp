#pragma once
/// Settings in the order lambda, ratio, schedule, projection, without names: for suites that try out many of them.

#include <ballast/status.hpp>

template <class L>
constexpr typename L::Settings settings_of(typename L::Value lambda, typename L::Value ratio,
                                           const typename L::Settings::Schedule& schedule,
                                           const typename L::Settings::Projection& projection) {
  typename L::Settings settings;
  settings.lambda = lambda;
  settings.ratio = ratio;
  settings.schedule = schedule;
  settings.projection = projection;
  return settings;
}

template <class L>
ballast::Status start_with(L& learner, typename L::Value lambda, typename L::Value ratio,
                           const typename L::Settings::Schedule& schedule,
                           const typename L::Settings::Projection& projection) {
  return learner.start(settings_of<L>(lambda, ratio, schedule, projection));
}

/// From given weights and average reward.
template <class L>
ballast::Status start_with(L& learner, typename L::Value lambda, typename L::Value ratio,
                           const typename L::Settings::Schedule& schedule,
                           const typename L::Settings::Projection& projection, const typename L::Weights& weights,
                           typename L::Value average_reward = {}) {
  return learner.start(settings_of<L>(lambda, ratio, schedule, projection), weights, average_reward);
}
