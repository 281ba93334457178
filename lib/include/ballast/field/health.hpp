#pragma once
/// How a learner or an agent does: a companion that gets every report, and tells it in one word and a few numbers.
///
///   ballast::Health<> health;                              // of a learner: 64 bytes, all zero, may live in .bss
///   health.add(learner.update(phi, reward, next), reward);
///
///   ballast::Health<Agent::actions> health;                // of an agent: 2 bytes more for each action
///   decision = agent.tick(reward, phi);                    // or agent.skip()
///   health.add(agent, decision, reward);
///
///   if (health.verdict() == ballast::Verdict::diverging) { ... }    // docs/FIELD.md: what to do at each verdict
///
/// Ticks are counted in blocks. Most of them update four running means and counts. In each of the last ones a step of
/// the following is done instead, so that no tick takes much longer than others:
///   - three signals are compared with what they usually are, by the Page-Hinkley test: the size of the TD error, the
///     size of the trace and the mean reward;
///   - the rates of what goes wrong are brought up to date;
///   - the verdict is reached, by the numbers in HealthRules.
/// The same inputs give the same bits on every machine.

#include <ballast/arithmetic.hpp>
#include <ballast/control/sarsa.hpp>
#include <ballast/detail/fixed_point.hpp>
#include <ballast/detail/health_means.hpp>
#include <ballast/field/health_rules.hpp>
#include <ballast/field/page_hinkley.hpp>
#include <ballast/field/verdict.hpp>
#include <ballast/report.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/initializer_list.h>

namespace ballast {

/// Of a learner, or of an agent with so many actions. Float32 serves learners in double, too; for those in fixed point
/// there is FixedHealth (field/fixed_health.hpp).
template <size_t Actions = 0, class Rules = HealthRules, class Arithmetic = Float32>
class Health : detail::HealthMeans<Arithmetic> {
  using Means = detail::HealthMeans<Arithmetic>;
  using Means::log2_of;
  using Means::part;

 public:
  using Number = typename Means::Number;  ///< of means: float, or the value of a learner in fixed point
  using Part = typename Means::Part;      ///< of ticks
  using Share = typename Means::Share;    ///< of a variance

  /// After an update of a learner.
  template <class Value, class StepSize, class TraceNorm>
  void add(const Report<Value, StepSize, TraceNorm>& report, Value reward) noexcept {
    if (is_housekeeping()) { return end_block(report, tick_); }
    if (report.status == Status::ok) {
      sample(report, reward);
    } else {
      count(report.status);
    }
    ++tick_;
  }

  /// Instead, in a tick in which a learner was not updated: Status::skipped if a reading is missing, ok if readings are
  /// good (for instance while a guard does not trust it).
  void add(Status status) noexcept {
    if (is_housekeeping()) { return end_block(typename Means::SkippedReport{Status::skipped}, tick_); }
    if (status != Status::ok) { count(status); }
    ++tick_;
  }

  /// After a tick of an agent, or a skipped one. A reward from which nothing was learned does not count, unless the
  /// agent only evaluates. While it does, rewards and readings alone are watched: TD errors, trace and step-sizes are
  /// those of the last update, and a verdict that is reached by them stays.
  template <class Agent>
  void add(const Agent& agent, const Decision& decision, typename Agent::Value reward) noexcept {
    static_assert(Actions == Agent::actions, "Health: the agent has another number of actions");
    if (decision.action < Actions) { idle_[decision.action] = 0; }
    if (is_housekeeping()) { return end_block(agent.report(), tick_); }
    if (decision.has_learned) {
      sample(agent.report(), reward);
    } else if (decision.status != Status::ok) {
      count(decision.status);
    } else if (agent.is_evaluating() && Means::is_number(reward)) {  // an agent does not look at the first one
      this->add_reward(reward);
    }
    age(decision.action);
  }

  /// How it does, in one word.
  Verdict verdict() const noexcept { return static_cast<Verdict>(state_ & verdict_bits); }

  /// The TD error: a running mean over about the last 32 updates, as the next three are.
  Number td_error() const noexcept { return this->mean_td_error(); }
  /// The size of the TD error: the root of its mean square.
  Number td_error_size() const noexcept { return this->root_td_error2(); }
  /// The reward.
  Number reward() const noexcept { return this->mean_reward(); }
  /// What the reward deviates from its mean by: the root of the mean square.
  Number reward_deviation() const noexcept { return this->root_variance(); }
  /// The part of the reward's variance that the values explain: 1 - mean delta^2 / variance. 1 if every reward is
  /// foreseen; about 0 or below if the next state cannot be foreseen, however well the values are known.
  Share explained() const noexcept { return this->explained_share(); }

