#pragma once
/// A few of many features are active, each with the same value: 1, or 1 / sqrt(k) for k of them, which makes ||phi||
/// = 1.

#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/detail/sorted_indices.hpp>
#include <ballast/features/run.hpp>
#include <ballast/status.hpp>

namespace ballast {

/// At most Capacity of Dimension features are active; all active ones have the same value.
template <class T, size_t Dimension, size_t Capacity>
class ActiveFeatures {
 public:
  using Feature = T;
  /// Features in all.
  static constexpr size_t dimension = Dimension;
  /// How many can be active at once.
  static constexpr size_t capacity = Capacity;

  constexpr ActiveFeatures() noexcept = default;
  /// None active; each that will be has this value, or 1 if it is 0.
  constexpr explicit ActiveFeatures(T value) noexcept : value_(value) {}

  /// Refused, and nothing changes, if the index is out of range or already active, or if there is no room.
  Status add(size_t index) noexcept {
    size_t place = 0;
    return indices_.insert(index, place);
  }
  /// None active; the value stays.
  void clear() noexcept { indices_.clear(); }

  /// How many are active.
  size_t size() const noexcept { return indices_.size(); }
  /// The k-th active one in ascending order, for k below size().
  size_t index(size_t k) const noexcept { return indices_[k]; }
  /// What each active feature is.
  T value() const noexcept { return *shared_value(); }

  /// Always: add() accepts nothing else.
  static constexpr bool is_within_dimension() noexcept { return true; }
  /// A run for each active feature.
  size_t runs() const noexcept { return indices_.size(); }
  /// The k-th active feature, for k below runs().
  Run<T> run(size_t k) const noexcept { return {indices_[k], shared_value(), 1}; }

 private:
  friend struct detail::SnapshotAccess;
  static constexpr T one{1};

  const T* shared_value() const noexcept { return value_ == T{} ? &one : &value_; }

  T value_{};
  SortedIndices<Dimension, Capacity> indices_;
};

}  // namespace ballast
