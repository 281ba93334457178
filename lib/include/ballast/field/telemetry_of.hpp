#pragma once
/// Fills a telemetry record from a learner or an agent and its health.

#include <ballast/detail/is_agent.hpp>
#include <ballast/field/telemetry.hpp>
#include <ballast/field/weights_norm.hpp>
#include <ballast/math/ieee754.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

constexpr float largest_float = 0x1.fffffeP127F;

/// Rounded; what is beyond the largest float, and an infinity, becomes the largest float.
constexpr float in_record(float x) noexcept {
  return is_finite(x) || is_nan(x) ? x : is_negative(x) ? -largest_float : largest_float;
}
constexpr float in_record(double x) noexcept {
  constexpr auto largest = static_cast<double>(largest_float);
  return x > largest ? largest_float : x < -largest ? -largest_float : static_cast<float>(x);
}

/// A share in [0, 1], as a fraction of 65535; rounded in integers, after twice as much.
constexpr uint16_t share_in_record(float share) noexcept {
  if (!(share > 0.0F)) { return 0; }
  return share < 1.0F ? static_cast<uint16_t>((static_cast<uint32_t>(share * 131070.0F) + 1U) / 2U) : 65535;
}

template <class Learner, class Health>
Telemetry telemetry_of_learner(const Learner& learner, const Health& health) noexcept {
  Telemetry record;
  record.verdict = health.verdict();
  record.updates = learner.updates();
  record.rejections = learner.rejections();
  record.projections = learner.projections();
  record.average_reward = in_record(learner.average_reward());
  record.td_error = in_record(health.td_error());
  record.td_error_size = in_record(health.td_error_size());
  record.reward_deviation = in_record(health.reward_deviation());
  record.weights_norm = in_record(weights_norm(learner));
  record.weights_radius = in_record(weights_radius(learner.config()));
  record.small_updates = share_in_record(health.small_update_rate());
  return record;
}

}  // namespace detail

/// The record of a `Learner`, a `SparseLearner` or an agent. What only you know is set afterwards: `is_handed_over`,
/// `has_rolled_back` and `scale_warnings`. Numbers that do not fit in a float become the largest float. Visits all
/// weights.
template <class LearnerOrAgent, class Health>
Telemetry telemetry_of(const LearnerOrAgent& source, const Health& health, uint32_t device, uint32_t time) noexcept {
  constexpr bool is_in_fixed_point = LearnerOrAgent::Arithmetic::accepts_everything;
  static_assert(!is_in_fixed_point,
                "telemetry_of: a record is in float, which a learner in fixed point avoids; fill a Telemetry yourself");
  Telemetry record;
  if constexpr (is_in_fixed_point) {
    return record;
  } else if constexpr (detail::IsAgent<LearnerOrAgent>::value) {
    record = detail::telemetry_of_learner(source.learner(), health);
    record.is_agent = true;
    record.is_evaluating = source.is_evaluating();
    record.skipped = source.skipped();
    record.longest_unused = health.longest_unused();
  } else {
    record = detail::telemetry_of_learner(source, health);
  }
  record.device = device;
  record.time = time;
  return record;
}

}  // namespace ballast