  /// The part of the ticks that were projected, over about the last 8 blocks, as the next two are.
  Part projection_rate() const noexcept { return part(projected_rate_); }
  /// The part of the ticks that were refused, but for overflow.
  Part rejection_rate() const noexcept { return part(rejected_rate_); }
  /// The part of the ticks that were skipped.
  Part skip_rate() const noexcept { return part(skipped_rate_); }
  /// The part of the updates that were too small to change weights of the size given to set_weights_norm().
  Part small_update_rate() const noexcept { return part(small_updates()); }
  /// The part of the updates that removed almost all of an error, and of what was learned before, or did not fit in a
  /// number: the step-size is too large for these features.
  Part overwriting_rate() const noexcept { return step_rate_ > 0 ? part(2 * step_rate_) : Part{}; }

  /// Blocks without a change, up to 255: in the first ones it finds out what is usual, later it is settled
  /// (HealthRules).
  uint8_t blocks_since_change() const noexcept { return quiet_; }

  /// For how many blocks an action was not taken; it stays at the largest number.
  uint16_t unused(uint32_t action) const noexcept { return action < Actions ? idle_[action] : 0; }
  /// That of the action that was not taken for longest.
  uint16_t longest_unused() const noexcept {
    uint16_t longest = 0;
    for (uint32_t action = 0; action < Actions; ++action) {
      longest = idle_[action] > longest ? idle_[action] : longest;
    }
    return longest;
  }

  /// ||theta||, now and then (weights_norm(learner)): without it no update counts as too small.
  void set_weights_norm(Number norm) noexcept { weights_norm_ = static_cast<uint16_t>(log2_of(norm)); }

  /// For snapshots: 28 words, in fixed point 33, and one for each action.
  static constexpr uint32_t snapshot_bytes = 4 * (Means::words + 1 + 5 + 6 + 5 + 6 + Actions);
  /// For snapshots. Whatever is restored, nothing but the verdicts depends on it.
  template <class Archive>
  void exchange(Archive& archive) noexcept {
    this->exchange_means(archive);
    archive(td_error_usual_);
    archive.below(td_error_spread_, uint32_t{UINT16_MAX} + 1U);
    archive.below(reward_spread_, Means::log2_limit);
    for (uint16_t* const x : {&trace_usual_, &trace_spread_, &trace_last_}) {
      archive.below(*x, uint32_t{UINT16_MAX} + 1U);
    }
    for (PageHinkley* const test : {&td_error_test_, &reward_test_, &trace_test_}) { test->exchange(archive); }
    for (uint16_t* const x : {&projected_rate_, &rejected_rate_, &skipped_rate_, &weights_norm_}) {
      archive.below(*x, uint32_t{UINT16_MAX} + 1U);
    }
    uint16_t step_rate = static_cast<uint16_t>(step_rate_);
    archive.below(step_rate, uint32_t{UINT16_MAX} + 1U);
    step_rate_ = static_cast<int16_t>(step_rate);
    for (uint8_t* const x : {&tick_, &projected_, &rejected_, &skipped_, &quiet_, &state_}) {
      archive.below(*x, UINT8_MAX + 1U);
    }
    for (size_t action = 0; action < Actions; ++action) { archive.below(idle_[action], uint32_t{UINT16_MAX} + 1U); }
    if (verdict() > Verdict::blind) { set_verdict(Verdict::starting); }            // of a later version
    if (archive.is_storing() && tick_ > limit_reward) { Means::limit_rewards(); }  // unless forged, they are
  }

  /// Begins again.
  void reset() noexcept { *this = Health(); }

 private:
  static_assert(Rules::block >= 48 && Rules::block <= 128, "Health: between 48 and 128 ticks in a block");
  static_assert(Rules::settled_after > Rules::calibration && Rules::calibration > 2,
                "Health: it can be settled only after the calibration");
  static_assert(Actions <= 32, "Health: up to 32 actions");
  static_assert(Actions + 24 <= Rules::block, "Health: so many actions need a longer block");  // see age()

