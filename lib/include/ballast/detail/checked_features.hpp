#pragma once
/// Features of the wrong type: one message, and no body to compile for them, so that it is the only one.

#include <ballast/features/run.hpp>

#include <stddef.h>

#include <etl/array.h>
#include <etl/type_traits.h>

namespace ballast {
namespace detail {

template <class T, class = void>
struct IsFeatureVector : etl::false_type {};
template <class T>
struct IsFeatureVector<T, etl::void_t<typename T::Feature>> : etl::true_type {};
template <class T, size_t Dimension>
struct IsFeatureVector<etl::array<T, Dimension>> : etl::true_type {};

/// Something to go on with.
template <class Features, class Scalar>
using CheckedFeatures = etl::conditional_t<IsFeatureVector<Features>::value, Features, etl::array<Scalar, 1>>;

/// Whether a learner of so many features of this type can learn from these.
template <class FeatureVector, class Feature, size_t Dimension>
constexpr bool are_accepted() noexcept {
  static_assert(IsFeatureVector<FeatureVector>::value,
                "Learner: these are not features; give an etl::array<float, n>, or Coder::Features for a TileCoder");
  if constexpr (IsFeatureVector<FeatureVector>::value) {
    constexpr bool is_same_scalar = etl::is_same<typename RunsOf<FeatureVector>::Feature, Feature>::value;
    constexpr bool is_same_number = RunsOf<FeatureVector>::dimension == Dimension;
    static_assert(is_same_scalar, "Learner: the features must be numbers of the learner's scalar");
    static_assert(!is_same_scalar || is_same_number, "Learner: there must be as many features as weights");
    return is_same_scalar && is_same_number;
  } else {
    return false;
  }
}

}  // namespace detail
}  // namespace ballast
