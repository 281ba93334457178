#pragma once
/// What a feature kind is to a learner: a list of runs in ascending order, with zeros between them that nobody stores.
///
/// An array is one run; a one-hot feature is one of length 1; a list of active features has a run for each. A kind of
/// your own needs `Feature` (the number type), `dimension`, `runs()` and `run(k)`. Whatever the kind, a learner arrives
/// at the bits that the array it stands for would give.

#include <ballast/status.hpp>

#include <stddef.h>

#include <etl/array.h>

namespace ballast {

/// `length` consecutive features from `first` on.
template <class T>
struct Run {
  size_t first;
  const T* values;
  size_t length;

  constexpr size_t end() const noexcept { return first + length; }
};

template <class Kind>
struct RunsOf {
  using Feature = typename Kind::Feature;
  static constexpr size_t dimension = Kind::dimension;
  static size_t count(const Kind& kind) noexcept { return kind.runs(); }
  static Run<Feature> get(const Kind& kind, size_t k) noexcept { return kind.run(k); }
};

/// An array of all features.
template <class T, size_t Dimension>
struct RunsOf<etl::array<T, Dimension>> {
  using Feature = T;
  static constexpr size_t dimension = Dimension;
  static size_t count(const etl::array<T, Dimension>&) noexcept { return 1; }
  static Run<T> get(const etl::array<T, Dimension>& all, size_t) noexcept { return {0, all.data(), Dimension}; }
};

/// Whether the runs ascend, do not overlap and end within the dimension: nothing outside an array is touched then.
template <class Kind>
bool is_within_dimension(const Kind& kind) noexcept {
  size_t at = 0;
  for (size_t k = 0; k < RunsOf<Kind>::count(kind); ++k) {
    const auto run = RunsOf<Kind>::get(kind, k);
    if (run.first < at || run.first > RunsOf<Kind>::dimension) { return false; }
    if (run.length > RunsOf<Kind>::dimension - run.first) { return false; }
    at = run.end();
  }
  return true;
}

}  // namespace ballast
