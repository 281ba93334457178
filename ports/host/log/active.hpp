#pragma once
/// The features of a row that are not 0, which is all that the statistics of a log look at: dense and sparse rows with
/// the same numbers give the same statistics, and a sparse row costs what it stores.

#include <cstdint>
#include <vector>

#include "io/features.hpp"

namespace tool {

struct ActiveFeature {
  uint32_t index;
  double value;
};

inline void keep_active(const Features<double>& phi, std::vector<ActiveFeature>& active) {
  active.clear();
  for (std::size_t i = 0; i < phi.values.size(); ++i) {
    const uint32_t index = phi.is_sparse ? phi.indices[i] : static_cast<uint32_t>(i);
    if (phi.values[i] != 0) { active.push_back({index, phi.values[i]}); }
  }
}

/// A row of a log, for messages.
struct RowPlace {
  uint64_t line = 0;  ///< 0 in a binary log
  uint64_t t = 0;

  bool is_binary() const { return line == 0; }
};

/// Rows, one after the other, with the same contents.
struct Run {
  uint64_t rows = 0;
  RowPlace begin;
};

}  // namespace tool
