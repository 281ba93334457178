#pragma once
/// The report of an update in fixed point: that of the others, and whether a number did not fit.

#include <ballast/detail/fixed/magnitude.hpp>
#include <ballast/report.hpp>
#include <ballast/status.hpp>

namespace ballast {

/// What one update did, or why it was refused.
template <class Value, class TraceNorm>
struct [[nodiscard]] Report<Value, detail::Gain, TraceNorm> {
  Status status = Status::ok;                ///< as in any report
  Projected projected = Projected::nothing;  ///< as in any report
  /// R - omega or the step did not fit, and was kept at the nearest end: the step-size, or the unit of the rewards, is
  /// too large for the format.
  bool has_saturated = false;
  Value td_error{};                         ///< delta_t
  detail::Gain weights_step_size{};         ///< k
  detail::Gain average_reward_step_size{};  ///< a
  TraceNorm trace_norm2{};                  ///< ||z_t||^2

  /// All zero.
  constexpr Report() noexcept = default;
  /// As in any report; nothing was saturated. (A list in braces would clear the whole report first.)
  constexpr Report(Status given_status, Projected given_projected, Value given_td_error, detail::Gain k, detail::Gain a,
                   TraceNorm given_trace_norm2) noexcept
      : status(given_status),
        projected(given_projected),
        td_error(given_td_error),
        weights_step_size(k),
        average_reward_step_size(a),
        trace_norm2(given_trace_norm2) {}
};

}  // namespace ballast
