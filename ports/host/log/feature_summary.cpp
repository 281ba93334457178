#include "log/feature_summary.hpp"

#include <algorithm>

namespace tool {

namespace {

constexpr double largest_scaled = 2;
constexpr uint64_t stuck_after = 4096;  // as ballast::ScaleRules

bool is_nearly_constant(const FeatureRange& range) {
  return !range.is_dead() && !range.is_bias() && range.width() < range.size() / 10;
}

bool is_stuck(const FeatureRange& range) {
  return range.has_levels && range.longest.rows >= stuck_after;
}

/// Those of which `is_one` is true, in descending order of `size`.
template <class IsOne, class Size>
FeatureList largest_of(const FeatureRanges& features, IsOne is_one, Size size) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < features.dimension(); ++i) {
    if (is_one(features[i])) { all.push_back(i); }
  }
  std::stable_sort(all.begin(), all.end(),
                   [&](std::size_t a, std::size_t b) { return size(features[a]) > size(features[b]); });
  FeatureList list;
  for (const std::size_t i : all) { list.add(i); }
  return list;
}

/// Without those of which both are constant or nearly so: they are reported as that.
std::vector<ParallelPair> parallel_pairs(const LogStatistics& log) {
  const auto is_flat = [&](std::size_t i) {
    const FeatureRange range = log.features()[i];
    return range.is_bias() || is_nearly_constant(range);
  };
  std::vector<ParallelPair> pairs = log.parallel().pairs();
  const auto end = std::remove_if(pairs.begin(), pairs.end(), [&](const ParallelPair& pair) {
    return is_flat(pair.first) && is_flat(pair.second);
  });
  pairs.erase(end, pairs.end());
  return pairs;
}

}  // namespace

FeatureSummary summarise(const LogStatistics& log) {
  const FeatureRanges& features = log.features();
  const auto in_order = [](const FeatureRange&) { return 0; };
  const auto size = [](const FeatureRange& range) { return range.size(); };
  const auto longest = [](const FeatureRange& range) { return range.longest.rows; };
  FeatureSummary summary;
  summary.low = features[0].low;
  summary.high = features[0].high;
  for (std::size_t i = 0; i < features.dimension(); ++i) {
    summary.low = std::min(summary.low, features[i].low);
    summary.high = std::max(summary.high, features[i].high);
    if (features[i].size() > features[summary.largest].size()) { summary.largest = i; }
  }
  summary.dead = largest_of(
      features, [](const FeatureRange& range) { return range.is_dead(); }, in_order);
  summary.bias = largest_of(
      features, [](const FeatureRange& range) { return range.is_bias(); }, in_order);
  summary.nearly_constant = largest_of(features, is_nearly_constant, in_order);
  summary.raw = largest_of(
      features, [](const FeatureRange& range) { return range.size() > largest_scaled; }, size);
  summary.stuck = largest_of(features, is_stuck, longest);
  summary.parallel = parallel_pairs(log);
  const Moments& sum = log.sum();
  summary.is_sum_constant = sum.size() > 0 && sum.width() <= 1e-6 * sum.size();
  summary.is_one_hot = summary.is_sum_constant && log.active().low() == 1 && log.active().high() == 1;
  return summary;
}

}  // namespace tool
