#pragma once
/// One feature is 1, all others are 0: a table. The feature is given by its index.

#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/features/run.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// One of Dimension features is 1.
template <class T, size_t Dimension>
class OneHot {
 public:
  using Feature = T;
  /// Features in all.
  static constexpr size_t dimension = Dimension;
  /// One is active.
  static constexpr size_t capacity = 1;

  /// An index that is out of range is accepted here; a learner refuses it.
  constexpr explicit OneHot(size_t index = 0) noexcept : index_(index) {}

  /// Which feature is 1.
  constexpr size_t index() const noexcept { return index_; }

  /// Whether the index is in range.
  constexpr bool is_within_dimension() const noexcept { return index_ < Dimension; }
  /// One run, of length 1.
  constexpr size_t runs() const noexcept { return 1; }
  /// The feature that is 1.
  constexpr Run<T> run(size_t /*k*/) const noexcept { return {index_, &one, 1}; }

 private:
  friend struct detail::SnapshotAccess;
  static constexpr T one{1};

  size_t index_;  // not checked here: a learner refuses one that is out of range
};

}  // namespace ballast
