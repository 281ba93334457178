#pragma once
/// The Page-Hinkley test: notices that the mean of a signal has changed (Page 1954, Hinkley 1971). What a sample is
/// above its reference, less a tolerance, is added up; the sum never falls below 0, and when it exceeds a threshold the
/// mean has risen. A second sum does the same downwards.
///
/// Samples come in units of their usual deviation, so that one tolerance and one threshold serve signals of any scale,
/// and are clipped, so that no single one raises the alarm. For independent normal samples of deviation 1 the mean time
/// between false alarms is about exp(2 tolerance threshold) / (2 tolerance^2) (Siegmund 1985). Block means of a learner
/// are neither independent nor normal: what the defaults give there is measured in docs/FIELD.md.

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

namespace ballast {

/// Both sums, in eighths of a deviation: 4 bytes.
class PageHinkley {
 public:
  /// How far a sample counts, up or down: 8 deviations.
  static constexpr int32_t most = 64;

  /// A sample as far as it counts.
  static constexpr int32_t clipped(int32_t sample) noexcept {
    return sample > most ? most : (sample < -most ? -most : sample);
  }

  /// Adds a sample within [-most, most]. True: the mean has changed; both sums begin again. All in eighths of a
  /// deviation; the threshold must be below 2^15 - most.
  [[gnu::always_inline]] bool add(int32_t sample, int32_t tolerance, int32_t threshold) noexcept {
    const int32_t up = at_least_zero(up_ + sample - tolerance);
    const int32_t down = at_least_zero(down_ - sample - tolerance);
    const bool has_changed = up > threshold || down > threshold;
    up_ = static_cast<int16_t>(has_changed ? 0 : up);
    down_ = static_cast<int16_t>(has_changed ? 0 : down);
    return has_changed;
  }

  /// Forgets what was added.
  void reset() noexcept { up_ = down_ = 0; }

  /// How near it is to an alarm: the larger of both sums.
  int32_t sum() const noexcept { return up_ > down_ ? up_ : down_; }

 private:
  static constexpr int32_t at_least_zero(int32_t x) noexcept { return x > 0 ? x : 0; }

  int16_t up_ = 0;
  int16_t down_ = 0;
};

}  // namespace ballast
