#pragma once
/// Features that become active in the same step, with the same value, after a trace of 0, have the same trace until one
/// of them is active again, and their weights move by the same amount in every step. So they are a group: a step
/// computes one trace and one sum of moves for all of them, and their weights follow when the trace ends, when one of
/// them leaves the group, or when their norm must be known. These are sums of integers: the weights have the bits that
/// they would have if each had moved in each step.
///
/// A feature that becomes active again before its trace has ended leaves its group, and is a live feature by itself
/// (live_features.hpp). So is one for which no group is free.

#include <ballast/detail/fixed/dense_arrays.hpp>
#include <ballast/detail/fixed/live_features.hpp>
#include <ballast/detail/fixed/normed_weights.hpp>
#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/features/action_block.hpp>
#include <ballast/features/one_hot.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace fixed {

/// Whether all features that are not 0 have the same value.
template <class FeatureVector>
struct SharesValue : HasOneValue<FeatureVector> {};
template <class T, size_t Dimension>
struct SharesValue<OneHot<T, Dimension>> : etl::true_type {};
template <class StateFeatures, size_t Actions>
struct SharesValue<ActionBlock<StateFeatures, Actions>> : SharesValue<StateFeatures> {};

/// In how many steps the trace of the largest feature ends, with the largest lambda; at most 255.
template <class Arithmetic>
constexpr size_t steps_of_a_trace() noexcept {
  using Format = typename Arithmetic::Format;
  constexpr uint32_t lambda = decay_factor(typename Arithmetic::Lambda(Format::largest_lambda), Format::has_wide_trace);
  typename Arithmetic::Trace trace{};
  (void)increase(trace, -32768);
  size_t steps = 0;
  for (; trace.raw() != 0 && steps < 255; ++steps) { (void)decay(trace, lambda, 0); }
  return steps == 0 ? 1 : steps;
}

template <class Arithmetic, size_t Dimension>
class TraceGroups {
 public:
  using Format = typename Arithmetic::Format;
  using Trace = typename Arithmetic::Trace;
  using Weights = NormedWeights<Arithmetic, Dimension>;
  using Index = typename Weights::Index;

  struct Group {
    int32_t trace;    ///< z of each, raw
    int32_t pending;  ///< what their weights have not been moved by yet
    uint32_t size;    ///< 0: free
  };

  /// Of a group.
  static constexpr size_t most_members = Format::active_at_once < 16 ? Format::active_at_once : 16;

 private:
  static constexpr size_t bytes_of_group = sizeof(Group) + most_members * sizeof(Index);
  /// One for each step that a trace takes, but no more than two bytes for each feature have room for.
  static constexpr size_t number_of_groups() noexcept {
    constexpr size_t steps = steps_of_a_trace<Arithmetic>();
    constexpr size_t room = 2 * Dimension / bytes_of_group;
    return room == 0 ? 1 : (room < steps ? room : steps);
  }

 public:
  static constexpr size_t most_groups = number_of_groups();

  /// Whether a feature is in a group.
  [[gnu::always_inline]] bool has(size_t i) const noexcept { return group_of_[i] != 0; }
  /// The group of a feature that is in one.
  [[gnu::always_inline]] const Group& of(size_t i) const noexcept { return groups_[group_of_[i] - 1U]; }
  /// How many features are in groups.
  size_t size() const noexcept {
    size_t size = 0;
    for (size_t k = 0; k < used_; ++k) { size += groups_[k].size; }
    return size;
  }

  /// z = lambda z; returns the squares of all members. A group whose trace has ended is free again.
  [[gnu::noinline]] TraceSquares<Format> decay(uint32_t lambda, Weights& theta) noexcept {
    TraceSquares<Format> squares;
    uint32_t used = 0;
    for (uint32_t k = 0; k != used_; ++k) {
      Group& group = groups_[k];
      if (group.size == 0) { continue; }
      Trace trace = trace_of(group);
      const int32_t z = fixed::decay(trace, lambda, 0);
      group.trace = trace.raw();
      if (trace.raw() != 0) {
        squares.add(z, group.size);
        used = k + 1;
      } else {
        release(k, theta);
      }
    }
    used_ = used;
    return squares;
  }

  /// Moves all members by step z, later. Returns a bound of what is pending, in units of 2^16 of a weight: that of
  /// each is less than that of its group, and ||pending|| is at most their sum.
  [[gnu::noinline]] uint32_t move(typename Arithmetic::Step step) noexcept {
    uint32_t sum = 0;
    Group* const end = groups_ + used_;
    for (Group* group = groups_; group != end; ++group) {
      const uint32_t size = group->size;
      if (size == 0) { continue; }
      const int32_t product = upper_half(trace_of(*group)) * step.mantissa + static_cast<int32_t>(step.rounding);
      const int32_t pending = group->pending + (product >> step.shift);
      group->pending = pending;
      sum += size * static_cast<uint32_t>(((pending >> 16) ^ (pending >> 31)) + 1);
    }
    return sum;
  }

