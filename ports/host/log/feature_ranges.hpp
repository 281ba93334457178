#pragma once
/// What each feature of a log is like by itself: its range, how often it is active, how long it stays the same.

#include <algorithm>
#include <cmath>
#include <vector>

#include "log/active.hpp"

namespace tool {

struct FeatureRange {
  double low = 0;
  double high = 0;
  uint64_t active = 0;      ///< in how many rows it is not 0
  bool has_levels = false;  ///< more than one number besides 0: no flag, tile or table entry
  Run longest;              ///< of the same number, not 0

  bool is_dead() const { return active == 0; }
  /// Always the same number, and not 0: a bias.
  bool is_bias() const { return active > 0 && low == high; }
  double size() const { return std::max(std::abs(low), std::abs(high)); }
  double width() const { return high - low; }
};

class FeatureRanges {
 public:
  explicit FeatureRanges(std::size_t dimension) : dimension_(dimension) {}

  void add(const std::vector<ActiveFeature>& active, RowPlace place) {
    ++rows_;
    if (!active.empty() && active.back().index >= features_.size()) { grow(active.back().index); }
    for (const ActiveFeature& one : active) { features_[one.index].add(one.value, rows_, place); }
  }

  uint64_t rows() const { return rows_; }
  std::size_t dimension() const { return dimension_; }

  FeatureRange operator[](std::size_t i) const {
    const Feature feature = i < features_.size() ? features_[i] : Feature();
    FeatureRange range{feature.low, feature.high, feature.active, feature.low != feature.high, feature.longest};
    if (feature.active < rows_) {
      range.low = std::min(range.low, 0.0);
      range.high = std::max(range.high, 0.0);
    }
    return range;
  }

 private:
  struct Feature {
    double low = 0;  // of the numbers that are not 0
    double high = 0;
    uint64_t active = 0;
    double last = 0;
    uint64_t last_row = 0;
    Run run;
    Run longest;

    void add(double value, uint64_t row, RowPlace place) {
      low = active == 0 ? value : std::min(low, value);
      high = active == 0 ? value : std::max(high, value);
      ++active;
      if (value != last || row != last_row + 1) { run = {0, place}; }
      ++run.rows;
      if (run.rows > longest.rows) { longest = run; }
      last = value;
      last_row = row;
    }
  };

  void grow(std::size_t index) { features_.resize(std::min(dimension_, std::max(index + 1, 2 * features_.size()))); }

  std::size_t dimension_;
  std::vector<Feature> features_;  // up to the last one that was active: a header may say far too many
  uint64_t rows_ = 0;
};

}  // namespace tool
