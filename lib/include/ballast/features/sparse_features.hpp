#pragma once
/// A few of many features, each with a value of its own: (index, value) pairs.

#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/detail/sorted_indices.hpp>
#include <ballast/features/run.hpp>
#include <ballast/status.hpp>

namespace ballast {

/// At most Capacity of Dimension features are not 0, each with its own value.
template <class T, size_t Dimension, size_t Capacity>
class SparseFeatures {
 public:
  using Feature = T;
  /// Features in all.
  static constexpr size_t dimension = Dimension;
  /// How many can be stored at once.
  static constexpr size_t capacity = Capacity;

  /// Refused, and nothing changes, if the index is out of range or already there, or if there is no room. (A value that
  /// is not finite is accepted here; a learner refuses and reports it.)
  Status add(size_t index, T value) noexcept {
    size_t place = 0;
    const Status status = indices_.insert(index, place);
    if (status != Status::ok) { return status; }
    for (size_t k = indices_.size() - 1; k > place; --k) { values_[k] = values_[k - 1]; }
    values_[place] = value;
    return Status::ok;
  }
  /// None stored.
  void clear() noexcept { indices_.clear(); }

  /// How many are stored.
  size_t size() const noexcept { return indices_.size(); }
  /// The index of the k-th one in ascending order, for k below size().
  size_t index(size_t k) const noexcept { return indices_[k]; }
  /// The value of the k-th one in ascending order, for k below size().
  T value(size_t k) const noexcept { return values_[k]; }

  /// Always: add() accepts nothing else.
  static constexpr bool is_within_dimension() noexcept { return true; }
  /// A run for each feature that is stored.
  size_t runs() const noexcept { return indices_.size(); }
  /// The k-th feature that is stored, for k below runs().
  Run<T> run(size_t k) const noexcept { return {indices_[k], &values_[k], 1}; }

 private:
  friend struct detail::SnapshotAccess;
  T values_[Capacity]{};
  SortedIndices<Dimension, Capacity> indices_;
};

}  // namespace ballast