  /// Moves the weights by all that is pending.
  [[gnu::noinline, gnu::cold]] void settle(Weights& theta) noexcept {
    for (uint32_t k = 0; k != used_; ++k) { settle(k, theta); }
  }

  /// A new group, for features that join it one by one; or none.
  class Joining {
   public:
    [[gnu::always_inline]] explicit Joining(TraceGroups& groups) noexcept : groups_(groups) {
      uint32_t k = 0;
      while (k != groups.used_ && groups.groups_[k].size != 0) { ++k; }
      k_ = k;
      first_ = at_ = groups.members_of(k);
      end_ = k < most_groups ? at_ + most_members : at_;
    }
    [[gnu::always_inline]] bool has_room() const noexcept { return at_ != end_; }
    [[gnu::always_inline]] void add(size_t i) noexcept {
      *at_++ = static_cast<Index>(i);
      groups_.group_of_[i] = static_cast<uint8_t>(k_ + 1);
    }
    /// All have joined, with this trace.
    [[gnu::always_inline]] TraceSquares<Format> close(Trace trace, TraceSquares<Format> squares) noexcept {
      const size_t size = static_cast<size_t>(at_ - first_);
      if (size == 0) { return squares; }
      groups_.groups_[k_] = {trace.raw(), 0, static_cast<uint32_t>(size)};
      if (k_ == groups_.used_) { groups_.used_ = k_ + 1; }
      squares.add(upper_half(trace), static_cast<uint32_t>(size));
      return squares;
    }

   private:
    TraceGroups& groups_;
    uint32_t k_;
    Index* first_;
    Index* at_;
    Index* end_;
  };

  /// A member goes: its weight is moved by what is pending. Returns its trace.
  [[gnu::noinline]] Trace leave(size_t i, Weights& theta) noexcept {
    const uint32_t k = group_of_[i] - 1U;
    Group& group = groups_[k];
    const Index index = static_cast<Index>(i);
    theta.add(&index, 1, group.pending);
    Index* at = members_of(k);
    while (*at != index) { ++at; }
    *at = members_of(k)[--group.size];
    group_of_[i] = 0;
    return trace_of(group);
  }

  /// Ends all traces; nothing that is pending is lost.
  void forget(Weights& theta) noexcept {
    settle(theta);
    drop();
  }
  /// Ends all traces, for weights that are replaced: what is pending is lost.
  void drop() noexcept {
    for (uint32_t k = 0; k != used_; ++k) { disband(k); }
    used_ = 0;
  }
  /// Everything 0: equal learners have equal bytes.
  void clear() noexcept {
    used_ = 0;
    for (Group& group : groups_) { group = {0, 0, 0}; }
    for (Index& i : members_) { i = 0; }
    for (uint8_t& k : group_of_) { k = 0; }
  }

 private:
  static constexpr size_t places = (most_groups * most_members + 1) / 2 * 2;  // whole words
  static constexpr size_t features = (Dimension + 3) / 4 * 4;                 // likewise

 public:
  /// Of an object: no padding, no pointers.
  static constexpr size_t bytes = sizeof(uint32_t) + most_groups * sizeof(Group) + places * sizeof(Index) + features;

 private:
  [[gnu::always_inline]] static Trace trace_of(const Group& group) noexcept {
    return Trace::from_raw(static_cast<typename Trace::Raw>(group.trace));
  }
  [[gnu::always_inline]] Index* members_of(uint32_t k) noexcept { return members_ + k * most_members; }

  void settle(uint32_t k, Weights& theta) noexcept {
    Group& group = groups_[k];
    if (group.pending != 0) { theta.add(members_of(k), static_cast<size_t>(group.size), group.pending); }
    group.pending = 0;
  }
  void disband(uint32_t k) noexcept {
    const Index* const members = members_of(k);
    for (uint32_t n = groups_[k].size; n != 0; --n) { group_of_[members[n - 1]] = 0; }
    groups_[k].size = 0;
  }
  void release(uint32_t k, Weights& theta) noexcept {
    settle(k, theta);
    disband(k);
  }

  uint32_t used_ = 0;  // those from here on are free
  Group groups_[most_groups]{};
  Index members_[places]{};
  uint8_t group_of_[features]{};  // counted from 1; 0: none
};

}  // namespace fixed
}  // namespace ballast
