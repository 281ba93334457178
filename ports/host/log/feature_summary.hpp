#pragma once
/// The features of a log that a reader should know about.

#include <vector>

#include "log/statistics.hpp"

namespace tool {

/// How many features are of some kind, and the first or the largest few of them.
struct FeatureList {
  static constexpr std::size_t most = 3;  ///< that are named
  std::size_t count = 0;
  std::vector<std::size_t> named;

  void add(std::size_t i) {
    if (++count <= most) { named.push_back(i); }
  }
};

struct FeatureSummary {
  double low = 0;  ///< of all features
  double high = 0;
  std::size_t largest = 0;      ///< in size
  FeatureList dead;             ///< always 0
  FeatureList bias;             ///< always the same number, and not 0
  FeatureList nearly_constant;  ///< a range of less than a tenth of its size, and not constant
  FeatureList raw;              ///< beyond [-2, 2], the largest first
  FeatureList stuck;            ///< a reading that has not changed for 4,096 rows, the longest first
  std::vector<ParallelPair> parallel;

  /// Whether they always add up to the same number, up to rounding to float.
  bool is_sum_constant = false;
  /// The same for the features that are not dead: a single one of them is active in each row.
  bool is_one_hot = false;
};

FeatureSummary summarise(const LogStatistics& log);

}  // namespace tool
