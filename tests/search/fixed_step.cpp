#include "fixed_step.hpp"

#include <algorithm>
#include <cmath>

#include "failure.hpp"

namespace search {
namespace {

using ballast::Projected;

constexpr double largest_error = 0x1p29;  // R - omega, in units
constexpr double largest_step = 32767.0;  // in units of a weight for each unit of a trace
constexpr double step_tolerance = 0x1p-12;
constexpr double rate_tolerance = 0x1p-22;  // of a step-size that decays
constexpr double deviations = 7.0;

double norm_of(const std::vector<double>& x) {
  double norm2 = 0.0;
  for (const double each : x) { norm2 += each * each; }
  return std::sqrt(norm2);
}

double decayed(const Decay& decay, size_t t) {
  const auto base = static_cast<double>((t < decay.hold ? 0 : t) + decay.offset);
  return wide(decay.beta) / std::pow(base, wide(decay.power));
}

bool scales_weights(Projected projected) {
  return projected == Projected::weights || projected == Projected::jointly ||
         projected == Projected::average_reward_and_weights;
}

/// A norm and a radius in upper halves of weights. Each half is off by 1/2 (omega's by 1), and the radius by 1; each
/// square, shifted right, by less than `unit`. `uncertainty` is what is not known of the norm otherwise.
struct BallOf {
  double norm;
  double radius;
  double features;
  double unit;
  double uncertainty;

