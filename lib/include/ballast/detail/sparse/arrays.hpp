#pragma once
/// Where a lazy trace keeps its numbers: in arrays whose length is a constant. A host that learns from logs of any
/// width has another such type, with arrays of any length, and the same bits.

#include <ballast/array.hpp>
#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/detail/sparse/epochs.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace sparse {

template <class T, size_t Dimension>
struct FixedArrays {
  static constexpr size_t slots = slots_for<T>(Dimension);
  /// On a host a step is one function, in which nothing is copied; a core has too few registers for that.
  static constexpr bool inlines_step = kernel::is_vectorised;
  using Slot = etl::conditional_t<(slots <= 256), uint8_t, etl::conditional_t<(slots <= 65536), uint16_t, uint32_t>>;

  /// A number for each epoch.
  using OfEpochs = ArrayOf<T, slots>;

  template <class X>
  using OfFeatures = ArrayOf<X, Dimension>;

  /// The epoch of each feature. Unused ones fill what would be padding: they end where a number can begin.
  static constexpr size_t slots_in_a_number = sizeof(T) / sizeof(Slot);
  using Slots = ArrayOf<Slot, (Dimension + slots_in_a_number - 1) / slots_in_a_number * slots_in_a_number>;
};

}  // namespace sparse
}  // namespace ballast
