#pragma once
/// Where a guard keeps the last good weights: in RAM, or as a snapshot in a store.

#include <ballast/detail/is_agent.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace detail {

template <class Subject, bool is_agent>
struct LearnerIn {
  using type = Subject;
  static const Subject& of(const Subject& subject) noexcept { return subject; }
};
template <class Agent>
struct LearnerIn<Agent, true> {
  using type = typename Agent::Learner;
  static const type& of(const Agent& agent) noexcept { return agent.learner(); }
};

}  // namespace detail

/// In RAM: as many numbers as there are weights, and the average reward.
template <class Subject>
class KeptInRam {
  using Access = detail::LearnerIn<Subject, detail::IsAgent<Subject>::value>;
  using Learner = typename Access::type;
  using Value = typename Learner::Value;
  static constexpr size_t dimension = sizeof(typename Learner::Weights) / sizeof(typename Learner::Weight);

 public:
  /// Copies the weights.
  bool keep(const Subject& subject) noexcept {
    const Learner& learner = Access::of(subject);
    for (size_t i = 0; i < dimension; ++i) { weights_[i] = learner.weight(i); }
    average_reward_ = learner.average_reward();
    has_any_ = 1;
    return true;
  }
  /// Puts them back: configuration and counts stay. False if there are none.
  bool restore(Subject& subject) const noexcept {
    return has_any() && subject.restore(weights_, average_reward_) == Status::ok;
  }
  /// There are none from now on.
  void forget() noexcept { has_any_ = 0; }
  /// Whether there are any.
  bool has_any() const noexcept { return has_any_ != 0; }

  /// For snapshots.
  static constexpr uint32_t snapshot_bytes = sizeof(uint32_t) + (1 + dimension) * sizeof(Value);
  /// For snapshots.
  template <class Archive>
  void exchange(Archive& archive) noexcept {
    archive.below(has_any_, 2);
    archive(average_reward_);
    archive.numbers(&weights_[0], dimension);
  }

 private:
  typename Learner::Weights weights_{};
  Value average_reward_{};
  uint32_t has_any_ = 0;
};

/// As a snapshot in a SnapshotStore, which then holds what is good, not what is newest: save elsewhere, or not at all,
/// what should survive a reset (docs/FIELD.md).
template <class Store>
class KeptInStore {
 public:
  /// `features` is the fingerprint of the features, as in Store::save.
  KeptInStore(Store& store, uint32_t features) noexcept : store_(&store), features_(features) {}

  /// Saves a snapshot. False if that failed.
  template <class Subject>
  bool keep(const Subject& subject) noexcept {
    return store_->save(subject, features_) == Status::ok;
  }
  /// Resumes it, with the numbers that the subject is configured with now. False if there is none.
  template <class Subject>
  bool restore(Subject& subject) noexcept {
    const auto config = configuration_of(subject);
    return store_->resume(subject, features_) == Status::ok && subject.reconfigure(config) == Status::ok;
  }

  /// What is kept stays in the store.
  void forget() noexcept {}
  /// For snapshots: what is kept is in the store.
  static constexpr uint32_t snapshot_bytes = 0;
  /// For snapshots.
  template <class Archive>
  void exchange(Archive& /*archive*/) noexcept {}

 private:
  template <class Subject>
  static auto configuration_of(const Subject& subject) noexcept {
    if constexpr (detail::IsAgent<Subject>::value) {
      return typename Subject::Config(subject.learner().config(), subject.exploration());
    } else {
      return typename Subject::Config(subject.config());
    }
  }

  Store* store_;
  uint32_t features_;
};

}  // namespace ballast
