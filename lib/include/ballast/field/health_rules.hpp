#pragma once
/// When Health reaches which verdict (health.hpp). docs/FIELD.md shows what these numbers were tried on.

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

namespace ballast {

/// The defaults. Derive from it to change some, and give that to Health: `Health<4, MyRules>`. It takes no memory.
struct HealthRules {
  /// Ticks in a block, from 48 to 128. Longer blocks notice a change later, and overlook faster ups and downs. A prime
  /// number, because the last ticks of a block are not sampled: whatever is periodic comes to lie elsewhere in each.
  static constexpr uint8_t block = 67;
  /// Blocks that show what is usual, after a start or a change.
  static constexpr uint8_t calibration = 16;
  /// Blocks without a change after which a learner is settled.
  static constexpr uint8_t settled_after = 64;

  // Page-Hinkley, in eighths of a deviation: what a sample may be off, and the sum at which something has changed.

  /// For the size of the TD error and the mean reward.
  static constexpr int32_t tolerance = 4;
  /// For the size of the TD error.
  static constexpr int32_t td_error_threshold = 960;
  /// For the mean reward.
  static constexpr int32_t reward_threshold = 512;
  /// For the size of the trace, of which a block has one sample.
  static constexpr int32_t trace_tolerance = 12;
  /// For the size of the trace.
  static constexpr int32_t trace_threshold = 256;

  // What is too small to count, for rewards that are scaled to about [-1, 1].

  /// TD errors below this.
  static constexpr float smallest_td_error = 0x1p-6F;
  /// Deviations of the mean reward below this.
  static constexpr float smallest_reward_change = 0x1p-10F;
  /// A smaller deviation of the rewards counts as this one, where TD errors are compared with it.
  static constexpr float smallest_reward_deviation = 0x1p-5F;

  /// How much larger the TD errors are than what the rewards vary by when a learner diverges, as a power of two of the
  /// squares, in 256ths. The verdict ends one power of two below.
  static constexpr int32_t diverging = 6 * 256;
  /// Above this, k ||z||^2 is too large: the part of an error that one update removes, and of what was learned before.
  static constexpr float overwriting = 0.875F;

  // Rates at which a verdict begins, as parts of 65,536. It ends at a quarter of the rate.

  /// One update in eight is projected.
  static constexpr int32_t at_the_boundary = 0x2000;
  /// One tick in four is refused or skipped.
  static constexpr int32_t blind = 0x4000;
  /// Every other update is too small, or overwrites.
  static constexpr int32_t unsuitable_step = 0x8000;
};

}  // namespace ballast
