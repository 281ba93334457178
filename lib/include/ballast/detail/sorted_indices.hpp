#pragma once
/// The indices of a few features out of many, in ascending order.

#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {

template <size_t Dimension, size_t Capacity>
class SortedIndices {
 public:
  static_assert(Dimension > 0 && Capacity > 0 && Capacity <= Dimension,
                "features: at least one index, and no more than there are features");
  using Index = etl::conditional_t<(Dimension <= 65536), uint16_t, uint32_t>;

  size_t size() const noexcept { return size_; }
  size_t operator[](size_t k) const noexcept { return indices_[k]; }
  void clear() noexcept { size_ = 0; }

  /// Inserts an index and returns its place. Refused, and nothing changes, if it is out of range or already there, or
  /// if there is no room. Indices inserted in ascending order are not moved.
  Status insert(size_t index, size_t& place) noexcept {
    if (index >= Dimension || size_ == Capacity) { return Status::feature_index_invalid; }
    size_t k = size_;
    while (k > 0 && indices_[k - 1] > index) { --k; }
    if (k > 0 && indices_[k - 1] == index) { return Status::feature_index_invalid; }
    if constexpr (Capacity > 1) {  // with one place nothing moves, and GCC warns about the second
      for (size_t i = size_; i > k; --i) { indices_[i] = indices_[i - 1]; }
    }
    indices_[k] = static_cast<Index>(index);
    ++size_;
    place = k;
    return Status::ok;
  }

 private:
  friend struct detail::SnapshotAccess;
  Index indices_[Capacity]{};
  Index size_ = 0;
  static_assert(Capacity <= static_cast<Index>(-1), "features: the number of active ones must fit the index");
};

}  // namespace ballast
