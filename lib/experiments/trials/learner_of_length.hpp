#pragma once
/// A learner whose number of features is known at run time: the library's step and kernels on vectors, and so the same
/// bits as a ballast::Learner of that dimension.

#include <ballast/detail/dense_arrays.hpp>
#include <ballast/detail/kernel/runs.hpp>
#include <ballast/detail/learner_base.hpp>
#include <ballast/detail/run_arrays.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ballast::experiments {

// The passes over the arrays are functions that learners of all rules, projections and schedules call: dozens of copies
// of them would take long to compile.

/// ballast::DenseArrays.
template <class Arithmetic>
struct SharedDenseArrays : ballast::DenseArrays<Arithmetic> {
  using Base = ballast::DenseArrays<Arithmetic>;
  using Value = typename Arithmetic::Value;

  [[gnu::noinline]] auto observe(Value lambda, Value error) const { return Base::observe(lambda, error); }
  [[gnu::noinline]] auto learn(Value lambda, Value step, Value start) const { return Base::learn(lambda, step, start); }
};

/// ballast::RunArrays, with a length that is a variable.
template <class Arithmetic, class FeatureVector>
struct RunArraysOfLength {
  using Value = typename Arithmetic::Value;

  Value* theta;
  Value* trace;
  const FeatureVector& phi;
  const FeatureVector& next;
  std::size_t n;

  [[gnu::noinline]] auto observe(Value lambda, Value error) const {
    return ballast::kernel::observe_runs(theta, trace, lambda, phi, next, error, n);
  }
  [[gnu::noinline]] auto learn(Value lambda, Value step, Value start) const {
    return ballast::kernel::learn_runs(theta, trace, lambda, step, phi, start, n);
  }
  ballast::DenseWeights<Arithmetic> weights() const { return {theta, n}; }
};

/// As ballast::Learner; its length is that of the weights it starts from.
template <class T, class Rule, class Projection, class Schedule>
class LearnerOfLength : public ballast::LearnerBase<T, Rule, Projection, Schedule> {
  using Base = ballast::LearnerBase<T, Rule, Projection, Schedule>;
  using Arithmetic = typename Base::Arithmetic;

 public:
  using Settings = typename Base::Settings;
  using Report = typename Base::Report;
  using Weights = std::vector<T>;

  ballast::Status start(const Settings& settings, const Weights& weights, T average_reward = T{}) {
    const ballast::Status status = settings.validate();
    if (status != ballast::Status::ok) { return status; }
    if (!ballast::can_start_from<Arithmetic>(weights.data(), average_reward, weights.size())) {
      return ballast::Status::invalid_start;
    }
    weights_ = weights;
    trace_.assign(weights.size(), T{});
    Base::begin(settings, average_reward);
    return ballast::Status::ok;
  }

  /// `phi` and `next` point to as many features as there are weights.
  Report update(const T* phi, T reward, const T* next) {
    const SharedDenseArrays<Arithmetic> arrays{{weights_.data(), trace_.data(), phi, next, weights_.size()}};
    return Base::step(arrays, reward, [&](Report& report) { Base::reject(report, arrays.cause(reward)); });
  }

  /// Features as runs, which must be within the length.
  template <class FeatureVector, class = typename FeatureVector::Feature>
  Report update(const FeatureVector& phi, T reward, const FeatureVector& next) {
    const RunArraysOfLength<Arithmetic, FeatureVector> arrays{weights_.data(), trace_.data(), phi, next,
                                                              weights_.size()};
    return Base::step(arrays, reward, [&](Report& report) {
      Base::reject(report, ballast::cause_of_refusal<Arithmetic>(phi, reward, next));
    });
  }

  template <class FeatureVector>
  T value(const FeatureVector& phi) const {
    return ballast::kernel::dot_runs(weights_.data(), phi);
  }

  const Weights& weights() const { return weights_; }
  void reset_trace() { std::fill(trace_.begin(), trace_.end(), T{}); }

 private:
  Weights weights_;       // theta
  std::vector<T> trace_;  // z
};

}  // namespace ballast::experiments
