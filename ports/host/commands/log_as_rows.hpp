#pragma once
/// Whether a binary log can be the rows t,reward,phi_0,... of a CSV: only if these replay to the same bits.

#include <cstdint>
#include <optional>
#include <string>

#include "io/snapshot.hpp"

namespace tool {

struct LogAsRows {
  bool is_of_learner = false;     ///< with an array; other logs are never rows
  std::optional<Snapshot> start;  ///< what the log begins with
  std::string obstacle;           ///< why they are not rows, and where; empty if they can be
  uint64_t left_out = 0;          ///< records without an effect, which are in no row
};

/// Reads all of it. `T` is the type of its numbers.
template <class T>
LogAsRows log_as_rows(const std::string& path);

}  // namespace tool
