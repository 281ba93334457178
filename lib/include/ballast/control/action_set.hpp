#pragma once
/// The actions that may be taken now, out of a few.

#include <ballast/detail/compiler.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// A set of actions from 0, 1, ..., Actions - 1; one word. An action that does not exist is never in it.
template <size_t Actions>
class ActionSet {
 public:
  static_assert(Actions > 0 && Actions <= 32, "ActionSet: between 1 and 32 actions");

  /// None.
  constexpr ActionSet() noexcept = default;

  /// Every action.
  static constexpr ActionSet all() noexcept { return ActionSet(UINT32_MAX >> (32 - Actions)); }

  /// Those for which is_feasible(action) holds.
  template <class Predicate>
  static constexpr ActionSet where(Predicate is_feasible) noexcept {
    ActionSet set;
    for (uint32_t action = 0; action < Actions; ++action) {
      if (is_feasible(action)) { set = set.with(action); }
    }
    return set;
  }

  /// A copy that contains this action as well.
  [[nodiscard]] constexpr ActionSet with(uint32_t action) const noexcept { return ActionSet(bits_ | mask(action)); }
  /// A copy that does not contain this action.
  [[nodiscard]] constexpr ActionSet without(uint32_t action) const noexcept { return ActionSet(bits_ & ~mask(action)); }

  /// Whether this action is in the set.
  constexpr bool contains(uint32_t action) const noexcept { return (bits_ & mask(action)) != 0; }
  /// Whether there is nothing to choose from.
  constexpr bool is_empty() const noexcept { return bits_ == 0; }
  /// How many actions there are to choose from.
  constexpr uint32_t size() const noexcept {
    uint32_t count = 0;
    for (uint32_t left = bits_; left != 0; left &= left - 1) { ++count; }
    return count;
  }

  /// Bit a for action a.
  constexpr uint32_t bits() const noexcept { return bits_; }

  /// The k-th action in ascending order, for k below size(); otherwise `Actions`, which is no action.
  constexpr uint32_t get(uint32_t k) const noexcept {
    uint32_t action = 0;
    for (; action < Actions; ++action) {
      if (contains(action) && k-- == 0) { break; }
    }
    return action;
  }

 private:
  constexpr explicit ActionSet(uint32_t bits) noexcept : bits_(bits) {}
  static constexpr uint32_t mask(uint32_t action) noexcept {
    return action < Actions ? uint32_t{1} << action : uint32_t{0};
  }

  uint32_t bits_ = 0;
};

}  // namespace ballast
