#pragma once
/// The running means of Health in integers. Numbers that are usual for float Health have the same logarithms here.

#include <ballast/detail/fixed/square_root.hpp>
#include <ballast/detail/fixed_point.hpp>
#include <ballast/detail/health_means.hpp>
#include <ballast/field/page_hinkley.hpp>
#include <ballast/fixed/arithmetic.hpp>
#include <ballast/fixed/number.hpp>
#include <ballast/fixed/report.hpp>
#include <ballast/status.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

/// As health_log2 of x 2^-fraction; 0 for x = 0.
constexpr int32_t health_log2(uint64_t x, int32_t fraction) noexcept {
  if (x == 0) { return 0; }
  const int32_t zeros = leading_zeros(x);
  const int32_t mantissa = static_cast<int32_t>((x << zeros) >> 55);  // its top bit and 8 more
  return health_octave * (127 + 62 - zeros - fraction) + mantissa;
}

/// The number with this logarithm in units of 2^-fraction, rounded down, but at least 1; below 2^54.
constexpr int64_t health_power_of_two(int32_t log2, int32_t fraction) noexcept {
  const int64_t mantissa = health_octave + log2 % health_octave;
  const int32_t shift = log2 / health_octave - 127 - 8 + fraction;
  if (shift >= 0) { return mantissa * (int64_t{1} << (shift < 45 ? shift : 45)); }
  return shift < -8 ? 1 : mantissa >> -shift;
}

constexpr uint64_t size_of_integer(int64_t x) noexcept {
  return x < 0 ? uint64_t{0} - static_cast<uint64_t>(x) : static_cast<uint64_t>(x);
}
constexpr int64_t within_integers(int64_t x, int64_t most) noexcept {
  return x > most ? most : (x < -most ? -most : x);
}

/// Means are kept as 32 times their size, so that nothing is lost where they move by 1 / 32 of an error; mean squares
/// as they are, up to 2^62, and too small by less than 32 units.
template <class Format>
class HealthMeans<FixedArithmetic<Format>> {
  using Arithmetic = FixedArithmetic<Format>;
  using Value = typename Arithmetic::Value;
  static constexpr int32_t value_fraction = Value::fraction_bits;
  static constexpr int32_t mean_fraction = value_fraction + 5;
  static constexpr int64_t largest_mean = int64_t{1} << 36;
  static constexpr int64_t largest_square = int64_t{1} << 62;

 public:
  using Number = Value;                    ///< of means
  using Part = FixedNumber<uint32_t, 16>;  ///< of ticks
  using Share = FixedNumber<int32_t, 16>;  ///< that is explained

  static constexpr Part part(int32_t rate) noexcept { return Part::from_raw(static_cast<uint32_t>(rate)); }

 protected:
  static constexpr uint32_t words = 10;  // in a snapshot
  /// All weights have the same unit.
  static constexpr bool needs_weights_norm = false;
  static constexpr int32_t log2_of(Number x) noexcept { return health_log2(size_of_integer(x.raw()), value_fraction); }
  /// Of spreads: a difference of means is at most 2^37.
  static constexpr uint32_t log2_limit = static_cast<uint32_t>(health_octave * (127 + 38 - mean_fraction));
  using SkippedReport = Report<Value, Gain, typename Arithmetic::TraceNorm>;

  static constexpr bool is_number(Value /*x*/) noexcept { return true; }
  static constexpr bool has_saturated(const SkippedReport& report) noexcept { return report.has_saturated; }

  void add_td_error(Value x) noexcept {
    td_error_ += x.raw() - (td_error_ >> 5);
    follow_square(td_error2_, x.raw());
  }
  void add_reward(Value x) noexcept {
    const int64_t error = x.raw() - (reward_ >> 5);
    reward_ += error;
    follow_square(reward_variance_, within_integers(error, INT32_MAX));
  }

  Number mean_td_error() const noexcept { return Value::from_raw(static_cast<int32_t>(td_error_ >> 5)); }
  Number root_td_error2() const noexcept { return root(td_error2_); }
  Number mean_reward() const noexcept { return Value::from_raw(static_cast<int32_t>(reward_ >> 5)); }
  Number root_variance() const noexcept { return root(reward_variance_); }
  /// Not below -32767; in steps of 2^-16.
  Share explained_share() const noexcept {
    if (reward_variance_ == 0) { return Share{}; }
    const int32_t shift = at_least_zero(48 - leading_zeros(static_cast<uint64_t>(reward_variance_)));
    const int64_t variance = reward_variance_ >> shift;  // 16 bits
    const int64_t square = within_integers(td_error2_ >> shift, variance * 32767);
    return Share::from_raw(static_cast<int32_t>(65536 - square * 65536 / variance));
  }

