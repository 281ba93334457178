#pragma once
/// Whether numbers change in the long run: those of the first half against those of the second, without knowing how
/// many there will be. They are kept as moments of up to 64 blocks of equal length; when there are more, every two
/// blocks become one.

#include <vector>

#include "log/moments.hpp"

namespace tool {

class Halves {
 public:
  void add(double x) {
    if (blocks_.empty() || blocks_.back().count() == length_) { begin_block(); }
    blocks_.back().add(x);
  }

  /// The first blocks and the others, half of all of them each: the border may be off by half a block.
  Moments first() const { return sum(0, middle()); }
  Moments second() const { return sum(middle(), blocks_.size()); }

  /// How many standard errors the means are apart. The errors are taken from the means of blocks and not of single
  /// numbers, because numbers that follow one another are alike. 0 if there are too few blocks to tell.
  double errors_apart() const {
    constexpr std::size_t fewest = 8;
    if (middle() < fewest || blocks_.size() - middle() < fewest) { return 0; }
    const double difference = std::abs(first().mean() - second().mean());
    const double error = std::hypot(error_of(0, middle()), error_of(middle(), blocks_.size()));
    return difference == 0 ? 0 : difference / error;
  }

 private:
  static constexpr std::size_t most_blocks = 64;

  void begin_block() {
    if (blocks_.size() == most_blocks) { join_pairs(); }
    blocks_.emplace_back();
  }

  void join_pairs() {
    for (std::size_t i = 0; i < most_blocks / 2; ++i) {
      Moments both = blocks_[2 * i];
      both.add(blocks_[2 * i + 1]);
      blocks_[i] = both;
    }
    blocks_.resize(most_blocks / 2);
    length_ *= 2;
  }

  std::size_t middle() const { return blocks_.size() / 2; }

  Moments sum(std::size_t begin, std::size_t end) const {
    Moments all;
    for (std::size_t i = begin; i < end; ++i) { all.add(blocks_[i]); }
    return all;
  }

  double error_of(std::size_t begin, std::size_t end) const {
    Moments means;
    for (std::size_t i = begin; i < end; ++i) { means.add(blocks_[i].mean()); }
    return means.deviation() / std::sqrt(static_cast<double>(end - begin - 1));
  }

  std::vector<Moments> blocks_;
  uint64_t length_ = 1;
};

}  // namespace tool
