#pragma once
/// The report of one update: enough to replay it, to plot it and to see that a device is healthy.

#include <ballast/status.hpp>

#include <stdint.h>

namespace ballast {

/// What the projection scaled back. If it acts again and again, see docs/CHOOSING.md, "Radius R".
enum class Projected : uint8_t {
  /// The update ended inside the ball, or there is no ball.
  nothing = 0,
  average_reward = 1,              ///< separate balls: |omega| was above its radius
  weights = 2,                     ///< separate balls: ||theta|| was above its radius
  average_reward_and_weights = 3,  ///< separate balls: both
  jointly = 4,                     ///< joint ball: (omega, theta) was outside
};

/// What one update did, or why it was refused.
template <class Value, class StepSize = Value, class TraceNorm = Value>
struct [[nodiscard]] Report {
  /// Anything but ok: the transition was refused. The numbers below are then those computed before the refusal.
  Status status = Status::ok;
  /// What the projection scaled back in this update.
  Projected projected = Projected::nothing;
  Value td_error{};              ///< delta_t, with the estimates before the update
  StepSize weights_step_size{};  ///< k: how much of delta_t z_t the weights took
  /// a: how much of R_t - omega_t the average reward took, or of delta_t if the rule is differential.
  StepSize average_reward_step_size{};
  TraceNorm trace_norm2{};  ///< ||z_t||^2
};

}  // namespace ballast
