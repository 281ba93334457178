#pragma once
/// Pairs of features that are nearly multiples of each other, seen as vectors over the rows of a log: the cosine
/// between them is nearly 1 or -1. Of a log with more than 64 features none are looked for.
///
/// The products of all pairs are the most expensive of all statistics. After 2^16 rows, therefore, one row of two
/// counts twice, after 2^17 one of four counts four times, and so on, at random: of 10^7 rows about half a million are
/// used.

#include <cmath>
#include <vector>

#include "log/active.hpp"

namespace tool {

struct ParallelPair {
  std::size_t first;
  std::size_t second;
  double factor;  ///< second is about factor times first
  double cosine;
};

class ParallelFeatures {
 public:
  static constexpr std::size_t most_features = 64;

  explicit ParallelFeatures(std::size_t dimension)
      : dimension_(dimension <= most_features ? dimension : 0), products_(dimension_ * dimension_) {}

  bool is_measured() const { return dimension_ > 0; }

  void add(const std::vector<ActiveFeature>& active) {
    if (!is_measured()) { return; }
    if (++rows_ == 2 * begin_of_weight_) {
      begin_of_weight_ = rows_;
      weight_ *= 2;
    }
    if ((random() & (weight_ - 1)) == 0) { add_products(active); }
  }

  /// Those with 1 - |cosine| <= 0.001, in the order of the features.
  std::vector<ParallelPair> pairs() const {
    std::vector<ParallelPair> found;
    for (std::size_t i = 0; i < dimension_; ++i) {
      for (std::size_t j = i + 1; j < dimension_; ++j) {
        const double cosine = product(i, j) / std::sqrt(product(i, i) * product(j, j));  // NaN if one is always 0
        if (std::abs(cosine) >= 0.999) { found.push_back({i, j, product(i, j) / product(i, i), cosine}); }
      }
    }
    return found;
  }

 private:
  double product(std::size_t i, std::size_t j) const { return products_[i * dimension_ + j]; }

  void add_products(const std::vector<ActiveFeature>& active) {
    const auto weight = static_cast<double>(weight_);
    for (std::size_t a = 0; a < active.size(); ++a) {
      double* const row = &products_[active[a].index * dimension_];
      const double value = weight * active[a].value;
      for (std::size_t b = a; b < active.size(); ++b) { row[active[b].index] += value * active[b].value; }
    }
  }

  /// Xorshift (Marsaglia 2003).
  uint64_t random() {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return state_;
  }

  std::size_t dimension_;
  std::vector<double> products_;  // of i and j >= i
  uint64_t rows_ = 0;
  uint64_t begin_of_weight_ = uint64_t{1} << 15U;  // of weight 2 at twice this row
  uint64_t weight_ = 1;
  uint64_t state_ = 0x9E3779B97F4A7C15U;
};

}  // namespace tool
