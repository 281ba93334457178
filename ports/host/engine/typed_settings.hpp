#pragma once
/// From settings whose types are known at run time to those of a learner of the library.

#include <ballast/projection.hpp>

#include <utility>

#include "engine/any_schedule.hpp"
#include "io/learner_settings.hpp"

namespace tool {

/// The projection, with the removal of a direction.
template <class T, class Base>
Base removing(const Base& base, typename LearnerSettings<T>::KeepAll /*direction*/) {
  return base;
}
template <class T, class Base>
ballast::WithoutOnes<Base> removing(const Base& base, typename LearnerSettings<T>::Ones /*direction*/) {
  return {base};
}

template <class Settings, class T>
Settings typed_settings(const LearnerSettings<T>& chosen, typename Settings::Projection projection) {
  Settings settings;
  settings.lambda = chosen.lambda;
  settings.ratio = chosen.ratio;
  settings.schedule = AnySchedule<T>(chosen);
  settings.projection = std::move(projection);
  return settings;
}

}  // namespace tool
