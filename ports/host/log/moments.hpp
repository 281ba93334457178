#pragma once
/// Smallest, largest, mean and standard deviation of numbers, one after the other (Welford 1962), or of several such
/// groups together (Chan, Golub and LeVeque 1979).

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tool {

class Moments {
 public:
  void add(double x) {
    ++count_;
    low_ = std::min(low_, x);
    high_ = std::max(high_, x);
    const double difference = x - mean_;
    mean_ += difference / static_cast<double>(count_);
    squares_ += difference * (x - mean_);
  }

  void add(const Moments& other) {
    if (other.count_ == 0) { return; }
    const auto mine = static_cast<double>(count_);
    const auto theirs = static_cast<double>(other.count_);
    const double difference = other.mean_ - mean_;
    count_ += other.count_;
    low_ = std::min(low_, other.low_);
    high_ = std::max(high_, other.high_);
    mean_ += difference * theirs / (mine + theirs);
    squares_ += other.squares_ + difference * difference * mine * theirs / (mine + theirs);
  }

  uint64_t count() const { return count_; }
  double low() const { return count_ == 0 ? 0 : low_; }
  double high() const { return count_ == 0 ? 0 : high_; }
  double mean() const { return mean_; }
  /// Divided by n, not n - 1: what the numbers deviate, not an estimate for others.
  double deviation() const { return count_ == 0 ? 0 : std::sqrt(squares_ / static_cast<double>(count_)); }
  double width() const { return high() - low(); }
  /// The largest in size.
  double size() const { return std::max(std::abs(low()), std::abs(high())); }
  bool is_constant() const { return count_ > 0 && low_ == high_; }

 private:
  uint64_t count_ = 0;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
  double mean_ = 0;
  double squares_ = 0;  // of the differences from the mean
};

}  // namespace tool
