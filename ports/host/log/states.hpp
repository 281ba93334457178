#pragma once
/// The rows of a log as states: how many differ, and which follow one of the same features. Rows are compared by a hash
/// of 64 bits: among 10^7 different ones, two are taken for the same once in 400,000 logs.

#include <cstring>
#include <unordered_set>
#include <vector>

#include "log/active.hpp"

namespace tool {

class States {
 public:
  static constexpr std::size_t most_distinct = 4096;  ///< that are counted

  void add(const std::vector<ActiveFeature>& active, RowPlace place) {
    const uint64_t hash = hash_of(active);
    if (run_.rows > 0 && hash == last_) {
      ++repeated_;
    } else {
      run_ = {0, place};
      remember(hash);
    }
    ++run_.rows;
    if (run_.rows > longest_.rows) { longest_ = run_; }
    last_ = hash;
  }

  /// Rows with the features of the row before.
  uint64_t repeated() const { return repeated_; }
  const Run& longest() const { return longest_; }
  bool has_many() const { return has_many_; }
  /// How many there are, unless there are many.
  std::size_t distinct() const { return seen_.size(); }

 private:
  static uint64_t hash_of(const std::vector<ActiveFeature>& active) {
    uint64_t hash = 0;
    for (const ActiveFeature& one : active) {
      uint64_t bits = 0;
      std::memcpy(&bits, &one.value, sizeof bits);
      hash = mixed(hash + one.index) ^ bits;
      hash = mixed(hash);
    }
    return hash;
  }

  /// The output function of SplitMix64 (Steele, Lea and Flood 2014).
  static uint64_t mixed(uint64_t x) {
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
  }

  void remember(uint64_t hash) {
    if (has_many_ || seen_.count(hash) != 0) { return; }
    has_many_ = seen_.size() == most_distinct;
    if (!has_many_) { seen_.insert(hash); }
  }

  std::unordered_set<uint64_t> seen_;
  bool has_many_ = false;
  uint64_t last_ = 0;
  uint64_t repeated_ = 0;
  Run run_;
  Run longest_;
};

}  // namespace tool
