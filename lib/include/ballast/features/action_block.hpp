#pragma once
/// phi(s) x one-hot(a): every action has its own block of weights, and the features of a state are in the block of the
/// action taken there. The zeros of the other blocks are not stored.

#include <ballast/features/run.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// Refers to the features of a state; does not own them.
template <class StateFeatures, size_t Actions>
class ActionBlock {
 public:
  using Feature = typename RunsOf<StateFeatures>::Feature;
  /// Features of a state.
  static constexpr size_t length = RunsOf<StateFeatures>::dimension;
  static_assert(length <= (~size_t{0} & 0xFFFFFFFFU) / Actions, "ActionBlock: too many weights to count");
  /// Features in all: those of a state, for each action.
  static constexpr size_t dimension = Actions * length;
  /// How many of them are stored at most.
  static constexpr size_t capacity = capacity_of<StateFeatures>;

  /// The learner refuses an action or a feature that is out of range.
  ActionBlock(const StateFeatures& state, uint32_t action) noexcept : state_(&state), action_(action) {}
  ActionBlock(const StateFeatures&&, uint32_t) = delete;  // a temporary would not live long enough

  /// The action whose block this is.
  uint32_t action() const noexcept { return action_; }

  /// Whether the action exists and the features of the state are within theirs.
  bool is_within_dimension() const noexcept { return action_ < Actions && ballast::is_within_dimension(*state_); }
  /// As many as the features of the state have.
  size_t runs() const noexcept { return RunsOf<StateFeatures>::count(*state_); }
  /// The k-th run, in the block of the action; beyond all features if it would reach into another block.
  Run<Feature> run(size_t k) const noexcept {
    Run<Feature> run = RunsOf<StateFeatures>::get(*state_, k);
    const bool fits = action_ < Actions && run.first <= length && run.length <= length - run.first;
    // If it does not fit: not into the block of another action.
    run.first = fits ? static_cast<size_t>(action_) * length + run.first : dimension + 1;
    return run;
  }

 private:
  const StateFeatures* state_;
  uint32_t action_;
};

}  // namespace ballast
