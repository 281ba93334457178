#pragma once
/// A feature vector as a learner reads it: a list of runs in ascending order, with zeros between them that are not
/// stored.
///
/// An array is one run; a one-hot feature is one of length 1; a list of active features has a run for each. A type of
/// your own needs `Feature` (the number type), `dimension`, `runs()` and `run(k)`. It may have `capacity`, the largest
/// number of features in its runs, and `is_within_dimension()`, if that is cheaper than a look at each run. Whatever
/// the type, a `Learner` gives the same bits as with the equivalent array.

#include <ballast/array.hpp>
#include <ballast/detail/compiler.hpp>

#include <stddef.h>

#include <etl/type_traits.h>
#include <etl/utility.h>

namespace ballast {

/// `length` consecutive features from `first` on.
template <class T>
struct Run {
  /// The index of the first feature.
  size_t first;
  /// `length` numbers; owned by the features, not by the run.
  const T* values;
  /// How many features.
  size_t length;

  /// The index after the last feature.
  constexpr size_t end() const noexcept { return first + length; }
};

namespace detail {

/// Of a type that describes itself.
template <class FeatureVector>
struct OwnRuns {
  using Feature = typename FeatureVector::Feature;
  /// Features in all, stored or not.
  static constexpr size_t dimension = FeatureVector::dimension;
  /// How many runs these features have.
  static size_t count(const FeatureVector& features) noexcept { return features.runs(); }
  /// The k-th run in ascending order, for k below count().
  static Run<Feature> get(const FeatureVector& features, size_t k) noexcept { return features.run(k); }
};

/// Of an array, of whichever library: all features, in one run.
template <class Array>
struct ArrayRuns {
  using Feature = typename ArrayTraits<Array>::Value;
  static constexpr size_t dimension = ArrayTraits<Array>::size;
  static size_t count(const Array&) noexcept { return 1; }
  static Run<Feature> get(const Array& all, size_t) noexcept { return {0, all.data(), dimension}; }
};

}  // namespace detail

/// How a learner reads a feature vector: `Feature`, `dimension`, `count(features)` and `get(features, k)`. Specialise
/// it for a type that you cannot change.
template <class FeatureVector>
struct RunsOf : etl::conditional_t<detail::is_array<FeatureVector>, detail::ArrayRuns<FeatureVector>,
                                   detail::OwnRuns<FeatureVector>> {};

/// Calls visit(index, value) for all features that are stored, in ascending order; or for those from a run on.
template <class FeatureVector, class Visit>
[[gnu::always_inline]] inline void for_each_feature(const FeatureVector& features, Visit visit,
                                                    size_t first_run = 0) noexcept {
  const size_t count = RunsOf<FeatureVector>::count(features);
  for (size_t k = first_run; k < count; ++k) {
    const auto run = RunsOf<FeatureVector>::get(features, k);
    for (size_t i = 0; i < run.length; ++i) { visit(run.first + i, run.values[i]); }
  }
}

namespace detail {

template <class FeatureVector, class = void>
struct HasBoundsCheck : etl::false_type {};
template <class FeatureVector>
struct HasBoundsCheck<FeatureVector, etl::void_t<decltype(etl::declval<const FeatureVector&>().is_within_dimension())>>
    : etl::true_type {};

template <class FeatureVector, class = void>
struct Capacity : etl::integral_constant<size_t, RunsOf<FeatureVector>::dimension> {};
template <class FeatureVector>
struct Capacity<FeatureVector, etl::void_t<decltype(FeatureVector::capacity)>>
    : etl::integral_constant<size_t, FeatureVector::capacity> {};

}  // namespace detail

/// The largest number of features in the runs of a feature vector.
template <class FeatureVector>
constexpr size_t capacity_of = detail::Capacity<FeatureVector>::value;

/// Whether the runs ascend, do not overlap and end within the dimension: then nothing outside an array is touched.
template <class FeatureVector>
bool is_within_dimension(const FeatureVector& features) noexcept {
  if constexpr (detail::HasBoundsCheck<FeatureVector>::value) {
    return features.is_within_dimension();
  } else {
    size_t at = 0;
    size_t stored = 0;
    for (size_t k = 0; k < RunsOf<FeatureVector>::count(features); ++k) {
      const auto run = RunsOf<FeatureVector>::get(features, k);
      if (run.first < at || run.first > RunsOf<FeatureVector>::dimension) { return false; }
      if (run.length > RunsOf<FeatureVector>::dimension - run.first) { return false; }
      at = run.end();
      stored += run.length;
    }
    return stored <= capacity_of<FeatureVector>;
  }
}

}  // namespace ballast
