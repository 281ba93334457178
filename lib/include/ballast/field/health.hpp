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
/// Every tick updates four running means. Ticks are counted in blocks, and in each of the last ticks of a block one of
/// these steps is done, so that no tick takes much longer than another:
///   - three signals are compared with what they usually are, by the Page-Hinkley test: the size of the TD error, the
///     size of the trace and the mean reward;
///   - the rates of what goes wrong are brought up to date;
///   - the verdict is reached, by the numbers in HealthRules.
/// The same inputs give the same bits on every machine.

#include <ballast/control/sarsa.hpp>
#include <ballast/field/health_rules.hpp>
#include <ballast/field/page_hinkley.hpp>
#include <ballast/field/verdict.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/math/product.hpp>
#include <ballast/math/square_root.hpp>
#include <ballast/report.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// Of a learner, or of an agent with so many actions.
template <size_t Actions = 0, class Rules = HealthRules>
class Health {
 public:
  /// After an update of a learner.
  template <class Value>
  void add(const Report<Value>& report, Value reward) noexcept {
    if (report.status == Status::ok) {
      learned(report, static_cast<float>(reward));
    } else {
      ++rejected_;
    }
    end_tick();
  }

  /// After a tick of an agent, or a skipped one. A reward from which nothing was learned does not count, unless the
  /// agent only evaluates.
  template <class Agent>
  void add(const Agent& agent, const Decision& decision, typename Agent::Value reward) noexcept {
    static_assert(Actions == Agent::actions, "Health: the agent has another number of actions");
    if (decision.has_learned) {
      learned(agent.report(), static_cast<float>(reward));
    } else if (decision.status == Status::ok) {
      if (agent.is_evaluating()) { add_reward(static_cast<float>(reward)); }
    } else if (decision.status == Status::skipped) {
      ++skipped_;
    } else {
      ++rejected_;
    }
    idle_[decision.action] = 0;
    end_tick();
  }

  /// How it does, in one word.
  Verdict verdict() const noexcept { return static_cast<Verdict>(state_ & verdict_bits); }

  /// Running means over about the last 32 updates: of the TD error, of its size (the root of the mean square), of the
  /// reward, and of what the reward deviates from that mean by.
  float td_error() const noexcept { return td_error_; }
  float td_error_size() const noexcept { return square_root(td_error2_); }
  float reward() const noexcept { return reward_; }
  float reward_deviation() const noexcept { return square_root(reward_variance_); }
  /// The part of the reward's variance that the values explain: 1 - mean delta^2 / variance. 1 if every reward is
  /// foreseen; about 0 or below if the next state cannot be foreseen, however well the values are known.
  float explained() const noexcept { return reward_variance_ > 0.0F ? 1.0F - td_error2_ / reward_variance_ : 0.0F; }

  /// The parts of the updates that were projected, of the ticks that were refused and of those that were skipped, over
  /// about the last 8 blocks.
  float projection_rate() const noexcept { return part(projected_rate_); }
  float rejection_rate() const noexcept { return part(rejected_rate_); }
  float skip_rate() const noexcept { return part(skipped_rate_); }
  /// The part of the updates that were too small to change weights of the size given to set_weights_norm().
  float small_update_rate() const noexcept { return step_rate_ < 0 ? part(-2 * step_rate_) : 0.0F; }
  /// The part of the updates that removed almost all of an error, and of what was learned before: the step-size is too
  /// large for these features.
  float overwriting_rate() const noexcept { return step_rate_ > 0 ? part(2 * step_rate_) : 0.0F; }

  /// How many blocks ago an action was last taken; it stays at the largest number.
  uint16_t idle_blocks(uint32_t action) const noexcept { return action < Actions ? idle_[action] : 0; }
  /// That of the action that was not taken for longest.
  uint16_t longest_idle_blocks() const noexcept {
    uint16_t longest = 0;
    for (uint32_t action = 0; action < Actions; ++action) {
      longest = idle_[action] > longest ? idle_[action] : longest;
    }
    return longest;
  }

  /// ||theta||, now and then (weights_norm(learner)): without it no update counts as too small.
  void set_weights_norm(float norm) noexcept { weights_norm_ = static_cast<uint16_t>(log2_of(norm)); }

  /// Begins again.
  void reset() noexcept { *this = Health(); }

