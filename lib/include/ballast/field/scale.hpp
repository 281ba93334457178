#pragma once
/// Finds out on the device how large rewards and inputs are, so that rewards in [-1, 1] and ||phi|| <= 1, which the
/// advice on step-sizes assumes, need no study beforehand; then watches whether they stay that way.
///
///   ballast::Scale<float, 2> scale;                        // of a reward and two inputs
///   scale.add(reward, inputs);                             // every tick, for as long as it takes to see everything
///   scale.use();                                           // from now on ranges stand, and what is beyond them counts
///   Coder coder{{scale.range(0), scale.range(1)}};         // or scale.encode(inputs, phi): dense features
///   agent.tick(scale.scaled(reward), phi);
///   if (scale.warnings().any()) { ... }                    // docs/FIELD.md
///
/// Ranges that move while something is learned would change what the weights mean: measure first, then learn. For the
/// same reason store ranges and largest_reward() where a reset does not reach them, next to your snapshots, and give
/// them to use() after it. The same inputs give the same bits on every machine.

#include <ballast/array.hpp>
#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/features/input_range.hpp>
#include <ballast/features/normalise.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/math/product.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {

/// When Scale warns. Derive from it to change some, and give that to Scale; it takes no memory.
struct ScaleRules {
  /// Ticks in which an input has not changed at all before it counts as stuck; 0: it never does. Choose it by the
  /// slowest of your sensors.
  static constexpr uint16_t stuck_after = 4096;
};

/// What is not as it was measured, for some time: more often than in one tick of 17.
struct ScaleWarnings {
  bool reward_too_large;    ///< beyond [-1, 1], after scaling
  bool features_too_large;  ///< ||phi|| above 1
  bool input_out_of_range;  ///< beyond the range that was measured
  bool input_stuck;         ///< an input has not changed for very long

  /// Whether there is one.
  constexpr bool any() const noexcept { return bits() != 0; }
  /// As a telemetry record has it.
  constexpr uint8_t bits() const noexcept {
    return static_cast<uint8_t>((reward_too_large ? 1U : 0U) | (features_too_large ? 2U : 0U) |
                                (input_out_of_range ? 4U : 0U) | (input_stuck ? 8U : 0U));
  }
};

namespace detail {

/// Fills with what goes wrong and leaks with what goes right: a few single faults do not raise it. It ends when empty.
class LeakyCounter {
 public:
  void add(bool is_wrong) noexcept {
    const int32_t level = level_ + (is_wrong ? 16 : -1);
    level_ = static_cast<uint8_t>(level < 0 ? 0 : (level > 255 ? 255 : level));
    is_raised_ = level_ >= 128 || (is_raised_ && level_ > 0);
  }
  bool is_raised() const noexcept { return is_raised_; }

 private:
  uint8_t level_ = 0;
  bool is_raised_ = false;
};

/// The largest power of two that brings `size` to at most 1, within 2^-60 and 2^60; 1 for 0.
template <class T>
constexpr T power_of_two_below_one(T size) noexcept {
  using Word = typename Ieee754<T>::Word;
  constexpr int bits = Ieee754<T>::mantissa_bits;
  const Word fraction = to_bits(size) & ((Word{1} << bits) - 1);
  const int exponent = static_cast<int>(to_bits(size) >> bits) - Ieee754<T>::exponent_bias + (fraction != 0 ? 1 : 0);
  const int limited = exponent > 60 ? 60 : (exponent < -60 ? -60 : exponent);
  return size == T{0} ? T{1} : from_bits<T>(static_cast<Word>(Ieee754<T>::exponent_bias - limited) << bits);
}

}  // namespace detail

/// Of a reward and `Inputs` inputs, of which there may be none. All zero, it measures.
template <class T, size_t Inputs, class Rules = ScaleRules>
class Scale {
  static_assert(etl::is_floating_point<T>::value,
                "Scale: measures in float or double; in fixed point the limits are chosen beforehand (FixedLimits)");

 public:
  using Values = ArrayOf<T, Inputs>;

  /// The reward as it comes, and the inputs. Those that are not finite do not count.
  void add(T reward, const Values& inputs) noexcept {
    if (is_finite(reward)) { add_reward(reward); }
    bool is_beyond = false;
    for (size_t i = 0; i < Inputs; ++i) {
      if (is_finite(inputs[i])) { is_beyond = add_input(i, inputs[i]) || is_beyond; }
    }
    out_of_range_.add(is_beyond);
  }

