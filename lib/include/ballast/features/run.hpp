#pragma once
/// What a feature kind is to a learner: a list of runs in ascending order, with zeros between them that nobody stores.
///
/// An array is one run; a one-hot feature is one of length 1; a list of active features has a run for each. A kind of
/// your own needs `Feature` (the number type), `dimension`, `runs()` and `run(k)`. It may have `capacity`, the largest
/// number of features in its runs, and `is_within_dimension()`, if it knows that better than by looking at each run.
/// Whatever the kind, a `Learner` arrives at the bits that the array it stands for would give.

#include <ballast/detail/compiler.hpp>

#include <stddef.h>

#include <etl/array.h>
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

/// How a learner reads a feature kind. Specialise it for a type that you cannot change.
template <class Kind>
struct RunsOf {
  using Feature = typename Kind::Feature;
  /// Features in all, stored or not.
  static constexpr size_t dimension = Kind::dimension;
  /// How many runs these features have.
  static size_t count(const Kind& kind) noexcept { return kind.runs(); }
  /// The k-th run in ascending order, for k below count().
  static Run<Feature> get(const Kind& kind, size_t k) noexcept { return kind.run(k); }
};

/// An array of all features.
template <class T, size_t Dimension>
struct RunsOf<etl::array<T, Dimension>> {
  using Feature = T;
  /// All of them are stored.
  static constexpr size_t dimension = Dimension;
  /// One run.
  static size_t count(const etl::array<T, Dimension>&) noexcept { return 1; }
  /// The whole array.
  static Run<T> get(const etl::array<T, Dimension>& all, size_t) noexcept { return {0, all.data(), Dimension}; }
};

/// Calls visit(index, value) for all features that are stored, in ascending order.
template <class Kind, class Visit>
[[gnu::always_inline]] inline void for_each_feature(const Kind& kind, Visit visit) noexcept {
  const size_t count = RunsOf<Kind>::count(kind);
  for (size_t k = 0; k < count; ++k) {
    const auto run = RunsOf<Kind>::get(kind, k);
    for (size_t i = 0; i < run.length; ++i) { visit(run.first + i, run.values[i]); }
  }
}

namespace detail {

template <class Kind, class = void>
struct KnowsItsBounds : etl::false_type {};
template <class Kind>
struct KnowsItsBounds<Kind, etl::void_t<decltype(etl::declval<const Kind&>().is_within_dimension())>> : etl::true_type {
};

template <class Kind, class = void>
struct Capacity : etl::integral_constant<size_t, RunsOf<Kind>::dimension> {};
template <class Kind>
struct Capacity<Kind, etl::void_t<decltype(Kind::capacity)>> : etl::integral_constant<size_t, Kind::capacity> {};

}  // namespace detail

/// How many features the runs of a kind have at most.
template <class Kind>
constexpr size_t capacity_of = detail::Capacity<Kind>::value;

/// Whether the runs ascend, do not overlap and end within the dimension: nothing outside an array is touched then.
template <class Kind>
bool is_within_dimension(const Kind& kind) noexcept {
  if constexpr (detail::KnowsItsBounds<Kind>::value) {
    return kind.is_within_dimension();
  } else {
    size_t at = 0;
    size_t features = 0;
    for (size_t k = 0; k < RunsOf<Kind>::count(kind); ++k) {
      const auto run = RunsOf<Kind>::get(kind, k);
      if (run.first < at || run.first > RunsOf<Kind>::dimension) { return false; }
      if (run.length > RunsOf<Kind>::dimension - run.first) { return false; }
      at = run.end();
      features += run.length;
    }
    return features <= capacity_of<Kind>;
  }
}

}  // namespace ballast