  /// The last ticks of a block.
  enum Step : uint8_t {
    sample_trace = Rules::block - 24,  ///< is it the same as before?
    rate_step_size,                    ///< too small, or overwriting?
    limit_td_error,                    ///< after an overflow
    compare_td_error,                  ///< with what is usual
    spread_td_error,                   ///< how much it deviates
    usual_td_error,                    ///< what is usual
    judge_td_error,                    ///< has it changed?
    compare_trace,                     ///< the same for the trace
    spread_trace,                      ///< how much it deviates
    usual_trace,                       ///< what is usual
    judge_trace,                       ///< has it changed?
    limit_reward,                      ///< the same for the reward
    compare_reward,                    ///< with what is usual
    spread_reward,                     ///< how much it deviates
    usual_reward,                      ///< what is usual
    judge_reward,                      ///< has it changed?
    rate_projections,                  ///< as parts of the ticks
    rate_rejections,                   ///< as parts of the ticks
    rate_skips,                        ///< as parts of the ticks
    judge_readings,                    ///< blind?
    judge_divergence,                  ///< diverging?
    judge_boundary,                    ///< at_the_boundary?
    judge_step_size,                   ///< stalled, or diverging?
    judge_change,                      ///< starting, learning or settled?
  };

  static constexpr uint8_t verdict_bits = 0x07;
  static constexpr uint8_t was_settled = 0x08;
  static constexpr uint8_t overwrote = 0x10;   // when it was settled, updates overwrote: with these features they do
  static constexpr uint8_t same_trace = 0x20;  // times how many samples in a row were the same, up to 7
  static constexpr uint8_t updated = 0x80;     // and how many were projected
  static constexpr int32_t octave = detail::health_octave;

  static constexpr int32_t smallest_td_error = detail::health_log2(Rules::smallest_td_error * Rules::smallest_td_error);
  static constexpr int32_t smallest_reward_change = detail::health_log2(Rules::smallest_reward_change);
  static constexpr int32_t smallest_variance =
      detail::health_log2(Rules::smallest_reward_deviation * Rules::smallest_reward_deviation);
  static constexpr int32_t smallest_spread = octave / 4;  // of TD error and trace
  [[gnu::always_inline]] static constexpr int32_t size_of(int32_t x) noexcept { return x < 0 ? -x : x; }
  [[gnu::always_inline]] static constexpr int32_t at_least(int32_t x, int32_t low) noexcept {
    return x < low ? low : x;
  }

  // --- every tick -------------------------------------------------------------------------------------------------

  bool is_housekeeping() const noexcept { return tick_ >= sample_trace; }

  template <class Report, class Value>
  [[gnu::always_inline]] void sample(const Report& report, Value reward) noexcept {
    this->add_td_error(report.td_error);
    this->add_reward(reward);
    if (Means::has_saturated(report)) { count_overflow(); }
    const uint8_t projected = report.projected != Projected::nothing ? 1 : 0;
    projected_ = static_cast<uint8_t>((projected_ + projected) | updated);
  }
  /// In this block. An agent that only evaluates has none: its last report, TD errors and trace stay as they were, they
  /// are no samples, and all steps that are about them are passed over.
  [[gnu::always_inline]] bool has_updates() const noexcept { return (projected_ & updated) != 0; }

  /// What went wrong: a bad reading, or a result that did not fit in a number.
  void count(Status status) noexcept {
    if (status == Status::overflow) { return count_overflow(); }
    uint8_t& bad = status == Status::skipped ? skipped_ : rejected_;
    ++bad;
  }

  /// Never usual.
  [[gnu::noinline, gnu::cold]] void count_overflow() noexcept {
    state_ = static_cast<uint8_t>((state_ & ~overwrote) | was_settled);
    rate_step(INT16_MAX);
  }

  /// One action in each of the first ticks of a block.
  [[gnu::always_inline]] void age(uint32_t taken) noexcept {
    const uint8_t tick = tick_;
    tick_ = static_cast<uint8_t>(tick + 1);
    if (tick < Actions && tick != taken) {
      const uint32_t blocks = idle_[tick] + 1U;
      idle_[tick] = static_cast<uint16_t>(blocks - (blocks >> 16));  // stays at the largest
    }
  }

