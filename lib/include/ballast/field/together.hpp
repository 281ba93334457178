#pragma once
/// A learner or an agent with its companions, to be saved and resumed as one:
///
///   auto watched = ballast::together(agent, health, guard);                    // or together(agent, health)
///   Status status = store.save(watched, features);
///   Status status = store.resume(watched, features);
///
/// The companions are sections of the snapshot that others skip: firmware without them resumes the agent alone, and
/// where a snapshot has none, they begin again. (ballast::snapshot_bytes<decltype(watched)> is its length.)

#include <ballast/detail/snapshot/together.hpp>

namespace ballast {

/// A learner or an agent, and its health.
template <class Subject, class Health>
detail::Together<Subject, Health, const detail::NoGuard> together(Subject& subject, Health& health) noexcept {
  return {subject, health, detail::no_guard};
}
/// The same with its guard.
template <class Subject, class Health, class Guard>
detail::Together<Subject, Health, Guard> together(Subject& subject, Health& health, Guard& guard) noexcept {
  return {subject, health, guard};
}

}  // namespace ballast
