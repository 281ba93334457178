#pragma once
/// One step of Algorithm 1, and the state of a learner apart from its arrays. Classes that hold weights and trace
/// derive from it: `Learner` with arrays of a fixed length; a class on the host with arrays of any length, and the same
/// bits.

#include <ballast/arithmetic.hpp>
#include <ballast/config.hpp>
#include <ballast/detail/checked.hpp>
#include <ballast/detail/saturating_increment.hpp>
#include <ballast/detail/schedule_clock.hpp>
#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/report.hpp>
#include <ballast/rule.hpp>
#include <ballast/status.hpp>

#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {

/// What becomes of a schedule when a learner is reconfigured.
enum class ScheduleTime : uint8_t {
  goes_on,       ///< its t is the same as before
  begins_again,  ///< its t is 0
};

namespace detail {

/// Whether the step-size of the average reward is always the same, and worth keeping: in integers.
template <class Arithmetic, class Rule, class Schedule>
constexpr bool keeps_step_size = Arithmetic::accepts_everything&& IsConstantSchedule<Schedule>::value &&
                                 !etl::is_same<Rule, ImplicitDifferential>::value;

/// What an arithmetic keeps in a learner.
template <class Arithmetic, class Rule, class Schedule>
using ArithmeticState = typename Arithmetic::template State<keeps_step_size<Arithmetic, Rule, Schedule>>;

}  // namespace detail

