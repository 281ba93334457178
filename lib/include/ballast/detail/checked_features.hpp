#pragma once
/// Features of the wrong type: one message, and no body to compile for them, so that it is the only one.

#include <ballast/array.hpp>
#include <ballast/features/run.hpp>

#include <stddef.h>

#include <etl/type_traits.h>

namespace ballast {
namespace detail {

template <class T>
struct IsFeatureVector : etl::bool_constant<is_array<T> || DescribesItself<T>::value> {};

/// Something to go on with.
template <class Features, class Scalar>
using CheckedFeatures = etl::conditional_t<IsFeatureVector<Features>::value, Features, ArrayOf<Scalar, 1>>;

/// What the formats of an arithmetic were made for. Those of float and double: anything.
template <class Arithmetic, class = void>
struct MadeFor {
  static constexpr bool weights(size_t /*number*/) noexcept { return true; }
  static constexpr bool active(size_t /*number*/) noexcept { return true; }
};
template <class Arithmetic>
struct MadeFor<Arithmetic, etl::void_t<typename Arithmetic::Format>> {
  using Format = typename Arithmetic::Format;
  static constexpr bool weights(size_t number) noexcept { return number == Format::dimension; }
  /// So many features that are not 0 at once. If ||phi|| <= 1 is promised, their number does not matter.
  static constexpr bool active(size_t number) noexcept { return Format::has_unit_features || number <= Format::active; }
};

/// Whether a learner of so many features can learn from these.
template <class FeatureVector, class Arithmetic, size_t Dimension>
constexpr bool are_accepted() noexcept {
  using Feature = typename Arithmetic::Feature;
  static_assert(
      IsFeatureVector<FeatureVector>::value,
      "Learner: these are not features; give a ballast::ArrayOf<float, n>, or Coder::Features for a TileCoder");
  if constexpr (IsFeatureVector<FeatureVector>::value) {
    constexpr bool is_same_scalar = etl::is_same<typename RunsOf<FeatureVector>::Feature, Feature>::value;
    constexpr bool is_same_number = RunsOf<FeatureVector>::dimension == Dimension;
    static_assert(is_same_scalar, "Learner: the features must be numbers of the learner's scalar");
    static_assert(!is_same_scalar || is_same_number, "Learner: there must be as many features as weights");
    constexpr bool is_within_limit = MadeFor<Arithmetic>::active(capacity_of<FeatureVector>);
    static_assert(!is_same_scalar || !is_same_number || is_within_limit,
                  "Learner: these features can have more that are not 0 at once than FixedLimits::active allows");
    return is_same_scalar && is_same_number && is_within_limit;
  } else {
    return false;
  }
}

}  // namespace detail
}  // namespace ballast
