#pragma once
/// Weights and trace as plain arrays, features as runs: a step of Algorithm 1 on them. The bits are those that
/// DenseArrays gives for the equivalent array.

#include <ballast/detail/dense_arrays.hpp>
#include <ballast/detail/kernel/runs.hpp>
#include <ballast/features/run.hpp>
#include <ballast/status.hpp>

#include <stddef.h>

namespace ballast {

template <class Arithmetic, class FeatureVector>
bool is_finite_features([[maybe_unused]] const FeatureVector& features) noexcept {
  if constexpr (Arithmetic::accepts_everything) { return true; }
  for (size_t k = 0; k < RunsOf<FeatureVector>::count(features); ++k) {
    const auto run = RunsOf<FeatureVector>::get(features, k);
    for (size_t i = 0; i < run.length; ++i) {
      if (!Arithmetic::is_finite(run.values[i])) { return false; }
    }
  }
  return true;
}

/// theta . phi
template <class T, class FeatureVector>
T value_of_runs(const T* weights, const FeatureVector& phi) noexcept {
  return kernel::dot_runs(weights, phi);
}
/// theta . (phi - other)
template <class T, class FeatureVector>
T contrast_of_runs(const T* weights, const FeatureVector& phi, const FeatureVector& other) noexcept {
  return kernel::dot_difference_runs(weights, phi, other);
}

/// Whether a learner can take these features.
template <class Arithmetic, class FeatureVector>
bool is_usable(const FeatureVector& features) noexcept {
  return is_within_dimension(features) && is_finite_features<Arithmetic>(features);
}

/// Why a transition was refused: the first input that is not finite, or else overflow.
template <class Arithmetic, class FeatureVector>
Status cause_of_refusal(const FeatureVector& phi, typename Arithmetic::Value reward,
                        const FeatureVector& next) noexcept {
  if (!is_finite_features<Arithmetic>(phi)) { return Status::feature_not_finite; }
  if (!is_finite_features<Arithmetic>(next)) { return Status::next_feature_not_finite; }
  return Arithmetic::is_finite(reward) ? Status::overflow : Status::reward_not_finite;
}

/// Weights, trace and the transition phi -> next; see LearnerBase::step.
template <class Arithmetic, class FeatureVector>
struct RunArrays {
  typename Arithmetic::Weight* theta;
  typename Arithmetic::Trace* trace;
  const FeatureVector& phi;
  const FeatureVector& next;

  static constexpr size_t n = RunsOf<FeatureVector>::dimension;

  auto observe(typename Arithmetic::Value lambda, typename Arithmetic::Value error) const noexcept {
    return kernel::observe_runs(theta, trace, lambda, phi, next, error, n);
  }
  auto learn(typename Arithmetic::Value lambda, typename Arithmetic::Step step,
             typename Arithmetic::SquaredNorm start) const noexcept {
    return kernel::learn_runs(theta, trace, lambda, step, phi, start, n);
  }
  DenseWeights<Arithmetic> weights() const noexcept { return {theta, n}; }
};

}  // namespace ballast
