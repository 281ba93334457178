#pragma once
/// The arrays of a learner with plain weights and traces.

#include <ballast/array.hpp>
#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/detail/padding.hpp>

#include <stddef.h>

#include <etl/type_traits.h>

namespace ballast {
namespace detail {

/// Whether an array of a learner begins at a multiple of 32 bytes: on a host, if it is long. Elsewhere half of all
/// vectors would lie in two cache lines, which takes longer. A core has no use for it, and a learner that fits a core
/// has the same size here and there.
template <class Number, size_t n>
constexpr bool begins_at_a_vector() noexcept {
  return kernel::is_vectorised && etl::is_floating_point<Number>::value && n * sizeof(Number) >= 1024;
}

/// Theta and z, each with zeros up to where the next array can begin.
template <class Arithmetic, size_t Dimension>
struct DenseStorage {
  using Weight = typename Arithmetic::Weight;
  using Trace = typename Arithmetic::Trace;
  using Weights = ArrayOf<Weight, Dimension>;

  static constexpr size_t alignment = begins_at_a_vector<Weight, Dimension>() ? 32 : alignof(Weight);
  static constexpr size_t unit = alignment > sizeof(Weight) ? alignment : sizeof(Weight);
  static constexpr size_t spare_traces = padding_after(Dimension * sizeof(Trace), unit) / sizeof(Trace);

  alignas(alignment) Padded<Weights, padding_after(sizeof(Weights), unit)> weights{};
  alignas(alignment) Trace trace[Dimension + spare_traces]{};
};

}  // namespace detail
}  // namespace ballast
