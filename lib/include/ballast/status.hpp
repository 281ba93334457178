#pragma once
/// All errors of the library. They are values: ignoring one does not compile under -Werror, and a function that returns
/// anything but `ok` has changed nothing.

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

namespace ballast {

/// `overflow` is reported before a result becomes infinite. With step = k delta, an update is refused from |step| (1 +
/// ||z||^2) = 2^63 on in float and 2^511 in double (a joint ball adds |omega| to that); without a ball, in a `Learner`,
/// from 2^91 and 2^958 on, so that no number that is stored can become infinite: `is_safe` in arithmetic.hpp.
enum class [[nodiscard]] Status : uint8_t{
    /// Done.
    ok,

    // A transition was refused. The learner is unchanged, except for its count of rejections.
    /// The reward is NaN or infinite.
    reward_not_finite,
    /// A feature of the state that was left is NaN or infinite.
    feature_not_finite,
    /// A feature of the state that was entered is NaN or infinite.
    next_feature_not_finite,
    feature_index_invalid,  ///< out of range, already there, or no room for one more
    overflow,               ///< all inputs are finite, but a result would not be, or be too large to be safe (above)
    not_started,            ///< the learner has no configuration yet
    no_feasible_action,     ///< an agent had no action to choose
    skipped,                ///< an agent had no observation in this tick

    // A configuration was refused.
    invalid_lambda,     ///< outside [0, 1), in fixed point above its limit
    invalid_ratio,      ///< c, or c beta, is not a finite number above 0; in fixed point c is outside [2^-40, 2^40]
    invalid_step_size,  ///< beta, or beta_0, is not a finite number above 0; in fixed point outside [2^-40, 2^40]
    invalid_offset,     ///< a polynomial schedule would start at t + offset = 0
    invalid_power,      ///< outside (0, 1]
    invalid_radius,  ///< outside [2^-60, 2^62] in float, [2^-508, 2^510] in double; in fixed point outside 1/64 of its
                     ///< limit to that
    invalid_direction,    ///< not finite, or zero
    invalid_exploration,  ///< a probability outside [0, 1], or steps that do not ascend from 0
    invalid_start,        ///< start weights or start average reward not finite, or beyond the largest radius
    invalid_gamma,        ///< a bandwidth is not above 0, or twice it is not finite
    invalid_range,        ///< of an input: an end is not finite, or high - low outside [2^-60, 2^60]

    // A snapshot was refused. What it was to be restored into is unchanged.
    no_snapshot,                ///< there is none, or none that is whole
    snapshot_damaged,           ///< not a snapshot, cut off, or changed: the checksum or a number in it is wrong
    snapshot_of_later_version,  ///< its format is newer than this program, or has a section that must not be skipped
    other_learner,              ///< of a Learner, a SparseLearner or an agent, and this is another
    other_scalar,               ///< of another scalar (float, double, fixed point), or of other formats in fixed point
    other_rule,                 ///< of another rule
    other_projection,           ///< of another type of projection
    other_schedule,             ///< of another type of schedule
    other_exploration,          ///< of another number of steps of epsilon
    other_dimension,            ///< of another number of weights
    other_actions,              ///< of another number of actions
    other_features,             ///< of features with another fingerprint, or of another type in an agent
    storage_failed,             ///< what reads or writes the bytes reported an error

    // An observation was refused. The features are unchanged.
    /// An input of a feature map is NaN or infinite.
    input_not_finite,

    // A telemetry record was refused.
    record_damaged,           ///< not a record, cut off, or changed: the checksum is wrong
    record_of_later_version,  ///< its format is newer than this program

    // A recorder could not record a state. Nothing has changed.
    /// The ring has no room for it: drain it, or give it a sink.
    recorder_full,
};

/// The name of a status, for logs. No default: the compiler points at a status that has no name here.
constexpr const char* name(Status status) noexcept {
  switch (status) {
    case Status::ok: return "ok";
    case Status::reward_not_finite: return "reward_not_finite";
    case Status::feature_not_finite: return "feature_not_finite";
    case Status::next_feature_not_finite: return "next_feature_not_finite";
    case Status::feature_index_invalid: return "feature_index_invalid";
    case Status::overflow: return "overflow";
    case Status::not_started: return "not_started";
    case Status::no_feasible_action: return "no_feasible_action";
    case Status::skipped: return "skipped";
    case Status::invalid_lambda: return "invalid_lambda";
    case Status::invalid_ratio: return "invalid_ratio";
    case Status::invalid_step_size: return "invalid_step_size";
    case Status::invalid_offset: return "invalid_offset";
    case Status::invalid_power: return "invalid_power";
    case Status::invalid_radius: return "invalid_radius";
    case Status::invalid_direction: return "invalid_direction";
    case Status::invalid_exploration: return "invalid_exploration";
    case Status::invalid_start: return "invalid_start";
    case Status::invalid_gamma: return "invalid_gamma";
    case Status::invalid_range: return "invalid_range";
    case Status::no_snapshot: return "no_snapshot";
    case Status::snapshot_damaged: return "snapshot_damaged";
    case Status::snapshot_of_later_version: return "snapshot_of_later_version";
    case Status::other_learner: return "other_learner";
    case Status::other_scalar: return "other_scalar";
    case Status::other_rule: return "other_rule";
    case Status::other_projection: return "other_projection";
    case Status::other_schedule: return "other_schedule";
    case Status::other_exploration: return "other_exploration";
    case Status::other_dimension: return "other_dimension";
    case Status::other_actions: return "other_actions";
    case Status::other_features: return "other_features";
    case Status::storage_failed: return "storage_failed";
    case Status::input_not_finite: return "input_not_finite";
    case Status::record_damaged: return "record_damaged";
    case Status::record_of_later_version: return "record_of_later_version";
    case Status::recorder_full: return "recorder_full";
  }
  return "unknown";  // a byte that is not a Status, for instance from a damaged log
}

}  // namespace ballast
