#pragma once
/// Means over stretches of time that grow with it, ten to a factor of ten: for what decays as a power of time.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ballast::reproduction {

/// The last two factors of ten of a run, and when each bin is sampled.
class TimeBins {
 public:
  static constexpr std::size_t per_decade = 10;
  static constexpr std::size_t samples_per_bin = 50;

  /// At least 10,000 steps, so that every sample has a step of its own.
  explicit TimeBins(std::uint32_t steps) : steps_(steps) {
    for (std::size_t bin = 0; bin < count(); ++bin) {
      for (std::size_t i = 1; i <= samples_per_bin; ++i) {
        const double share = static_cast<double>(i) / samples_per_bin;
        const double t = end(bin) + share * (end(bin + 1) - end(bin));
        times_.push_back(static_cast<std::uint32_t>(std::lround(t)));
      }
    }
  }

  std::uint32_t steps() const { return steps_; }
  static constexpr std::size_t count() { return 2 * per_decade; }
  /// All samples, ascending: those of one bin after the other.
  const std::vector<std::uint32_t>& times() const { return times_; }

  /// Geometric means of the ends of the bins.
  std::vector<double> middles() const {
    std::vector<double> middles;
    for (std::size_t bin = 0; bin < count(); ++bin) { middles.push_back(std::sqrt(end(bin) * end(bin + 1))); }
    return middles;
  }

 private:
  /// Where bin i begins, and the one before ends.
  double end(std::size_t i) const {
    return steps_ * std::pow(10.0, (static_cast<double>(i) - static_cast<double>(count())) / per_decade);
  }

  std::uint32_t steps_;
  std::vector<std::uint32_t> times_;
};

/// The mean of a number in each bin.
class BinnedMeans {
 public:
  explicit BinnedMeans(const TimeBins& bins) : bins_(bins), means_(TimeBins::count()) {}

  /// Whether t is a sample. To be asked for every t, in order; each sample is followed by an add().
  bool wants(std::uint32_t t) const { return next_ < bins_.times().size() && t == bins_.times()[next_]; }
  void add(double value) {
    means_[next_ / TimeBins::samples_per_bin] += value / TimeBins::samples_per_bin;
    ++next_;
  }

  /// NaN for all, if a sample is missing.
  std::vector<double> values() const {
    return next_ == bins_.times().size() ? means_ : std::vector<double>(means_.size(), std::nan(""));
  }

 private:
  const TimeBins& bins_;
  std::vector<double> means_;
  std::size_t next_ = 0;
};

}  // namespace ballast::reproduction