  /// The features, if they come from elsewhere: is ||phi|| <= 1? (A little more is rounding.)
  template <template <class, size_t> class Features, size_t Dimension>
  void add_features(const Features<T, Dimension>& phi) noexcept {
    static_assert(detail::is_array<Features<T, Dimension>>, "Scale: phi must be an array, such as Learner::Features");
    features_too_large_.add(!(kernel::dot(phi.data(), phi.data(), Dimension) <= static_cast<T>(1.001)));
  }

  /// From now on ranges stand.
  void use() noexcept { is_used_ = true; }
  /// From now on these stand, which were measured before a reset.
  void use(const ArrayOf<InputRange<T>, Inputs>& ranges, T largest_reward) noexcept {
    reset();
    for (size_t i = 0; i < Inputs; ++i) { ranges_[i] = ranges[i]; }
    largest_reward_ = largest_reward;
    is_used_ = true;
  }
  /// Whether ranges stand.
  bool is_used() const noexcept { return is_used_; }
  /// Measures again, from nothing.
  void reset() noexcept { *this = Scale(); }

  /// From the smallest to the largest that was measured. Not valid if the input never changed.
  InputRange<T> range(size_t input) const noexcept { return ranges_[input]; }
  /// The largest size of a reward that was measured.
  T largest_reward() const noexcept { return largest_reward_; }

  /// What rewards are multiplied with: a power of two, so that nothing is rounded.
  T reward_factor() const noexcept { return detail::power_of_two_below_one(largest_reward_); }
  /// A reward in [-1, 1], if it is not larger than what was measured.
  T scaled(T reward) const noexcept { return product(reward, reward_factor()); }

  /// Dense features with ||phi|| <= 1: each input moved to [-1, 1] by its range, clipped, divided by the root of their
  /// number. 0 for an input that never changed.
  template <template <class, size_t> class Features>
  void encode(const Values& inputs, Features<T, Inputs>& phi) const noexcept {
    static_assert(detail::is_array<Features<T, Inputs>>, "Scale: phi must be an array, such as Learner::Features");
    constexpr T share = active_feature_value<T>(Inputs);
    for (size_t i = 0; i < Inputs; ++i) {
      const InputRange<T>& range = ranges_[i];
      const T part = range.is_valid() ? (range.clamped(inputs[i]) - range.low) / range.width() : T{1} / T{2};
      phi[i] = product(part + part - T{1}, share);
    }
  }

  /// What is not as it was measured.
  ScaleWarnings warnings() const noexcept {
    return {reward_too_large_.is_raised(), features_too_large_.is_raised(), out_of_range_.is_raised(), is_stuck()};
  }
  /// Whether this input, which did change when it was measured, has not changed for very long.
  bool is_stuck(size_t input) const noexcept {
    return Rules::stuck_after > 0 && still_[input] >= Rules::stuck_after && ranges_[input].low < ranges_[input].high;
  }

 private:
  void add_reward(T reward) noexcept {
    const T size = absolute(reward);
    reward_too_large_.add(is_used_ && product(size, reward_factor()) > T{1});
    if (!is_used_ && size > largest_reward_) { largest_reward_ = size; }
  }

  /// Whether it is beyond its range.
  bool add_input(size_t i, T x) noexcept {
    const bool is_first = still_[i] == 0;
    still_[i] =
        static_cast<uint16_t>(is_first || x != last_[i] ? 1 : (still_[i] < UINT16_MAX ? still_[i] + 1 : UINT16_MAX));
    last_[i] = x;
    InputRange<T>& range = ranges_[i];
    if (is_used_) { return x < range.low || x > range.high; }
    range.low = is_first || x < range.low ? x : range.low;
    range.high = is_first || x > range.high ? x : range.high;
    return false;
  }
  bool is_stuck() const noexcept {
    for (size_t i = 0; i < Inputs; ++i) {
      if (is_stuck(i)) { return true; }
    }
    return false;
  }

  static constexpr size_t places = Inputs > 0 ? Inputs : 1;  // C++ has no empty arrays

  InputRange<T> ranges_[places]{};
  T last_[places]{};
  T largest_reward_{};
  uint16_t still_[places]{};  // ticks since the input changed; 0 before the first
  detail::LeakyCounter reward_too_large_;
  detail::LeakyCounter features_too_large_;
  detail::LeakyCounter out_of_range_;
  bool is_used_ = false;
};

}  // namespace ballast
