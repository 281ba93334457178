#pragma once
/// The running means of Health, and what it computes from them in the numbers of the learner: here float, which serves
/// double, too. Everything else in Health is integers. detail/fixed/health_means.hpp has the same for fixed point.

#include <ballast/arithmetic.hpp>
#include <ballast/field/page_hinkley.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/math/product.hpp>
#include <ballast/math/square_root.hpp>
#include <ballast/report.hpp>
#include <ballast/status.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

/// Logarithms of Health are in units of 1 / 256.
constexpr int32_t health_octave = 256;

/// 256 (127 + log2(x)) for x >= 0, but for a fraction that is linear between powers of two: exact and monotone, and
/// the same everywhere.
constexpr int32_t health_log2(float x) noexcept {
  return static_cast<int32_t>(to_bits(x) >> 15);
}

/// Of a learner with this arithmetic.
template <class Arithmetic>
class HealthMeans;

template <>
class HealthMeans<Float32> {
 public:
  using Number = float;  ///< of means
  using Part = float;    ///< of ticks
  using Share = float;   ///< that is explained

  static constexpr float part(int32_t rate) noexcept { return static_cast<float>(rate) * 0x1p-16F; }

 protected:
  static constexpr uint32_t words = 5;  // in a snapshot
  /// What an update must exceed to change a weight depends on how large the weights are.
  static constexpr bool needs_weights_norm = true;
  static constexpr int32_t log2_of(float x) noexcept { return health_log2(x); }
  /// Of spreads: that of a finite number is below.
  static constexpr uint32_t log2_limit =
      static_cast<uint32_t>(health_log2(from_bits<float>(Ieee754<float>::exponent_mask)));
  using SkippedReport = Report<float>;

  template <class Value>
  static bool is_number(Value x) noexcept {
    return is_finite(x);
  }
  /// Updates that do not fit are refused.
  template <class Report>
  static constexpr bool has_saturated(const Report& /*report*/) noexcept {
    return false;
  }

  template <class Value>
  [[gnu::always_inline]] void add_td_error(Value x) noexcept {
    const float td_error = static_cast<float>(x);
    td_error_ = td_error_ + product(td_error - td_error_, gain);
    td_error2_ = td_error2_ + product(product(td_error, td_error) - td_error2_, gain);
  }
  template <class Value>
  [[gnu::always_inline]] void add_reward(Value x) noexcept {
    const float error = static_cast<float>(x) - reward_;
    reward_ = reward_ + product(error, gain);
    reward_variance_ = reward_variance_ + product(product(error, error) - reward_variance_, gain);
  }

  float mean_td_error() const noexcept { return td_error_; }
  float root_td_error2() const noexcept { return square_root(td_error2_); }
  float mean_reward() const noexcept { return reward_; }
  float root_variance() const noexcept { return square_root(reward_variance_); }
  float explained_share() const noexcept {
    return reward_variance_ > 0.0F ? 1.0F - td_error2_ / reward_variance_ : 0.0F;
  }

  [[gnu::always_inline]] void limit_td_errors() noexcept { limit(td_error_, td_error2_); }
  [[gnu::always_inline]] void limit_rewards() noexcept { limit(reward_, reward_variance_); }
  [[gnu::always_inline]] int32_t td_error2_log2() const noexcept { return log2_of(td_error2_); }
  [[gnu::always_inline]] int32_t variance_log2() const noexcept { return log2_of(reward_variance_); }

  /// What the reward is off what is usual, in eighths of a deviation, which comes as its log2.
  [[gnu::always_inline]] int32_t reward_eighths(int32_t deviation) const noexcept {
    const float eighths = within((reward_ - reward_usual_) / power_of_two(deviation + -3 * health_octave),
                                 static_cast<float>(PageHinkley::most));
    return static_cast<int32_t>(eighths);
  }
  [[gnu::always_inline]] float reward_off() const noexcept { return reward_ - reward_usual_; }
  [[gnu::always_inline]] int32_t reward_off_log2() const noexcept { return log2_of(absolute(reward_off())); }
  /// Within 8 deviations.
  [[gnu::always_inline]] static float within_deviations(float x, int32_t deviation) noexcept {
    return within(x, 8.0F * power_of_two(deviation));
  }
  [[gnu::always_inline]] void move_usual_reward(float error, int32_t log2_of_gain) noexcept {
    reward_usual_ = reward_usual_ + product(error, power_of_two(log2_of_gain));
  }

  template <class Value>
  [[gnu::always_inline]] static int32_t trace_log2(Value trace_norm2) noexcept {
    return log2_of(static_cast<float>(trace_norm2));
  }

  /// Does this update overwrite what was learned (above 0), or is |k delta| ||z|| below half a unit in the last place
  /// of ||theta|| (below 0)?
  template <class Rules, class Value>
  [[gnu::always_inline]] static int32_t rated(const Report<Value>& report, const uint16_t& weights_norm) noexcept {
    constexpr int32_t digits = Ieee754<Value>::mantissa_bits + 1;
    const float step_size = static_cast<float>(report.weights_step_size);
    const float trace_norm2 = static_cast<float>(report.trace_norm2);
    const float step = absolute(product(step_size, static_cast<float>(report.td_error)));
    const int32_t log2 = 2 * log2_of(step) + log2_of(trace_norm2);
    const bool is_small = log2 < 2 * int32_t{weights_norm} + (127 - 2 * digits) * health_octave;
    return product(step_size, trace_norm2) > Rules::overwriting ? INT16_MAX : (is_small ? -INT16_MAX : 0);
  }

  /// Running means may have overflowed, and are limited in the course of a block. What is usual is finite.
  template <class Archive>
  void exchange_means(Archive& archive) noexcept {
    exchange_mean(archive, td_error_);
    exchange_mean(archive, td_error2_);
    exchange_mean(archive, reward_);
    exchange_mean(archive, reward_variance_);
    const float usual = archive.number(reward_usual_);
    archive.require(absolute(usual) <= largest);
    if (archive.is_storing()) { reward_usual_ = usual; }
  }

 private:
  static constexpr float gain = 0x1p-5F;
  static constexpr float largest = 0x1p126F;

  template <class Archive>
  static void exchange_mean(Archive& archive, float& mean) noexcept {
    uint32_t bits = is_nan(mean) ? 0x7FC00000U : to_bits(mean);  // its sign is not the same everywhere
    archive(bits);
    mean = from_bits<float>(bits);
  }

  static constexpr float power_of_two(int32_t log2) noexcept {
    return from_bits<float>(static_cast<uint32_t>(log2) << 15);
  }
  /// Running means that have overflowed are infinite or NaN. Differences of those that are not too large do not
  /// overflow.
  [[gnu::noinline]] static void limit(float& mean, float& mean_square) noexcept {
    if (to_bits(absolute(mean)) > to_bits(largest)) { mean = largest; }  // NaN has a sign, but not the same everywhere
    if (to_bits(absolute(mean_square)) > to_bits(largest)) { mean_square = largest; }
  }
  /// A number, whatever x is.
  [[gnu::always_inline]] static float within(float x, float most) noexcept {
    return x > most ? most : (x >= -most ? x : -most);
  }

  float td_error_ = 0.0F;
  float td_error2_ = 0.0F;
  float reward_ = 0.0F;
  float reward_variance_ = 0.0F;
  float reward_usual_ = 0.0F;
};

}  // namespace detail
}  // namespace ballast