  /// Each is a function of its own and ends with this one: none pays for what another needs.
  template <class Report>
  [[gnu::noinline]] void end_block(const Report& report, uint8_t tick) noexcept {
    tick_ = static_cast<uint8_t>(tick + 1);
    switch (tick) {
      case sample_trace: return take_trace(report.trace_norm2, report.status);
      case rate_step_size: return rate_update(report);
      case limit_td_error: return this->limit_td_errors();
      case compare_td_error: return compare_td_error_size();
      case usual_td_error: return follow_td_error_size();
      case spread_td_error: return follow_td_error_spread();
      case judge_td_error: return judge(td_error_test_, Rules::td_error_threshold);
      case compare_trace: return compare_trace_norm();
      case usual_trace: return follow_trace_norm();
      case spread_trace: return follow_trace_spread();
      case judge_trace: return judge(trace_test_, Rules::trace_threshold);
      case limit_reward: return Means::limit_rewards();
      case compare_reward: return compare_mean_reward();
      case usual_reward: return follow_mean_reward();
      case spread_reward: return follow_reward_spread();
      case judge_reward: return judge(reward_test_, Rules::reward_threshold);
      case rate_projections: return rate_projected();
      case rate_rejections: return update_rate(rejected_rate_, rejected_);
      case rate_skips: return update_rate(skipped_rate_, skipped_);
      case judge_readings: return weigh(Verdict::blind, rejected_rate_ + skipped_rate_, Rules::blind);
      case judge_divergence: return weigh_divergence();
      case judge_boundary: return weigh(Verdict::at_the_boundary, projected_rate_, Rules::at_the_boundary);
      case judge_step_size: return weigh_step_size();
      default: return weigh_change();
    }
  }

  // --- once a block: has it changed? ------------------------------------------------------------------------------

  [[gnu::always_inline]] bool is_calibrating() const noexcept { return quiet_ < Rules::calibration; }
  /// What is usual follows the samples by 1 / 2^patience of what they are off: at once after a change, then as a mean
  /// of all since does, in the end by 1 / 1024.
  [[gnu::always_inline]] int32_t patience() const noexcept {
    return 31 - detail::leading_zeros(uint32_t{quiet_} | 1U) + quiet_ / 64;
  }

  /// Of 1 / 2^patience: 127 - patience(), in fewer instructions.
  [[gnu::always_inline]] int32_t log2_of_gain() const noexcept {
    return (127 - 31 + detail::leading_zeros(uint32_t{quiet_} | 1U) - quiet_ / 64) * octave;
  }

  /// Follows a sample: as a mean, in a calibration; then slowly, as a median.
  [[gnu::always_inline]] void follow(uint16_t& usual, int32_t sample) const noexcept {
    const int32_t error = sample - usual;
    const int32_t move = is_calibrating() ? error / (int32_t{1} << patience()) : (error > 0 ? 1 : (error < 0 ? -1 : 0));
    usual = static_cast<uint16_t>(usual + move);
  }
  /// How much samples deviate. The first one after a change says nothing of that.
  [[gnu::noinline]] void follow_spread(uint16_t& spread, int32_t error) const noexcept {
    follow(spread, quiet_ < 2 ? smallest_spread : size_of(error));
  }
  [[gnu::noinline]] void judge(PageHinkley& test, int32_t threshold) noexcept {
    if (is_calibrating()) {
      test.reset();
    } else if (test.has_changed(threshold)) {
      quiet_ = 0;
    }
  }

  /// By how many deviations a logarithm is off, in eighths.
  [[gnu::always_inline]] static int32_t deviations(int32_t error, int32_t spread) noexcept {
    return PageHinkley::clipped(8 * error / at_least(spread, smallest_spread));
  }

  [[gnu::noinline]] void compare_td_error_size() noexcept {
    td_error_test_.add(deviations(td_error_off(), td_error_spread_), Rules::tolerance);
  }
  /// A mean, in 1 / 65,536 of what log2_of gives.
  [[gnu::noinline]] void follow_td_error_size() noexcept {
    td_error_usual_ += static_cast<uint32_t>(td_error_off()) << (16 - patience());
  }
  [[gnu::noinline]] void follow_td_error_spread() noexcept { follow_spread(td_error_spread_, td_error_off()); }
  [[gnu::always_inline]] int32_t td_error_log2() const noexcept {
    return at_least(this->td_error2_log2(), smallest_td_error);
  }
  [[gnu::always_inline]] int32_t usual_td_error_log2() const noexcept {
    return static_cast<int32_t>(td_error_usual_ >> 16);
  }
  [[gnu::always_inline]] int32_t td_error_off() const noexcept { return td_error_log2() - usual_td_error_log2(); }

  [[gnu::noinline]] void compare_mean_reward() noexcept {
    reward_test_.add(this->reward_eighths(usual_deviation()), Rules::tolerance);
  }
  /// A mean of what counts.
  [[gnu::noinline]] void follow_mean_reward() noexcept {
    auto error = this->reward_off();
    if (!is_calibrating()) { error = Means::within_deviations(error, usual_deviation()); }
    this->move_usual_reward(error, log2_of_gain());
  }
  [[gnu::noinline]] void follow_reward_spread() noexcept { follow(reward_spread_, this->reward_off_log2()); }
  /// Its log2.
  [[gnu::always_inline]] int32_t usual_deviation() const noexcept {
    return at_least(reward_spread_, smallest_reward_change);
  }