 private:
  static_assert(Rules::block >= 40 && Rules::block <= 128, "Health: between 40 and 128 ticks in a block");
  static_assert(Rules::settled_after > Rules::calibration && Rules::calibration > 2,
                "Health: it can be settled only after the calibration");

  /// The last ticks of a block.
  enum Step : uint8_t {
    rate_step = Rules::block - 7,
    compare_trace,
    compare_td_error,
    compare_reward,
    rate_projections,
    rate_bad_ticks,
    judge
  };

  static constexpr float gain = 0x1p-5F;  // of the running means
  static constexpr float largest = 0x1p126F;
  static constexpr uint8_t verdict_bits = 0x07;
  static constexpr uint8_t was_settled = 0x08;
  static constexpr uint8_t same_trace = 0x10;  // times how many samples in a row were the same, up to 15
  static constexpr int32_t octave = 256;

  /// 256 (127 + log2(x)) for x >= 0, but for a fraction that is linear between powers of two: exact and monotone, and
  /// the same everywhere.
  static constexpr int32_t log2_of(float x) noexcept { return static_cast<int32_t>(to_bits(x) >> 15); }
  static constexpr float power_of_two(int32_t log2) noexcept {
    return from_bits<float>(static_cast<uint32_t>(log2) << 15);
  }
  static constexpr int32_t smallest_td_error = log2_of(Rules::smallest_td_error * Rules::smallest_td_error);
  static constexpr int32_t smallest_reward_change = log2_of(Rules::smallest_reward_change);
  static constexpr int32_t smallest_variance =
      log2_of(Rules::smallest_reward_deviation * Rules::smallest_reward_deviation);
  static constexpr float part(int32_t rate) noexcept { return static_cast<float>(rate) * 0x1p-16F; }
  static constexpr int32_t size_of(int32_t x) noexcept { return x < 0 ? -x : x; }

  // --- every tick -------------------------------------------------------------------------------------------------

  template <class Value>
  [[gnu::always_inline]] void learned(const Report<Value>& report, float reward) noexcept {
    const float td_error = static_cast<float>(report.td_error);
    td_error_ = td_error_ + product(td_error - td_error_, gain);
    td_error2_ = td_error2_ + product(product(td_error, td_error) - td_error2_, gain);
    add_reward(reward);
    if (report.projected != Projected::nothing) { ++projected_; }
    if (tick_ == rate_step) {
      rate_update(static_cast<float>(report.weights_step_size), td_error, static_cast<float>(report.trace_norm2),
                  Ieee754<Value>::mantissa_bits + 1);
    } else if (tick_ == compare_trace) {
      compare_trace_norm(static_cast<float>(report.trace_norm2));
    }
  }

  [[gnu::always_inline]] void add_reward(float reward) noexcept {
    const float error = reward - reward_;
    reward_ = reward_ + product(error, gain);
    reward_variance_ = reward_variance_ + product(product(error, error) - reward_variance_, gain);
  }

  [[gnu::always_inline]] void end_tick() noexcept {
    const uint8_t tick = tick_;
    tick_ = static_cast<uint8_t>(tick + 1);
    if (tick < Actions) {
      if (idle_[tick] < UINT16_MAX) { ++idle_[tick]; }
    } else if (tick >= compare_td_error) {
      end_block(tick);
    }
  }

  // --- once a block -----------------------------------------------------------------------------------------------

  [[gnu::noinline]] void end_block(uint8_t step) noexcept {
    switch (step) {
      case compare_td_error: return compare_td_error_size();
      case compare_reward: return compare_mean_reward();
      case rate_projections: return update_rate(projected_rate_, projected_);
      case rate_bad_ticks: update_rate(rejected_rate_, rejected_); return update_rate(skipped_rate_, skipped_);
      default: tick_ = 0; return reach_verdict();
    }
  }

  bool is_calibrating() const noexcept { return quiet_ < Rules::calibration; }
  /// The first sample of a calibration.
  bool is_first() const noexcept { return quiet_ <= 1; }
  void change() noexcept { quiet_ = 0; }

  /// A running mean of squares may have overflowed, and then is infinite or NaN.
  static void limit(float& mean) noexcept {
    if (!is_finite(mean)) { mean = largest; }
  }

