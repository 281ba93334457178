#pragma once
/// What a search has seen: how much was tried, and how close each tolerance came to being broken.

#include <cstdint>
#include <map>
#include <string>

namespace search {

class Tally {
 public:
  uint64_t cases = 0;
  uint64_t updates = 0;
  uint64_t rejections = 0;

  void count(const std::string& what, uint64_t n = 1) { counts_[what] += n; }

  /// `ratio` is the error as a fraction of what is allowed: above 1 is a failure.
  void measure(const char* tolerance, double ratio) {
    Worst& worst = worst_[tolerance];
    if (ratio > worst.ratio) { worst = {ratio, case_number}; }
  }

  void fail(const std::string& kind) {
    ++failures_;
    ++failure_kinds_[kind];
  }
  uint64_t failures() const { return failures_; }

  std::string summary() const;

  uint64_t case_number = 0;  // the case that is running

 private:
  struct Worst {
    double ratio = 0.0;
    uint64_t case_number = 0;
  };

  std::map<std::string, uint64_t> counts_;
  std::map<std::string, Worst> worst_;
  std::map<std::string, uint64_t> failure_kinds_;
  uint64_t failures_ = 0;
};

}  // namespace search
