#pragma once
/// The passes over features that come as runs (features/run.hpp). Feature i goes into lane i mod 16 as it does in an
/// array; the zeros between the runs would add +-0 to a lane, which changes nothing, and are left out.

#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/detail/opaque.hpp>
#include <ballast/features/run.hpp>

#include <stddef.h>

namespace ballast {
namespace kernel {

/// The k-th run. What its values point at is hidden: seeing a single number there, GCC warns of vector loads that the
/// length of the run rules out.
template <class T, class FeatureVector>
[[gnu::always_inline]] inline Run<T> run_of(const FeatureVector& features, size_t k) noexcept {
  Run<T> run = RunsOf<FeatureVector>::get(features, k);
  run.values = detail::opaque(run.values);
  return run;
}

/// Calls visit(begin, end, values) for all features: in a run with its values, between runs with nullptr.
template <class T, class FeatureVector, class Visit>
inline void for_each_stretch(const FeatureVector& features, size_t n, Visit visit) noexcept {
  const T* const zeros = nullptr;
  size_t at = 0;
  for (size_t k = 0; k < RunsOf<FeatureVector>::count(features); ++k) {
    const Run<T> run = run_of<T>(features, k);
    visit(at, run.first, zeros);
    visit(run.first, run.end(), run.values);
    at = run.end();
  }
  visit(at, n, zeros);
}

/// Walks along the runs of one feature vector.
template <class T, class FeatureVector>
class RunCursor {
 public:
  explicit RunCursor(const FeatureVector& features) noexcept
      : features_(features), count_(RunsOf<FeatureVector>::count(features)) {
    load();
  }

  bool is_done() const noexcept { return k_ == count_; }
  /// Where the run begins, or ends if `at` is in it: the next place where something changes.
  size_t next_change(size_t at) const noexcept { return at < run_.first ? run_.first : run_.end(); }
  const T* values_at(size_t at) const noexcept {
    return is_done() || at < run_.first ? nullptr : run_.values + (at - run_.first);
  }
  void advance_to(size_t at) noexcept {
    if (is_done() || at < run_.end()) { return; }
    ++k_;
    load();
  }

 private:
  void load() noexcept { run_ = is_done() ? Run<T>{SIZE_MAX, nullptr, 0} : run_of<T>(features_, k_); }

  const FeatureVector& features_;
  size_t count_;
  size_t k_ = 0;
  Run<T> run_{};
};

/// Calls visit(begin, end, values of a, values of b) where at least one of two feature vectors has a run; nullptr for
/// the one that has none there.
template <class T, class A, class B, class Visit>
inline void for_each_common_stretch(const A& a, const B& b, Visit visit) noexcept {
  RunCursor<T, A> in_a(a);
  RunCursor<T, B> in_b(b);
  size_t at = 0;
  while (!in_a.is_done() || !in_b.is_done()) {
    const size_t change_a = in_a.next_change(at);
    const size_t change_b = in_b.next_change(at);
    const size_t end = change_a < change_b ? change_a : change_b;
    const T* const values_a = in_a.values_at(at);
    const T* const values_b = in_b.values_at(at);
    if (values_a != nullptr || values_b != nullptr) { visit(at, end, values_a, values_b); }
    at = end;
    in_a.advance_to(at);
    in_b.advance_to(at);
  }
}

template <class T, class Access>
[[gnu::always_inline]] inline auto value_or_zero(Access access, const T* values, size_t offset) noexcept {
  return values != nullptr ? access.load(values + offset) : access.all(T{0});
}

/// weights . (a - b), added to the lanes.
template <class T, class A, class B>
inline void add_difference(Lanes<T>& sums, const T* weights, const A& a, const B& b) noexcept {
  for_each_common_stretch<T>(a, b, [&](size_t begin, size_t end, const T* of_a, const T* of_b) {
    add_over(sums, begin, end, [=](auto access, size_t i) {
      const auto difference = value_or_zero(access, of_a, i - begin) - value_or_zero(access, of_b, i - begin);
      return product(access.load(weights + i), difference);
    });
  });
}

// --- the passes -----------------------------------------------------------------------------------------------------

/// Pass 1: delta = error + weights . (next - phi) and ||lambda z + phi||^2; stores nothing.
template <class T, class FeatureVector>
inline Observed<T> observe_runs(const T* weights, const T* trace, T lambda, const FeatureVector& phi,
                                const FeatureVector& next, T error, size_t n) noexcept {
  Lanes<T> td_error;
  Lanes<T> norm2;
  td_error.add(0, error);
  add_difference(td_error, weights, next, phi);
  for_each_stretch<T>(phi, n, [&](size_t begin, size_t end, const T* values) {
    add_over(norm2, begin, end, [=](auto access, size_t i) {
      const auto z = decayed(access.all(lambda), access.load(trace + i), value_or_zero(access, values, i - begin));
      return product(z, z);
    });
  });
  return {td_error.sum(), norm2.sum()};
}

/// Pass 2: z = lambda z + phi and theta = theta + step z; returns start + ||theta||^2 of what it stored.
template <class T, class FeatureVector>
inline T learn_runs(T* weights, T* trace, T lambda, T step, const FeatureVector& phi, T start, size_t n) noexcept {
  Lanes<T> norm2;
  norm2.add(0, start);
  for_each_stretch<T>(phi, n, [&](size_t begin, size_t end, const T* values) {
    add_over(norm2, begin, end, [=](auto access, size_t i) {
      const auto z = decayed(access.all(lambda), access.load(trace + i), value_or_zero(access, values, i - begin));
      const auto weight = access.load(weights + i) + product(access.all(step), z);
      access.store(trace + i, access.flushed(z));
      access.store(weights + i, weight);
      return product(weight, weight);
    });
  });
  return norm2.sum();
}

/// weights . phi
template <class T, class FeatureVector>
inline T dot_runs(const T* weights, const FeatureVector& phi) noexcept {
  Lanes<T> sums;
  for (size_t k = 0; k < RunsOf<FeatureVector>::count(phi); ++k) {
    const Run<T> run = run_of<T>(phi, k);
    add_over(sums, run.first, run.end(), [=](auto access, size_t i) {
      return product(access.load(weights + i), access.load(run.values + (i - run.first)));
    });
  }
  return sums.sum();
}

/// weights . (a - b)
template <class T, class FeatureVector>
inline T dot_difference_runs(const T* weights, const FeatureVector& a, const FeatureVector& b) noexcept {
  Lanes<T> sums;
  add_difference(sums, weights, a, b);
  return sums.sum();
}

}  // namespace kernel
}  // namespace ballast