  void limit_td_errors() noexcept {}
  void limit_rewards() noexcept {}
  int32_t td_error2_log2() const noexcept { return square_log2(td_error2_); }
  int32_t variance_log2() const noexcept { return square_log2(reward_variance_); }

  /// What the reward is off what is usual, in eighths of a deviation, which comes as its log2.
  int32_t reward_eighths(int32_t deviation) const noexcept {
    const int64_t unit = health_power_of_two(deviation, mean_fraction);
    const int64_t error = within_integers(reward_off(), 8 * unit);
    const int32_t shift = at_least_zero(64 - 24 - leading_zeros(static_cast<uint64_t>(unit)));  // 32 bits are enough
    return static_cast<int32_t>(error >> shift) * 8 / static_cast<int32_t>(unit >> shift);
  }
  int64_t reward_off() const noexcept { return reward_ - (reward_usual_ >> 16); }
  int32_t reward_off_log2() const noexcept { return health_log2(size_of_integer(reward_off()), mean_fraction); }
  /// Within 8 deviations.
  static int64_t within_deviations(int64_t x, int32_t deviation) noexcept {
    return within_integers(x, 8 * health_power_of_two(deviation, mean_fraction));
  }
  /// By a gain from 2^-16 to 1.
  void move_usual_reward(int64_t error, int32_t log2_of_gain) noexcept {
    reward_usual_ += error * (int64_t{1} << (16 - 127 + log2_of_gain / health_octave));
  }

  template <int Fraction>
  static int32_t trace_log2(FixedNumber<uint32_t, Fraction> trace_norm2) noexcept {
    return health_log2(uint64_t{trace_norm2.raw()}, Fraction);
  }

  /// Does this update overwrite what was learned (above 0), or is |k delta| ||z|| so small that a weight moves by one
  /// unit less than once in 65,536 updates (below 0)? (Updates are rounded at random: what is below a unit counts.)
  template <class Rules>
  static int32_t rated(const SkippedReport& report, const uint16_t& /*weights_norm*/) noexcept {
    const uint64_t k = report.weights_step_size.mantissa;
    const int32_t fraction = report.weights_step_size.shift;
    constexpr int32_t trace_fraction = Arithmetic::TraceNorm::fraction_bits;
    const uint64_t removed = k * report.trace_norm2.raw();
    if (health_log2(removed, fraction + trace_fraction) > health_log2(Rules::overwriting)) { return INT16_MAX; }
    const uint64_t step = k * size_of_integer(report.td_error.raw());
    if (step == 0 || removed == 0) { return -INT16_MAX; }
    const int32_t log2 = 2 * health_log2(step, fraction + value_fraction) + trace_log2(report.trace_norm2);
    constexpr int32_t smallest = 3 * 127 - 2 * (Arithmetic::Weight::fraction_bits + 16);
    return log2 < smallest * health_octave ? -INT16_MAX : 0;
  }

  /// What is out of its range was forged.
  template <class Archive>
  void exchange_means(Archive& archive) noexcept {
    exchange(archive, td_error_, -largest_mean, largest_mean);
    exchange(archive, td_error2_, 0, largest_square);
    exchange(archive, reward_, -largest_mean, largest_mean);
    exchange(archive, reward_variance_, 0, largest_square);
    exchange(archive, reward_usual_, -largest_mean * 65536, largest_mean * 65536);
  }

 private:
  static constexpr int32_t at_least_zero(int32_t x) noexcept { return x < 0 ? 0 : x; }
  static void follow_square(int64_t& mean, int64_t x) noexcept { mean += (x * x - mean) >> 5; }
  static int32_t square_log2(int64_t x) noexcept { return health_log2(static_cast<uint64_t>(x), 2 * value_fraction); }
  static Number root(int64_t square) noexcept {
    const uint32_t root = square_root_rounded_down(static_cast<uint64_t>(square));
    return Value::from_raw(static_cast<int32_t>(root > INT32_MAX ? INT32_MAX : root));
  }

  template <class Archive>
  static void exchange(Archive& archive, int64_t& x, int64_t least, int64_t most) noexcept {
    uint32_t low = static_cast<uint32_t>(x);
    uint32_t high = static_cast<uint32_t>(static_cast<uint64_t>(x) >> 32);
    archive.take(low);
    archive.take(high);
    const int64_t other = static_cast<int64_t>(uint64_t{high} << 32 | low);
    const bool is_possible = other >= least && other <= most;
    archive.require(is_possible);
    if (is_possible && archive.is_storing()) { x = other; }
  }

  int64_t td_error_ = 0;
  int64_t td_error2_ = 0;
  int64_t reward_ = 0;
  int64_t reward_variance_ = 0;
  int64_t reward_usual_ = 0;  // in 1 / 65,536 of the unit of reward_
};

}  // namespace detail
}  // namespace ballast