  /// In units of 1 / 65,536 of what log2_of gives: a mean that moves slowly.
  [[gnu::noinline]] void compare_td_error_size() noexcept {
    limit(td_error_);
    limit(td_error2_);
    const int32_t sample = td_error_log2();
    const int32_t error = sample - static_cast<int32_t>(td_error_usual_ >> 16);
    if (is_calibrating()) {
      td_error_usual_ =
          is_first() ? static_cast<uint32_t>(sample) << 16 : td_error_usual_ + static_cast<uint32_t>(error * (1 << 14));
      calibrate(td_error_spread_, error, td_error_test_);
      return;
    }
    const int32_t spread = at_least(td_error_spread_, octave / 4);
    const int32_t clipped = PageHinkley::clipped(8 * error / spread);
    td_error_usual_ += static_cast<uint32_t>(clipped * spread * 32);  // a 256th of the error, as far as it counts
    follow(td_error_spread_, size_of(error));
    if (td_error_test_.add(clipped, Rules::tolerance, Rules::threshold)) { change(); }
  }
  int32_t td_error_log2() const noexcept { return at_least(log2_of(td_error2_), smallest_td_error); }

  static constexpr int32_t at_least(int32_t x, int32_t low) noexcept { return x < low ? low : x; }

  /// The mean deviation, quickly.
  [[gnu::always_inline]] void calibrate(uint16_t& spread, int32_t error, PageHinkley& test) const noexcept {
    spread = static_cast<uint16_t>(is_first() ? octave / 4 : spread + (size_of(error) - spread) / 4);
    test.reset();
  }
  /// The median deviation, slowly.
  [[gnu::always_inline]] static void follow(uint16_t& spread, int32_t size) noexcept {
    if (size > spread) {
      ++spread;
    } else if (spread > 0) {
      --spread;
    }
  }

  /// One sample a block. Its size may change, or it may stop changing, as when a sensor is stuck.
  [[gnu::noinline]] void compare_trace_norm(float trace_norm2) noexcept {
    const int32_t sample = log2_of(trace_norm2);
    watch_for_standstill(static_cast<uint16_t>(sample));
    const int32_t error = sample - trace_usual_;
    if (is_calibrating()) {
      trace_usual_ = static_cast<uint16_t>(is_first() ? sample : trace_usual_ + error / 4);
      calibrate(trace_spread_, error, trace_test_);
      return;
    }
    const int32_t clipped = PageHinkley::clipped(8 * error / at_least(trace_spread_, octave / 4));
    trace_usual_ = static_cast<uint16_t>(trace_usual_ + (error > 0 ? 1 : 0) - (error < 0 ? 1 : 0));
    follow(trace_spread_, size_of(error));
    if (trace_test_.add(clipped, Rules::trace_tolerance, Rules::trace_threshold)) { change(); }
  }
  void watch_for_standstill(uint16_t sample) noexcept {
    if (sample != trace_last_) {
      state_ = static_cast<uint8_t>(state_ % same_trace);
    } else if (state_ / same_trace < 15) {
      state_ = static_cast<uint8_t>(state_ + same_trace);
      if (state_ / same_trace == 15) { change(); }
    }
    trace_last_ = sample;
  }

  [[gnu::noinline]] void compare_mean_reward() noexcept {
    limit(reward_);
    limit(reward_variance_);
    const float error = reward_ - reward_usual_;
    const int32_t size = log2_of(absolute(error));
    if (is_calibrating()) {
      reward_usual_ = is_first() ? reward_ : reward_usual_ + product(error, 0.25F);
      reward_spread_ = static_cast<uint16_t>(is_first() ? size : reward_spread_ + (size - reward_spread_) / 4);
      reward_test_.reset();
      return;
    }
    const float spread = power_of_two(at_least(reward_spread_, smallest_reward_change));
    const int32_t clipped = clipped_ratio(error, spread);
    reward_usual_ = reward_usual_ + product(product(static_cast<float>(clipped), spread), 0x1p-11F);
    follow(reward_spread_, size);
    if (reward_test_.add(clipped, Rules::tolerance, Rules::threshold)) { change(); }
  }
  /// In eighths; clipped before it is an integer.
  static int32_t clipped_ratio(float x, float unit) noexcept {
    constexpr float most = static_cast<float>(PageHinkley::most) / 8;
    const float ratio = x / unit;
    return static_cast<int32_t>(8.0F * (ratio > most ? most : (ratio < -most ? -most : ratio)));
  }

