#pragma once
/// The range of some values.

#include <algorithm>
#include <limits>

namespace ballast::experiments {

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool is_empty() const { return low > high; }
};

}  // namespace ballast::experiments