  /// One sample a block, if there were updates. If it stops changing, a sensor may be stuck.
  template <class TraceNorm>
  [[gnu::noinline]] void take_trace(TraceNorm trace_norm2, Status status) noexcept {
    if (!has_updates()) {
      tick_ = limit_reward;
      return;
    }
    if (status != Status::ok) { return; }
    const uint16_t sample = static_cast<uint16_t>(Means::trace_log2(trace_norm2));
    if (sample != trace_last_) {
      state_ = static_cast<uint8_t>(state_ % same_trace);
    } else if (state_ >= same_trace || (quiet_ >= Rules::settled_after && trace_spread_ >= octave / 16)) {
      count_same_trace();  // usually it varies
    }
    trace_last_ = sample;
  }
  [[gnu::always_inline]] void count_same_trace() noexcept {
    if (state_ / same_trace == 7) { return; }
    state_ = static_cast<uint8_t>(state_ + same_trace);
    if (state_ / same_trace == 7) { quiet_ = 0; }
  }
  [[gnu::noinline]] void compare_trace_norm() noexcept {
    trace_test_.add(deviations(int32_t{trace_last_} - trace_usual_, trace_spread_), Rules::trace_tolerance);
  }
  /// A median.
  [[gnu::noinline]] void follow_trace_norm() noexcept { follow(trace_usual_, trace_last_); }
  /// In larger steps: a trace that is the same most of the time must be known as such when it is settled.
  [[gnu::noinline]] void follow_trace_spread() noexcept {
    const int32_t error = int32_t{trace_last_} - trace_usual_;
    if (is_calibrating()) { return follow_spread(trace_spread_, error); }
    const int32_t step = 1 + trace_spread_ / 16;
    const int32_t moved = trace_spread_ + (size_of(error) > trace_spread_ ? step : -step);
    trace_spread_ = static_cast<uint16_t>(at_least(moved, 0));
  }

  // --- once a block: rates ----------------------------------------------------------------------------------------

  /// Over about 8 blocks.
  [[gnu::noinline]] static void update_rate(uint16_t& rate, uint8_t& count) noexcept {
    rate = static_cast<uint16_t>(rate + (int32_t{count} * (int32_t{UINT16_MAX} / sample_trace) - rate) / 8);
    count = 0;
  }

  [[gnu::noinline]] void rate_projected() noexcept {
    projected_ = static_cast<uint8_t>(projected_ & ~updated);
    update_rate(projected_rate_, projected_);
  }

  /// One sample a block: does this update overwrite what was learned (above 0), or is it too small to change anything
  /// (below 0)?
  template <class Report>
  [[gnu::noinline]] void rate_update(const Report& report) noexcept {
    if (report.status != Status::ok) { return; }
    rate_step(Means::template rated<Rules>(report, weights_norm_));
  }
  /// As a rate. Nothing is too small for weights of an unknown size.
  [[gnu::always_inline]] int32_t small_updates() const noexcept {
    return step_rate_ < 0 && (!Means::needs_weights_norm || weights_norm_ > 0) ? -2 * int32_t{step_rate_} : 0;
  }
  void rate_step(int32_t sample) noexcept { step_rate_ = static_cast<int16_t>(step_rate_ + (sample - step_rate_) / 8); }

  // --- once a block: the verdict ----------------------------------------------------------------------------------

  /// A verdict outweighs those before it. Where it ends, the steps that follow say what holds instead.
  [[gnu::always_inline]] void weigh(Verdict verdict, bool holds) noexcept {
    const Verdict now = this->verdict();
    if (holds ? now < verdict : now == verdict) { set_verdict(holds ? verdict : Verdict::learning); }
  }
  [[gnu::always_inline]] void set_verdict(Verdict verdict) noexcept {
    state_ = static_cast<uint8_t>((state_ & ~verdict_bits) | static_cast<uint8_t>(verdict));
  }
  /// It holds until the rate is a quarter of what it took.
  [[gnu::noinline]] void weigh(Verdict verdict, int32_t rate, int32_t limit) noexcept {
    weigh(verdict, is_above(verdict, rate, limit));
  }
  [[gnu::always_inline]] bool is_above(Verdict verdict, int32_t rate, int32_t limit) const noexcept {
    return rate > (this->verdict() == verdict ? limit / 4 : limit);
  }

