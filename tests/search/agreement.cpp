#include "agreement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "failure.hpp"

namespace search {
namespace {

constexpr double float_factor = 10.0;      // x what rounding takes a float learner off by
constexpr double float_tolerance = 5e-5;   // of the largest weight
constexpr double double_tolerance = 1e-9;  // of the largest weight
constexpr double sparse_double_tolerance = 1e-9;
constexpr double step_size_tolerance = 0.01;  // relative
constexpr double usual_factor = 3.0;          // what holds in all but a few cases in a thousand, which are counted
constexpr double usual_tolerance = 2e-5;
constexpr double parted = 1e-3;  // dense float from dense double, of the largest weight
constexpr double least_weight = 1e-30;
constexpr double least_part_of_omega = 1e-6;
constexpr double least_trace = 1e-15;

/// Of two learners, or of a learner and the reference.
Difference difference(const Contender& a, const Contender& b) {
  double largest = 0.0;
  for (size_t i = 0; i < a.weights().size(); ++i) {
    largest = std::max(largest, std::fabs(a.weights()[i] - b.weights()[i]));
  }
  return {largest, std::fabs(a.average_reward() - b.average_reward())};
}

template <class Rounding>
Difference difference(const Contender& a, const Algorithm1<Rounding>& b) {
  using Number = typename Rounding::Number;
  Number largest{0};
  for (size_t i = 0; i < a.weights().size(); ++i) {
    largest = std::max(largest, std::fabs(static_cast<Number>(a.weights()[i]) - b.theta[i]));
  }
  const Number omega = std::fabs(static_cast<Number>(a.average_reward()) - b.omega);
  return {static_cast<double>(largest), static_cast<double>(omega)};
}

/// As a float.
bool is_subnormal(double x) {
  return x > 0.0 && x < static_cast<double>(std::numeric_limits<float>::min());
}

double relative(double x, double reference) {
  return x == reference ? 0.0 : std::fabs(x - reference) / std::fabs(reference);
}

}  // namespace

Agreement::Agreement(const Settings& settings, Tally& tally)
    : settings_(settings), tally_(tally), is_within_promise_(is_within_promise(settings)) {}

void Agreement::reconfigure(const Settings& settings) {
  settings_ = settings;
  is_within_promise_ = is_within_promise_ && is_within_promise(settings);
}

void Agreement::begin(const Contender& dense_double) {
  is_within_promise_ = is_within_promise(settings_);
  is_meaningful_ = true;
  sparse_float_is_in_step_ = true;
  sparse_double_is_in_step_ = true;
  largest_weight_ = 0.0;
  reset_trace();
  scale_ = {};
  was_projected_ = false;
  weights_error_ = 0.0;
  fine_weights_error_ = 0.0;
  average_reward_error_ = 0.0;
  step_size_error_ = 0.0;
  watch_scale(dense_double);
}

void Agreement::check(const char* what, double error, const Allowed& allowed) {
  if (error == 0.0) { return; }
  tally_.measure(what, error / allowed.error);
  if (error <= allowed.error) { return; }
  throw Failure(what, format("off by %.3g where %.3g is allowed, dense float by %.3g", error / allowed.scale,
                             allowed.error / allowed.scale, allowed.dense_float / allowed.scale));
}

void Agreement::expect_exaggerated_reward() {
  if (weights_error_ > parted * largest_weight_) { is_meaningful_ = false; }
}

/// Whether this step has taken ||z||^2 down to less than `least_part` of what it would have decayed to.
bool Agreement::has_cancelled(const Outcome& outcome, double least_part) const {
  const double lambda = static_cast<double>(settings_.lambda);
  return settings_.variant.is_implicit && outcome.trace_norm2 < least_part * lambda * lambda * trace_norm2_;
}

/// Whether so much of the trace has been taken off again, slowly, that a float trace is known to two or three digits.
/// (Its rounding errors are about 1e-6 of what it was where lambda is close to 1.)
bool Agreement::is_nearly_cancelled(const Outcome& outcome) const {
  return settings_.variant.is_implicit && outcome.trace_norm2 < 1e-6 * peak_norm2_;
}

/// Whether the standard rule multiplies errors in this step. (Where the average reward follows the TD error, both
/// change what the next one is.)
bool Agreement::is_unstable(const Outcome& outcome) const {
  const double of_average_reward = settings_.variant.is_differential ? outcome.average_reward_step_size : 0.0;
  return !settings_.variant.is_implicit && outcome.weights_step_size * outcome.trace_norm2 + of_average_reward > 2.0;
}

void Agreement::watch_trace(const Outcome& outcome) {
  largest_trace_ = std::max(largest_trace_, std::sqrt(outcome.trace_norm2));
  const double lambda = static_cast<double>(settings_.lambda);
  peak_norm2_ = std::max(lambda * lambda * peak_norm2_, outcome.trace_norm2);
  const bool is_flushed = largest_trace_ < least_trace || is_subnormal(outcome.trace_norm2);
  const bool is_cancelled = has_cancelled(outcome, 1e-9) || is_nearly_cancelled(outcome);
  if (is_flushed || is_unstable(outcome) || is_cancelled) { sparse_float_is_in_step_ = false; }
  if (is_unstable(outcome) || has_cancelled(outcome, 1e-12)) { sparse_double_is_in_step_ = false; }
  trace_norm2_ = outcome.trace_norm2;
}

void Agreement::compare_reports(const Learners& learners) {
  const Outcome& expected = learners.dense_double.outcome();
  is_meaningful_ = is_meaningful_ && learners.dense_float.outcome().status == expected.status;
  sparse_float_is_in_step_ = sparse_float_is_in_step_ && learners.sparse_float.outcome().status == expected.status;
  sparse_double_is_in_step_ = sparse_double_is_in_step_ && learners.sparse_double.outcome().status == expected.status;
  if (!learners.dense_double.has_learned()) { return; }
  was_projected_ = was_projected_ || expected.projected != ballast::Projected::nothing;
  if (!is_meaningful_ || !is_within_promise_) { return; }
  watch_trace(expected);

  // The largest error of late, not that of this step alone: dense float may be right by chance.
  step_size_error_ *= 0.9;
  const auto watch = [&](double step_size) {
    step_size_error_ = std::max(step_size_error_, relative(step_size, expected.weights_step_size));
  };
  watch(learners.dense_float.outcome().weights_step_size);
  for (const RandomlyRounded& learner : learners.randomly_rounded) { watch(learner.step_size); }
  if (!sparse_float_is_in_step_ || step_size_error_ > step_size_tolerance) { return; }
  const double sparse = relative(learners.sparse_float.outcome().weights_step_size, expected.weights_step_size);
  check("sparse float step-size", sparse, {step_size_tolerance, 1.0, step_size_error_});
}

void Agreement::compare_weights(const Learners& learners) {
  watch_scale(learners.dense_double);
  const Difference dense = difference(learners.dense_float, learners.dense_double);
  watch_float(dense);
  fine_weights_error_ = std::max(fine_weights_error_, dense.weights);
  for (const RandomlyRounded& learner : learners.randomly_rounded) {
    const Difference error = difference(learners.dense_double, learner);
    watch_float(error);
    if (!learner.is_coarse()) { fine_weights_error_ = std::max(fine_weights_error_, error.weights); }
  }
  const double least = std::max(least_weight, least_part_of_omega * scale_.average_reward);
  if (!is_meaningful_ || learners.dense_double.largest_weight() < least) { return; }
  compare_with_reference(learners);
  if (is_within_promise_) { compare_sparse(learners); }
}

void Agreement::watch_scale(const Contender& dense_double) {
  const double weight = dense_double.largest_weight();
  largest_weight_ = weight;
  const double average_reward = std::max(weight, std::fabs(dense_double.average_reward()));
  if (was_projected_) {  // which scales errors as well; not to nothing: a weight may just pass through zero
    scale_ = {0.5 * scale_.weights, 0.5 * scale_.average_reward};
    weights_error_ *= 0.5;
    fine_weights_error_ *= 0.5;
    average_reward_error_ *= 0.5;
  }
  scale_ = {std::max(scale_.weights, weight), std::max(scale_.average_reward, average_reward)};
  was_projected_ = false;
}

void Agreement::watch_float(const Difference& error) {
  weights_error_ = std::max(weights_error_, error.weights);
  average_reward_error_ = std::max(average_reward_error_, error.average_reward);
  is_meaningful_ = is_meaningful_ && error.weights <= parted * scale_.weights &&
                   error.average_reward <= parted * scale_.average_reward;
}

void Agreement::compare_with_reference(const Learners& learners) {
  check("dense double weights", "dense double omega", difference(learners.dense_double, learners.reference),
        {double_tolerance, 0.0});
}

void Agreement::compare_sparse(const Learners& learners) {
  if (sparse_double_is_in_step_) {
    check("sparse double weights", "sparse double omega", difference(learners.sparse_double, learners.dense_double),
          {sparse_double_tolerance, 0.0});
  }
  if (sparse_float_is_in_step_) {
    count_if_unusual(difference(learners.sparse_float, learners.dense_double).weights);
    check("sparse float weights", "sparse float omega", difference(learners.sparse_float, learners.dense_double),
          {float_tolerance, float_factor});
  }
}

void Agreement::count_if_unusual(double error) {
  const bool is_unusual = error > usual_factor * fine_weights_error_ + usual_tolerance * scale_.weights;
  if (is_unusual && !was_unusual_) { tally_.count("cases beyond 3 x dense float + 2e-5"); }
  was_unusual_ = was_unusual_ || is_unusual;
}

void Agreement::check(const char* weights, const char* average_reward, const Difference& error,
                      const Tolerance& tolerance) {
  const double of_weights = tolerance.of_dense_float * weights_error_ + tolerance.of_scale * scale_.weights;
  const double of_average_reward =
      tolerance.of_dense_float * average_reward_error_ + tolerance.of_scale * scale_.average_reward;
  check(weights, error.weights, {of_weights, scale_.weights, weights_error_});
  check(average_reward, error.average_reward, {of_average_reward, scale_.average_reward, average_reward_error_});
}

}  // namespace search
