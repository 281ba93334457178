#pragma once
/// Average-reward TD(lambda): Algorithm 1 of the paper, with the standard rule beside the implicit one.
///
///   using Learner = ballast::Learner<ballast::Float32, 16>;           // implicit, joint ball, constant step-size
///   Learner learner;                                                  // all zero: may live in .bss
///   Status status = learner.start({lambda, ratio, {step_size}, {radius}});
///   Report report = learner.update(phi, reward, phi_next);
///
/// Nothing outside the object is touched, nothing in it points anywhere: a learner may be copied, and its bytes are
/// its state.

#include <ballast/arithmetic.hpp>
#include <ballast/projection.hpp>
#include <ballast/report.hpp>
#include <ballast/rule.hpp>
#include <ballast/schedule.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/array.h>
#include <etl/type_traits.h>

namespace ballast {

template <class Arithmetic_, size_t Dimension, class Rule = Implicit, class Projection = JointBall<Arithmetic_>,
          class Schedule = ConstantSchedule<Arithmetic_>>
class Learner {
 public:
  using Arithmetic = Arithmetic_;
  using Feature = typename Arithmetic::Feature;
  using Weight = typename Arithmetic::Weight;
  using Trace = typename Arithmetic::Trace;
  using Value = typename Arithmetic::Value;
  using Features = etl::array<Feature, Dimension>;
  using Weights = etl::array<Weight, Dimension>;
  using Report = ballast::Report<Value>;

  static_assert(Dimension > 0, "Learner: the number of features must be at least 1");
  static_assert(etl::is_same<Rule, Standard>::value || etl::is_same<Rule, Implicit>::value,
                "Learner: the rule must be ballast::Standard or ballast::Implicit");
  static_assert(etl::is_same<typename Projection::Arithmetic, Arithmetic>::value,
                "Learner: the projection must have the learner's arithmetic");
  static_assert(Projection::dimension == any_dimension || Projection::dimension == Dimension,
                "Learner: the direction to remove must have as many entries as there are features");
  static_assert(etl::is_same<typename Schedule::Arithmetic, Arithmetic>::value,
                "Learner: the schedule must have the learner's arithmetic");

  struct Config {
    /// How fast the trace decays: in [0, 1). 0 learns from the last transition alone; the paper uses 0.25.
    Value lambda;

    /// c: the step-size of the average reward, as a multiple of that of the weights. Finite, above 0; 1 is a good
    /// choice, and the standard rule needs c beta < 2.
    Value ratio;

    /// beta_t; see schedule.hpp.
    Schedule schedule;

    /// What bounds the estimates; see projection.hpp.
    Projection projection;

    /// ok, or the first field that makes no sense.
    constexpr Status validate() const noexcept {
      if (!Arithmetic::is_lambda(lambda)) { return Status::invalid_lambda; }
      const Status of_schedule = schedule.validate();
      if (of_schedule != Status::ok) { return of_schedule; }
      if (!Arithmetic::is_ratio(ratio, schedule.largest_rate())) { return Status::invalid_ratio; }
      return projection.validate();
    }
  };

  /// (Re)starts everything, from zero: weights, average reward, trace and counts. A configuration that makes no sense
  /// is refused, and the learner stays as it was: one that was never started refuses every update.
  /// start(learner.config()) starts again.
  Status start(const Config& config) noexcept {
    const Status status = config.validate();
    if (status != Status::ok) { return status; }
    for (Weight& weight : weights_) { weight = Weight{}; }
    begin(config, Value{});
    return Status::ok;
  }

  /// The same from given weights and average reward, which must be numbers within the largest radius. They need not be
  /// inside the ball: the first update brings them there.
  Status start(const Config& config, const Weights& weights, Value average_reward = Value{}) noexcept {
    const Status status = config.validate();
    if (status != Status::ok) { return status; }
    if (!Arithmetic::can_start_from(weights.data(), average_reward, Dimension)) { return Status::invalid_start; }
    weights_ = weights;
    begin(config, average_reward);
    return Status::ok;
  }

