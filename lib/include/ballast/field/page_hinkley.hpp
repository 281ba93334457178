#pragma once
/// The Page-Hinkley test: notices that the mean of a signal has changed (Page 1954, Hinkley 1971). What a sample is
/// above its reference, less a tolerance, is added up; the sum never falls below 0, and when it exceeds a threshold the
/// mean has risen. A second sum does the same downwards.
///
/// Samples come in units of their usual deviation, so that one tolerance and one threshold serve signals of any scale,
/// and are clipped, so that no single one raises the alarm. For independent normal samples of deviation 1 the mean time
/// between false alarms, up or down, is about (exp(x) - x - 1) / (4 tolerance^2), x = 2 tolerance (threshold + 1.166)
/// (Siegmund 1985; tests/host/page_hinkley_alarms.cpp). Block means of a learner are neither independent nor normal:
/// what the defaults give there is measured in docs/FIELD.md.

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

  /// Adds a sample within [-most, most].
  [[gnu::always_inline]] void add(int32_t sample, int32_t tolerance) noexcept {
    up_ = static_cast<int16_t>(up_ + sample - tolerance);
    down_ = static_cast<int16_t>(down_ - sample - tolerance);
  }

  /// After each sample. True: the mean has changed, and both sums begin again. The threshold must be below 2^14.
  [[gnu::always_inline]] bool has_changed(int32_t threshold) noexcept {
    const bool is_above = up_ > threshold || down_ > threshold;
    up_ = up_ < 0 || is_above ? int16_t{0} : up_;
    down_ = down_ < 0 || is_above ? int16_t{0} : down_;
    return is_above;
  }

  /// Forgets what was added.
  void reset() noexcept { up_ = down_ = 0; }

  /// For snapshots.
  static constexpr uint32_t snapshot_bytes = 2 * sizeof(uint32_t);
  /// For snapshots.
  template <class Archive>
  void exchange(Archive& archive) noexcept {
    int16_t* const sums[] = {&up_, &down_};
    for (int16_t* const sum : sums) {
      uint16_t bits = static_cast<uint16_t>(*sum);
      archive.below(bits, uint32_t{UINT16_MAX} + 1U);
      *sum = static_cast<int16_t>(bits);
    }
  }

  /// How near it is to an alarm: the larger of both sums.
  int32_t sum() const noexcept { return up_ > down_ ? up_ : down_; }

 private:
  int16_t up_ = 0;
  int16_t down_ = 0;
};

}  // namespace ballast
