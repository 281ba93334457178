#pragma once
/// Runs a program for a board on a PC: a clock that the test moves on, and what the program prints.

#include <stdio.h>
#include <stdlib.h>

#include <string>
#include <vector>

/// What the program has printed, line by line. The last one may not be complete.
class Printed {
 public:
  void add(const std::string& text) {
    for (const char c : text) {
      lines_.back() += c;
      if (c == '\n') { lines_.emplace_back(); }
    }
    printf("%s", text.c_str());
  }

  bool has(const std::string& text) const { return count(text) > 0; }

  /// How many lines from `first` on have it.
  size_t count(const std::string& text, size_t first = 0) const {
    size_t result = 0;
    for (size_t i = first; i < lines_.size(); ++i) { result += lines_[i].find(text) == std::string::npos ? 0U : 1U; }
    return result;
  }
  size_t lines() const { return lines_.size(); }

  /// The numbers after this label, one for each line that has it.
  std::vector<double> values(const std::string& label) const {
    std::vector<double> result;
    for (const std::string& line : lines_) {
      const size_t place = line.find(label);
      if (place == std::string::npos || line.back() != '\n') { continue; }
      result.push_back(strtod(line.c_str() + place + label.size(), nullptr));
    }
    return result;
  }

 private:
  std::vector<std::string> lines_{""};
};

inline Printed printed;

/// Ends the test if this does not hold.
inline void require(bool holds, const char* what) {
  if (holds) { return; }
  printf("FAIL: %s\n", what);
  exit(1);
}

/// The mean of values[first], ..., values[last - 1].
inline double mean(const std::vector<double>& values, size_t first, size_t last) {
  double sum = 0.0;
  for (size_t i = first; i < last; ++i) { sum += values.at(i); }
  return sum / static_cast<double>(last - first);
}
inline double mean_of_last(const std::vector<double>& values, size_t count) {
  require(values.size() >= count, "it prints a line now and then");
  return mean(values, values.size() - count, values.size());
}