  double slack() const { return std::sqrt(features) + 1.0 + uncertainty; }
  bool must_act() const { return norm - slack() > std::sqrt(radius * radius + (features + 2.0) * unit); }
  bool must_not_act() const {
    const double least = (radius - 1.0) * (radius - 1.0) - unit;
    return radius > 1.0 && least > 0.0 && norm + slack() < std::sqrt(least);
  }
  double smallest_factor() const { return (radius - 1.0) / (norm + slack() + 1.0) - 0x1p-16; }
  double largest_factor() const {
    const double least = std::max(norm - slack(), 0.0);
    return radius / std::sqrt(std::max(least * least - (features + 1.0) * unit, 1.0));
  }
};

}  // namespace

FixedStep::FixedStep(const FixedSetup& setup, const Settings& settings, Tally& tally)
    : formats_(setup.formats), settings_(settings), tally_(tally), dimension_(setup.shape.dimension()) {
  for (std::vector<double>* const all : {&phi_, &change_, &used_, &theta_, &tolerance_}) { all->resize(dimension_); }
}

void FixedStep::begin() {
  t_ = 0;
  drift_.assign(dimension_, Drift{});
  average_reward_drift_ = 0.0;
  average_reward_steps_ = 0.0;
}

void FixedStep::reconfigure(const Settings& settings, bool schedule_begins_again) {
  settings_ = settings;
  if (schedule_begins_again) { t_ = 0; }
}

void FixedStep::require_within(const char* what, double error, double tolerance) {
  tally_.measure(what, std::fabs(error) / tolerance);
  if (std::fabs(error) <= tolerance) { return; }
  throw Failure(what, format("off by %.6g where %.6g is allowed", error, tolerance));
}

void FixedStep::check(const FixedState& before, const Transition& transition, const Outcome& outcome,
                      const FixedState& after, uint32_t saturations) {
  std::fill(phi_.begin(), phi_.end(), 0.0);
  std::fill(change_.begin(), change_.end(), 0.0);
  for (const Entry& entry : transition.next.entries) { change_[entry.index] += wide(entry.value); }
  for (const Entry& entry : transition.phi.entries) {
    phi_[entry.index] += wide(entry.value);
    change_[entry.index] -= wide(entry.value);
  }
  saturations_ = saturations;
  check_trace(before, after);
  check_norm(outcome);
  check_td_error(before, transition, outcome);
  check_step_sizes(outcome);
  check_average_reward(before, outcome, after);
  check_weights(before, outcome, after);
  ++t_;
}

void FixedStep::check_trace(const FixedState& before, const FixedState& after) {
  const double tolerance = formats_.has_wide_trace() ? 1.0 : formats_.trace_error();  // no feature of it is cut off
  for (size_t i = 0; i < dimension_; ++i) {
    const double left = wide(settings_.lambda) * before.z[i];
    require_within("fixed trace", (after.z[i] - (left + phi_[i])) / formats_.wide_trace_unit, tolerance);
    const bool is_smaller = before.z[i] == 0.0 ? after.z[i] == 0.0 : std::fabs(after.z[i]) < std::fabs(before.z[i]);
    const bool ends = phi_[i] != 0.0 || (is_smaller && after.z[i] * left >= 0.0);
    require(ends, "fixed trace does not end", format("%.9g after %.9g", after.z[i], before.z[i]));
    used_[i] = std::floor(after.z[i] / formats_.trace_unit) * formats_.trace_unit;
  }
}

void FixedStep::check_norm(const Outcome& outcome) {
  const double norm = norm_of(used_);
  const double excess = (outcome.trace_norm2 - norm * norm) / formats_.trace_norm_unit;
  require(excess > -1e-3, "fixed ||z||^2 is too small", format("by %.6g units", -excess));
  require_within("fixed ||z||^2", excess, static_cast<double>(dimension_) + 1e-3);
}

void FixedStep::check_td_error(const FixedState& before, const Transition& transition, const Outcome& outcome) {
  const auto half = [&](double x) { return std::floor(0.5 * x / formats_.value_unit); };
  const double halves = half(wide(transition.reward)) - half(before.omega);
  error_ = wide(transition.reward) - before.omega;
  if (std::fabs(halves) >= 0.5 * largest_error) {
    require(saturations_ > 0, "fixed reward that does not fit is not counted");
    --saturations_;
    error_ = std::copysign(largest_error * formats_.value_unit, error_);
  }
  double td_error = error_;
  double tolerance = 0.5;
  for (size_t i = 0; i < dimension_; ++i) {
    td_error += before.theta[i] * change_[i];
    tolerance += 0.5 * std::fabs(change_[i]);
  }
  require_within("fixed TD error", (outcome.td_error - td_error) / formats_.value_unit, tolerance + 1e-3);
}

/// As of a trace with this norm.
FixedStep::StepSizes FixedStep::exact_step_sizes(double trace_norm2) const {
  const Variant& variant = settings_.variant;
  const Decay of_weights = {settings_.beta, settings_.power, settings_.offset, settings_.hold};
  const double beta = variant.decays ? decayed(of_weights, t_) : wide(settings_.beta);
  const double rate = variant.has_two_timescales ? decayed(settings_.of_average_reward, t_) : beta;
  const double alpha = wide(settings_.ratio) * rate;
  if (!variant.is_implicit) { return {beta, std::min(alpha, 1.0)}; }
  if (!variant.is_differential) { return {beta / (1.0 + beta * trace_norm2), alpha / (1.0 + alpha)}; }
  const double of_both = 1.0 + alpha + beta * trace_norm2;
  return {beta / of_both, alpha / of_both};
}

void FixedStep::check_step_sizes(const Outcome& outcome) {
  const StepSizes exact = exact_step_sizes(outcome.trace_norm2);
  const bool is_product = settings_.variant.is_implicit && settings_.variant.is_differential;
  const StepSizes least = exact_step_sizes(outcome.trace_norm2 + 2.0 * formats_.trace_norm_unit);
  const double k = outcome.weights_step_size / exact.weights - 1.0;
  const double a = outcome.average_reward_step_size / exact.average_reward - 1.0;
  const double cut_off = 1.0 - least.weights / exact.weights;
  require_within("fixed k", k, (is_product ? 0x1p-11 : 0x1p-14) + rate_tolerance + cut_off);
  require_within("fixed a", a, (is_product ? 0x1p-11 + cut_off : 0x1p-13) + rate_tolerance);
  require(is_product || k <= rate_tolerance, "fixed k is too large", format("by %.3g", k));
  if (!settings_.variant.is_implicit) { return; }
  const double norm = norm_of(used_);
  require(outcome.weights_step_size * norm * norm < 1.0, "fixed k ||z||^2 is not below 1");
}

void FixedStep::check_average_reward(const FixedState& before, const Outcome& outcome, const FixedState& after) {
  const double unit = formats_.value_unit;
  const double followed = settings_.variant.is_differential ? outcome.td_error : error_;
  omega_ = before.omega + outcome.average_reward_step_size * followed;
  omega_ = std::clamp(omega_, -0x1p31 * unit, (0x1p31 - 1.0) * unit);
  const bool is_jointly = outcome.projected == Projected::jointly;
  const bool is_clipped =
      outcome.projected == Projected::average_reward || outcome.projected == Projected::average_reward_and_weights;
  if (settings_.variant.ball == Ball::separate) {
    const double radius = wide(settings_.average_reward_radius);
    require(is_clipped ? std::fabs(after.omega) == radius && std::fabs(omega_) > radius - unit
                       : std::fabs(omega_) < radius + 1.01 * unit,
            "fixed omega is not clipped as it should be");
  }
  if (is_jointly || is_clipped) {
    average_reward_drift_ = average_reward_steps_ = 0.0;
    return;
  }
  const double error = (after.omega - omega_) / unit;
  require_within("fixed omega", error, 1.001);
  average_reward_drift_ += error;
  average_reward_steps_ += 1.0;
  require_within("fixed omega over time", average_reward_drift_ + 0.5, 0.501 + 0x1p-30 * average_reward_steps_);
}

void FixedStep::check_weights(const FixedState& before, const Outcome& outcome, const FixedState& after) {
  const double per_unit = formats_.weight_unit / formats_.trace_unit;
  double step = outcome.weights_step_size * outcome.td_error;
  const double size = std::fabs(step) / per_unit;
  if (saturations_ > 0 || size >= largest_step + 1.0) {
    require(saturations_ == 1 && size >= largest_step, "fixed step is kept at the largest without need",
            format("%.6g, saturations %u", size, saturations_));
    step = std::copysign(largest_step * per_unit, step);
  }
  for (size_t i = 0; i < dimension_; ++i) {
    const double move = step * used_[i];
    theta_[i] = before.theta[i] + move;
    tolerance_[i] = used_[i] == 0.0 ? 0.0 : formats_.weight_unit + step_tolerance * std::fabs(move);
  }
  check_ball(outcome, after);
}

/// One of the weights, or of all with omega.
void FixedStep::check_ball(const Outcome& outcome, const FixedState& after) {
  const Variant& variant = settings_.variant;
  const bool is_joint = variant.ball == Ball::joint;
  const double radius = variant.ball == Ball::none ? formats_.radius : wide(settings_.radius);
  const double uncertainty = norm_of(tolerance_) + (is_joint ? formats_.value_unit : 0.0);
  const BallOf ball = {std::hypot(norm_of(theta_), is_joint ? omega_ : 0.0) / formats_.half_unit,
                       radius / formats_.half_unit, static_cast<double>(dimension_), formats_.square_unit,
                       uncertainty / formats_.half_unit};
  const bool acts = scales_weights(outcome.projected);
  require(acts ? !ball.must_not_act() : !ball.must_act(), "fixed ball does not act as it should",
          format("norm %.6g, radius %.6g, slack %.3g", ball.norm, ball.radius, ball.slack()));
  if (acts) {
    scale(ball.smallest_factor(), ball.largest_factor(), after);
  } else if (!variant.without_ones) {
    follow_drift(after);
  }
  if (variant.without_ones) { remove_ones(); }
  for (size_t i = 0; i < dimension_; ++i) {
    const double error = (after.theta[i] - theta_[i]) / formats_.weight_unit;
    require_within(acts ? "fixed weight in a ball" : "fixed weight", error,
                   tolerance_[i] / formats_.weight_unit + 1e-3);
  }
}

void FixedStep::scale(double smallest_factor, double largest_factor, const FixedState& after) {
  const double middle = 0.5 * (smallest_factor + largest_factor);
  const double either_way = largest_factor - middle;
  for (size_t i = 0; i < dimension_; ++i) {
    tolerance_[i] += formats_.weight_unit + either_way * std::fabs(theta_[i]);
    theta_[i] *= middle;
  }
  if (settings_.variant.ball != Ball::joint) { return; }
  require_within("fixed omega in a ball", after.omega - middle * omega_,
                 either_way * std::fabs(omega_) + 2.0 * formats_.value_unit);
}

/// Their mean is off by what the weights are off, at most, and by a unit.
void FixedStep::remove_ones() {
  double sum = 0.0;
  for (const double each : theta_) { sum += each; }
  for (double& each : theta_) { each -= sum / static_cast<double>(dimension_); }
  const double most = *std::max_element(tolerance_.begin(), tolerance_.end());
  for (double& each : tolerance_) { each += most + formats_.weight_unit; }
}

/// Whether what was rounded at random averages out.
void FixedStep::follow_drift(const FixedState& after) {
  for (size_t i = 0; i < dimension_; ++i) {
    if (used_[i] == 0.0) { continue; }
    Drift& drift = drift_[i];
    drift.error += (after.theta[i] - theta_[i]) / formats_.weight_unit;
    drift.tolerated += tolerance_[i] / formats_.weight_unit - 1.0 + 0x1p-15;
    drift.steps += 1.0;
    require_within("fixed rounding at random", drift.error,
                   0.5 * deviations * std::sqrt(drift.steps) + drift.tolerated + 1.0);
  }
}

}  // namespace search