  [[gnu::noinline]] void weigh_divergence() noexcept {
    static_assert(smallest_variance + Rules::diverging - octave >= smallest_td_error,
                  "Health: small TD errors diverge");
    const int32_t size = this->td_error2_log2();  // those that are nothing are far below
    const int32_t excess = size - at_least(this->variance_log2(), smallest_variance) - Rules::diverging;
    if (verdict() == Verdict::diverging) {
      const bool is_too_large = excess > -octave && quiet_ < Rules::settled_after;
      if (!is_too_large && step_rate_ <= Rules::unsuitable_step / 8) { set_verdict(Verdict::learning); }
    } else if (verdict() < Verdict::diverging && excess > 0 && is_unusual(size)) {
      quiet_ = 0;  // what was usual is not any more
      state_ = static_cast<uint8_t>(state_ & ~was_settled);
      set_verdict(Verdict::diverging);
    }
  }
  /// Before it was settled, TD errors contain what the average reward is still off by. After that, large ones that are
  /// not larger than usual do not diverge; and if they stay where they are for long enough, that is usual from then on.
  [[gnu::always_inline]] bool is_unusual(int32_t size) const noexcept {
    return (state_ & was_settled) != 0 && size - usual_td_error_log2() > Rules::diverging;
  }

  /// Too small, or so large that they overwrite what was learned, which they did not do when it was settled. (With a
  /// long trace they do, and the implicit rule copes with it.)
  [[gnu::noinline]] void weigh_step_size() noexcept {
    weigh(Verdict::stalled,
          is_above(Verdict::stalled, small_updates(), Rules::unsuitable_step) && td_error_log2() > smallest_td_error);
    const bool is_other = (state_ & (was_settled | overwrote)) == was_settled;
    if (is_other && step_rate_ > Rules::unsuitable_step / 2 && verdict() < Verdict::diverging) {
      set_verdict(Verdict::diverging);
    }
  }

  [[gnu::noinline]] void weigh_change() noexcept {
    tick_ = 0;
    if (quiet_ < UINT8_MAX) { ++quiet_; }
    const bool is_settled = quiet_ >= Rules::settled_after;
    const bool is_new = quiet_ == Rules::settled_after || (state_ & was_settled) == 0;
    if (is_settled && is_new && verdict() <= Verdict::settled) { settle(); }
    if (verdict() > Verdict::settled || (verdict() == Verdict::starting && is_calibrating())) { return; }
    set_verdict(is_settled ? Verdict::settled : Verdict::learning);
  }

  /// What is usual from now on.
  [[gnu::always_inline]] void settle() noexcept {
    const bool overwrites = step_rate_ > Rules::unsuitable_step / 8;
    state_ = static_cast<uint8_t>((state_ & ~overwrote) | was_settled | (overwrites ? overwrote : 0));
  }

  // After the means, in the order of their size: no padding. 62 bytes with those, and 2 for each action.
  uint32_t td_error_usual_ = 0;   // log2 of the mean square, in 1 / 65,536
  uint16_t td_error_spread_ = 0;  // in log2
  uint16_t reward_spread_ = 0;    // its log2
  uint16_t trace_usual_ = 0;      // log2 of ||z||^2
  uint16_t trace_spread_ = 0;     // in log2
  uint16_t trace_last_ = 0;
  PageHinkley td_error_test_;
  PageHinkley reward_test_;
  PageHinkley trace_test_;
  uint16_t projected_rate_ = 0;
  uint16_t rejected_rate_ = 0;
  uint16_t skipped_rate_ = 0;
  int16_t step_rate_ = 0;      // above 0: updates overwrite; below 0: they are too small
  uint16_t weights_norm_ = 0;  // its log2
  uint8_t tick_ = 0;           // in the block
  uint8_t projected_ = 0;      // in the block; and whether there were updates
  uint8_t rejected_ = 0;
  uint8_t skipped_ = 0;
  uint8_t quiet_ = 0;  // blocks since a change
  uint8_t state_ = 0;  // verdict, was_settled, overwrote, same_trace
  uint16_t idle_[Actions > 0 ? Actions : 1]{};
};

// (On AVR, which aligns nothing, it needs no padding.)
static_assert(alignof(uint32_t) < 4 ||
              (sizeof(Health<>) == 64 && sizeof(Health<3>) == 68 && sizeof(Health<32>) == 128));

}  // namespace ballast
