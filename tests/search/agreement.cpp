#include "agreement.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "failure.hpp"

namespace search {
namespace {

constexpr double float_factor = 3.0;          // x what dense float is off by
constexpr double float_tolerance = 2e-5;      // of the largest weight
constexpr double double_tolerance = 1e-9;     // of the largest weight
constexpr double step_size_tolerance = 0.01;  // relative
constexpr double parted = 1e-3;               // dense float from dense double, of the largest weight
constexpr double least_weight = 1e-30;

/// Of two learners, or of a learner and the reference.
struct Difference {
  double weights;
  double average_reward;
};

Difference difference(const Contender& a, const Contender& b) {
  double largest = 0.0;
  for (size_t i = 0; i < a.weights().size(); ++i) {
    largest = std::max(largest, std::fabs(a.weights()[i] - b.weights()[i]));
  }
  return {largest, std::fabs(a.average_reward() - b.average_reward())};
}

Difference difference(const Contender& a, const Reference& b) {
  long double largest = 0.0L;
  for (size_t i = 0; i < a.weights().size(); ++i) {
    largest = std::max(largest, std::fabs(static_cast<long double>(a.weights()[i]) - b.theta[i]));
  }
  const long double omega = std::fabs(static_cast<long double>(a.average_reward()) - b.omega);
  return {static_cast<double>(largest), static_cast<double>(omega)};
}

double relative(double x, double reference) {
  return x == reference ? 0.0 : std::fabs(x - reference) / std::fabs(reference);
}

}  // namespace

Agreement::Agreement(const Settings& settings, Tally& tally)
    : tally_(tally), is_within_promise_(settings.lambda <= 1.0F - 0x1p-14F && settings.beta <= 1e6F) {}

void Agreement::begin() {
  is_meaningful_ = true;
  sparse_float_is_in_step_ = true;
  sparse_double_is_in_step_ = true;
  weights_error_ = 0.0;
  average_reward_error_ = 0.0;
  step_size_error_ = 0.0;
}

void Agreement::check(const char* what, double error, double allowed, double scale) {
  if (error == 0.0) { return; }
  tally_.measure(what, error / allowed);
  if (error <= allowed) { return; }
  throw Failure(what, format("off by %.3g where %.3g is allowed, dense float by %.3g", error / scale, allowed / scale,
                             weights_error_ / scale));
}

void Agreement::compare_reports(const Learners& learners) {
  const Outcome& expected = learners.dense_double.outcome();
  is_meaningful_ = is_meaningful_ && learners.dense_float.outcome().status == expected.status &&
                   learners.jittered_float.outcome().status == expected.status;
  sparse_float_is_in_step_ = sparse_float_is_in_step_ && learners.sparse_float.outcome().status == expected.status;
  sparse_double_is_in_step_ = sparse_double_is_in_step_ && learners.sparse_double.outcome().status == expected.status;
  if (!is_meaningful_ || !is_within_promise_ || !learners.dense_double.has_learned()) { return; }

  // The largest error of late, not that of this step alone: dense float may be right by chance.
  const double dense = relative(learners.dense_float.outcome().weights_step_size, expected.weights_step_size);
  const double jittered = relative(learners.jittered_float.outcome().weights_step_size, expected.weights_step_size);
  step_size_error_ = std::max({dense, jittered, 0.999 * step_size_error_});
  if (!sparse_float_is_in_step_ || step_size_error_ > step_size_tolerance) { return; }
  const double sparse = relative(learners.sparse_float.outcome().weights_step_size, expected.weights_step_size);
  check("sparse float step-size", sparse, step_size_tolerance, 1.0);
}

void Agreement::compare_weights(const Learners& learners) {
  const double weight = learners.dense_double.largest_weight();
  const Scale scale{weight, std::max(weight, std::fabs(learners.dense_double.average_reward()))};
  watch_dense_float(learners.dense_float, learners.dense_double, scale);
  watch_dense_float(learners.jittered_float, learners.dense_double, scale);
  if (!is_meaningful_ || weight < least_weight) { return; }
  compare_with_reference(learners, scale);
  if (is_within_promise_) { compare_sparse(learners, scale); }
}

void Agreement::watch_dense_float(const Contender& dense_float, const Contender& dense_double, const Scale& scale) {
  const Difference error = difference(dense_float, dense_double);
  weights_error_ = std::max(weights_error_, error.weights);
  average_reward_error_ = std::max(average_reward_error_, error.average_reward);
  is_meaningful_ = is_meaningful_ && error.weights <= parted * scale.weights &&
                   error.average_reward <= parted * scale.average_reward;
}

void Agreement::compare_with_reference(const Learners& learners, const Scale& scale) {
  const Difference error = difference(learners.dense_double, learners.reference);
  check("dense double weights", error.weights, double_tolerance * scale.weights, scale.weights);
  check("dense double omega", error.average_reward, double_tolerance * scale.average_reward, scale.average_reward);
}

void Agreement::compare_sparse(const Learners& learners, const Scale& scale) {
  if (sparse_double_is_in_step_) {
    const Difference error = difference(learners.sparse_double, learners.dense_double);
    check("sparse double weights", error.weights, double_tolerance * scale.weights, scale.weights);
    check("sparse double omega", error.average_reward, double_tolerance * scale.average_reward, scale.average_reward);
  }
  if (sparse_float_is_in_step_) {
    const Difference error = difference(learners.sparse_float, learners.dense_double);
    check("sparse float weights", error.weights, float_factor * weights_error_ + float_tolerance * scale.weights,
          scale.weights);
    check("sparse float omega", error.average_reward,
          float_factor * average_reward_error_ + float_tolerance * scale.average_reward, scale.average_reward);
  }
}

}  // namespace search