/// What the learners have in common.
template <class Scalar, class Rule_, class Projection_, class Schedule_>
class LearnerBase
    : detail::ScheduleClock<typename ArithmeticOf<Scalar>::Value, !detail::IsConstantSchedule<Schedule_>::value>,
      protected detail::ArithmeticState<ArithmeticOf<Scalar>, Rule_, Schedule_> {
 public:
  using Arithmetic = ArithmeticOf<Scalar>;
  using Rule = Rule_;
  using State = detail::ArithmeticState<Arithmetic, Rule_, Schedule_>;
  using Value = typename Arithmetic::Value;
  using Projection = detail::CheckedProjection<Projection_, Scalar>;
  using Schedule = detail::CheckedSchedule<Schedule_, Scalar>;
  using Settings = ballast::Settings<Scalar, Projection, Schedule>;
  using Config = ballast::Config<Scalar, Projection, Schedule>;
  using Report = ballast::Report<Value, typename Arithmetic::StepSize, typename Arithmetic::TraceNorm>;

  static_assert(ArithmeticFor<Scalar>::is_scalar, "Learner: the scalar must be float, double or Fixed");
  static_assert(detail::IsProjection<Projection_>::value, "Learner: this is not a projection; see projection.hpp");
  static_assert(detail::IsSchedule<Schedule_>::value, "Learner: this is not a schedule; see schedule.hpp");
  static_assert(detail::is_rule<Rule>,
                "Learner: the rule must be ballast::Standard or ballast::Implicit, or for differential TD(lambda) "
                "ballast::Differential or ballast::ImplicitDifferential");
  static_assert(etl::is_same<typename Projection::Traits::Scalar, Scalar>::value,
                "Learner: the projection must be of the learner's scalar");
  static_assert(etl::is_same<typename Schedule::Scalar, Scalar>::value,
                "Learner: the schedule must be of the learner's scalar");

  /// Other numbers from the next update on. Weights, average reward, trace and counts stay as they are. Validated like
  /// a start; anything but ok, and nothing has changed.
  Status reconfigure(const Settings& settings, ScheduleTime schedule = ScheduleTime::goes_on) noexcept {
    const Status status = is_started() ? settings.validate() : Status::not_started;
    if (status != Status::ok) { return status; }
    configure(settings);
    if (schedule == ScheduleTime::begins_again) { this->restart_time(); }
    return Status::ok;
  }

  /// omega, the estimate of the average reward; 0 before the start.
  Value average_reward() const noexcept { return average_reward_; }
  /// As it was started, or reconfigured since; all zero before that.
  const Settings& config() const noexcept { return settings_; }
  /// Whether it has a configuration. Without one it refuses every update.
  bool is_started() const noexcept { return is_started_ != 0; }

  /// beta_t of the next update, as its schedule has it: what the implicit rule makes of it is in the report. 0 before
  /// the start.
  typename Schedule::Rate next_step_size() const noexcept {
    return is_started() ? settings_.schedule.rate(this->time()) : typename Schedule::Rate{};
  }
  /// t of its schedule; 0 for a schedule that does not depend on it.
  uint32_t schedule_time() const noexcept { return this->time(); }

  /// Counts stay at the largest number instead of wrapping to zero.
  uint32_t updates() const noexcept { return updates_; }
  /// Transitions that were refused.
  uint32_t rejections() const noexcept { return rejections_; }
  /// Updates that ended outside the ball and were scaled back. If most are, radius or step-size is wrong.
  uint32_t projections() const noexcept { return projections_; }
  /// In fixed point, how often R - omega or a step did not fit and was kept at the nearest end; otherwise 0, since
  /// there such an update is refused. If it grows, rewards or step-size are too large for the limits.
  uint32_t saturations() const noexcept {
    if constexpr (Arithmetic::accepts_everything) { return State::saturations; }
    return 0;
  }

 protected:
  /// Everything but the arrays. (One by one: `settings` may be a member of this object.)
  void begin(const Settings& settings, Value average_reward) noexcept {
    static_cast<State&>(*this) = State{};
    configure(settings);
    this->restart_time();
    restore_average_reward(average_reward);
    updates_ = 0;
    projections_ = 0;
    rejections_ = 0;
    is_started_ = 1;
  }

  /// Whether other weights may be put in the place of what was learned.
  Status restorability(bool can_start_from_them) const noexcept {
    if (!is_started()) { return Status::not_started; }
    return can_start_from_them ? Status::ok : Status::invalid_start;
  }
  /// Puts another average reward in place, without a rounding error.
  void restore_average_reward(Value average_reward) noexcept {
    average_reward_ = average_reward;
    average_reward_rest_ = {};
  }

  /// Learns from one transition. `arrays` holds features, weights and trace:
  ///   observe(lambda, error)      delta_t and ||z_t||^2, storing nothing
  ///   learn(lambda, step, start)  stores z_t and theta_{t+1}; returns start + ||theta_{t+1}||^2
  ///   weights()                   what the projection scales
  /// `refuse(report)` sets the cause if a result would not be finite. `headroom` is the distance to keep from overflow.
  template <class Arrays, class Refuse>
  [[gnu::always_inline]] Report step(
      const Arrays& arrays, Value reward, Refuse refuse,
      decltype(Arithmetic::no_headroom) headroom = Projection::Traits::headroom) noexcept {
    if constexpr (Arithmetic::accepts_everything) {  // observe() may store the trace: nothing is refused after it
      if (is_started_ == 0) { return refused(refuse); }
    }
#if defined(__clang__)  // because of that return, clang would make the report elsewhere and copy it
    return lines_5_to_8(arrays, reward, refuse, headroom);
  }
  template <class Arrays, class Refuse>
  [[gnu::always_inline]] Report lines_5_to_8(const Arrays& arrays, Value reward, Refuse refuse,
                                             decltype(Arithmetic::no_headroom) headroom) noexcept {
#endif

    [[maybe_unused]] const uint32_t saturations_before = saturations();

    // Lines 5 and 6: delta_t and ||z_t||^2. Nothing else is stored yet.
    const auto beta = settings_.schedule.rate(this->time());
    const auto rate = detail::average_reward_rate(settings_.schedule, this->time(), beta);
    const Value error = Arithmetic::error(reward, average_reward_, *this);
    const auto seen = arrays.observe(settings_.lambda, error);

    // Line 7: the step-sizes, shrunk if the rule is implicit, and the new average reward.
    const auto size = step_sizes(beta, rate, seen.trace_norm2);
    const auto step = Arithmetic::step(size.weights, seen.td_error, *this);
    const Value followed = detail::is_differential<Rule> ? seen.td_error : error;
    const auto change = Arithmetic::change(size.average_reward, followed, average_reward_rest_);
    const Value average_reward = Arithmetic::moved(average_reward_, change);
    Report report{Status::ok, Projected::nothing, seen.td_error, size.weights, size.average_reward, seen.trace_norm2};
    if constexpr (!Arithmetic::accepts_everything) {
      if (is_started_ == 0 || !Arithmetic::is_safe(step, seen.trace_norm2, size, average_reward, headroom,
                                                   Projection::Traits::reward_headroom)) {
        refuse(report);
        return report;
      }
    } else {
      report.has_saturated = State::saturations != saturations_before;
    }

    // Lines 6 and 7: omega_{t+1}, z_t and theta_{t+1} are stored.
    average_reward_rest_ = Arithmetic::rest_of(average_reward_, change, average_reward);
    average_reward_ = average_reward;
    const auto norm2 =
        arrays.learn(settings_.lambda, Arithmetic::rounded(step, *this), Projection::Traits::norm2_of(average_reward));

    // Line 8: the projection.
    detail::saturating_increment(updates_);
    advance_schedule();
    const Projected projected = settings_.projection.project(arrays.weights(), norm2, average_reward_);
    if (projected != Projected::nothing) {
      if (projected != Projected::weights) { average_reward_rest_ = {}; }
      detail::saturating_increment(projections_);
      report.projected = projected;
    }
    return report;
  }

  /// What the t of its schedule takes, if it is counted.
  static constexpr size_t time_bytes =
      detail::ScheduleClock<Value, !detail::IsConstantSchedule<Schedule_>::value>::time_bytes;
  /// The same with what its arithmetic keeps.
  static constexpr size_t state_bytes = time_bytes + (__is_empty(State) ? 0 : sizeof(State));

  /// Of a learner that was not started.
  template <class Refuse>
  [[gnu::noinline, gnu::cold]] static Report refused(Refuse refuse) noexcept {
    Report report;
    refuse(report);
    return report;
  }

  /// Records a refused transition.
  void reject(Report& report, Status cause) noexcept {
    report.status = is_started_ == 0 ? Status::not_started : cause;
    detail::saturating_increment(rejections_);
  }

 private:
  friend struct detail::SnapshotAccess;
  static constexpr bool keeps_step_size = detail::keeps_step_size<Arithmetic, Rule, Schedule_>;

  void configure(const Settings& settings) noexcept {
    settings_ = settings;
    Projection::Traits::prepare(settings_.projection);
    if constexpr (keeps_step_size) {
      const auto& schedule = settings_.schedule;
      this->average_reward_step_size = Arithmetic::average_reward_step_size(
          Rule{}, settings_.ratio, detail::average_reward_rate(schedule, 0, schedule.rate(0)));
    }
  }
  /// The one of the average reward may be known already.
  template <class Rate, class TraceNorm>
  [[gnu::always_inline]] auto step_sizes(const Rate& beta, const Rate& rate, TraceNorm trace_norm2) const noexcept {
    if constexpr (keeps_step_size) {
      (void)rate;
      return typename Arithmetic::StepSizes{Arithmetic::weights_step_size(Rule{}, beta, trace_norm2),
                                            this->average_reward_step_size};
    } else {
      return Arithmetic::step_sizes(Rule{}, beta, settings_.ratio, rate, trace_norm2);
    }
  }
  [[gnu::always_inline]] void advance_schedule() noexcept {
    if constexpr (detail::CanBeHeld<Schedule>::value) {
      if (settings_.schedule.is_held()) { return; }
    }
    this->advance_time();
  }

  // Before the arrays: an instruction reaches the first 128 bytes of an object with a shorter encoding.
  uint32_t updates_ = 0;  // t
  uint32_t projections_ = 0;
  uint32_t rejections_ = 0;
  uint32_t is_started_ = 0;                          // a full word, so that there is no padding
  Value average_reward_{};                           // omega
  typename Arithmetic::Rest average_reward_rest_{};  // its rounding error
  Settings settings_;
};

}  // namespace ballast