  /// Over about 8 blocks.
  static void update_rate(uint16_t& rate, uint8_t& count) noexcept {
    rate = static_cast<uint16_t>(rate + (count * (UINT16_MAX / Rules::block) - rate) / 8);
    count = 0;
  }

  /// One sample a block: does this update overwrite what was learned (above 0), or is |k delta| ||z|| below half a unit
  /// in the last place of ||theta|| (below 0)?
  [[gnu::noinline]] void rate_update(float step_size, float td_error, float trace_norm2, int32_t digits) noexcept {
    const bool overwrites = product(step_size, trace_norm2) > Rules::overwriting;
    const int32_t change2 = 2 * log2_of(absolute(product(step_size, td_error))) + log2_of(trace_norm2);
    const bool is_small = change2 < 2 * weights_norm_ + (127 - 2 * digits) * octave;
    const int32_t sample = overwrites ? INT16_MAX : (is_small ? -INT16_MAX : 0);
    step_rate_ = static_cast<int16_t>(step_rate_ + (sample - step_rate_) / 8);
  }

  // --- the verdict ------------------------------------------------------------------------------------------------

  [[gnu::noinline]] void reach_verdict() noexcept {
    if (quiet_ < UINT8_MAX) { ++quiet_; }
    const bool is_settled = quiet_ >= Rules::settled_after;
    const bool is_starting = verdict() == Verdict::starting && is_calibrating();
    Verdict now = is_settled ? Verdict::settled : (is_starting ? Verdict::starting : Verdict::learning);
    if (is_stalled()) { now = Verdict::stalled; }
    if (is_above(projected_rate_, Rules::at_the_boundary, Verdict::at_the_boundary)) { now = Verdict::at_the_boundary; }
    if (is_above(rejected_rate_ + skipped_rate_, Rules::blind, Verdict::blind)) { now = Verdict::blind; }
    if (is_diverging()) { now = Verdict::diverging; }
    state_ =
        static_cast<uint8_t>((state_ & ~verdict_bits) | static_cast<uint8_t>(now) | (is_settled ? was_settled : 0));
  }

  /// A verdict that is reached holds until the rate is a quarter of what it took.
  bool is_above(int32_t rate, int32_t limit, Verdict which) const noexcept {
    return rate > (verdict() == which ? limit / 4 : limit);
  }
  bool is_stalled() const noexcept {
    return is_above(-2 * step_rate_, Rules::unsuitable_step, Verdict::stalled) && td_error_log2() > smallest_td_error;
  }
  bool is_diverging() const noexcept {
    return is_above(2 * step_rate_, Rules::unsuitable_step, Verdict::diverging) || is_far_off();
  }
  /// The TD errors are far larger than the rewards explain, and than they were when all was well. (A pendulum that
  /// stands has rewards that hardly vary; its TD errors are those of its next fall.) If they stay there without getting
  /// worse, that is how they are.
  bool is_far_off() const noexcept {
    const bool is_far_off_already = verdict() == Verdict::diverging;
    const int32_t limit = at_least(log2_of(reward_variance_), smallest_variance) + Rules::diverging;
    const int32_t size = td_error_log2();
    if (is_far_off_already) { return size > limit - octave && quiet_ < Rules::settled_after; }
    const bool is_usual = size <= static_cast<int32_t>(td_error_usual_ >> 16) + Rules::diverging;
    return size > limit && !((state_ & was_settled) != 0 && is_usual);
  }

  // In the order of their size: no padding. 62 bytes, and 2 for each action.
  float td_error_ = 0.0F;
  float td_error2_ = 0.0F;
  float reward_ = 0.0F;
  float reward_variance_ = 0.0F;
  float reward_usual_ = 0.0F;
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
  uint8_t projected_ = 0;      // in the block
  uint8_t rejected_ = 0;
  uint8_t skipped_ = 0;
  uint8_t quiet_ = 0;  // blocks since a change
  uint8_t state_ = 0;  // verdict, was_settled, same_trace
  uint16_t idle_[Actions > 0 ? Actions : 1]{};
};

static_assert(sizeof(Health<>) == 64 && sizeof(Health<3>) == 68 && sizeof(Health<32>) == 128);

}  // namespace ballast