  /// Learns from one transition. Anything but Status::ok in the report: nothing has changed but the count of
  /// rejections. The next transition may then come at once, if it follows the refused one and only a reading was bad;
  /// after a gap, call reset_trace() first (docs/DESIGN.md).
  Report update(const Features& phi, Value reward, const Features& next) noexcept {
    // Lines 5 and 6: delta_t and ||z_t||^2. Nothing is stored yet.
    const auto beta = config_.schedule.rate(updates_);
    const Value error = Arithmetic::error(reward, average_reward_);
    const auto seen =
        Arithmetic::observe(weights_.data(), trace_, config_.lambda, phi.data(), next.data(), error, Dimension);

    // Line 7: the step-sizes, shrunk if the rule is implicit, and the new average reward.
    const auto size = Arithmetic::step_sizes(Rule{}, beta, config_.ratio, seen.trace_norm2);
    const auto step = Arithmetic::step(size.weights, seen.td_error);
    const Value average_reward = Arithmetic::moved(average_reward_, size.average_reward, error);
    Report report{Status::ok, Projected::nothing, seen.td_error, size.weights, size.average_reward, seen.trace_norm2};
    if (is_started_ == 0 || !Arithmetic::is_safe(step, seen.trace_norm2, size, average_reward, Projection::headroom,
                                                 Projection::reward_headroom)) {
      refuse(report, *this, phi, next, reward);
      return report;
    }

    // Lines 6 and 7: z_t and theta_{t+1} are stored.
    const auto norm2 = Arithmetic::learn(weights_.data(), trace_, config_.lambda, step, phi.data(),
                                         Projection::norm2_of(average_reward), Dimension);

    // Line 8: the projection.
    average_reward_ = average_reward;
    count(updates_);
    const Projected projected = config_.projection.project(weights_.data(), norm2, average_reward_, Dimension);
    if (projected != Projected::nothing) {
      count(projections_);
      report.projected = projected;
    }
    return report;
  }

  /// The differential value v(s), up to a constant.
  Value value(const Features& phi) const noexcept { return Arithmetic::value(weights_.data(), phi.data(), Dimension); }

  /// v(s) - v(s'), in which the constant drops out.
  Value contrast(const Features& phi, const Features& other) const noexcept {
    return Arithmetic::contrast(weights_.data(), phi.data(), other.data(), Dimension);
  }

  Value average_reward() const noexcept { return average_reward_; }
  const Weights& weights() const noexcept { return weights_; }
  Trace trace(size_t i) const noexcept { return trace_[i]; }
  const Config& config() const noexcept { return config_; }

  /// Counts stay at the largest number instead of starting again at zero.
  uint32_t updates() const noexcept { return updates_; }
  uint32_t rejections() const noexcept { return rejections_; }
  uint32_t projections() const noexcept { return projections_; }

  /// Forgets what led here, not what was learned: after a gap in the data.
  void reset_trace() noexcept {
    for (Trace& z : trace_) { z = Trace{}; }
  }

 private:
  /// Everything but the weights. (Not by assigning a fresh learner: `config` may be our own.)
  void begin(const Config& config, Value average_reward) noexcept {
    static_assert(sizeof(Learner) == 4 * sizeof(uint32_t) + sizeof(Value) + sizeof(Config) + sizeof(Weights) +
                                         Dimension * sizeof(Trace),
                  "a learner is its numbers and nothing else: no padding, no pointers");
    config_ = config;
    config_.projection.prepare();
    average_reward_ = average_reward;
    updates_ = 0;
    projections_ = 0;
    rejections_ = 0;
    is_started_ = 1;
    reset_trace();
  }

  static void count(uint32_t& counter) noexcept {
    const uint32_t next = counter + 1;
    if (next != 0) { counter = next; }
  }

  /// Counts the rejection and says why. (Static, with its arguments in the order update() has them in: fewer moves.)
  [[gnu::noinline, gnu::cold]] static void refuse(Report& report, Learner& learner, const Features& phi,
                                                  const Features& next, Value reward) noexcept {
    report.status = learner.is_started_ == 0 ? Status::not_started : cause(phi, reward, next);
    count(learner.rejections_);
  }

  static Status cause(const Features& phi, Value reward, const Features& next) noexcept {
    for (size_t i = 0; i < Dimension; ++i) {
      if (!Arithmetic::is_finite(phi[i])) { return Status::feature_not_finite; }
      if (!Arithmetic::is_finite(next[i])) { return Status::next_feature_not_finite; }
    }
    return Arithmetic::is_finite(reward) ? Status::overflow : Status::reward_not_finite;
  }

  // Numbers first, arrays last: an instruction reaches the first 128 bytes of an object with a shorter encoding.
  uint32_t updates_ = 0;  // t
  uint32_t projections_ = 0;
  uint32_t rejections_ = 0;
  uint32_t is_started_ = 0;  // a whole word: no padding whose bytes would be nobody's
  Value average_reward_{};   // omega
  Config config_{};
  Weights weights_{};         // theta
  Trace trace_[Dimension]{};  // z
};

}  // namespace ballast
