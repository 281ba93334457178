#pragma once
/// A snapshot (docs/SNAPSHOT.md) as numbers, whatever learner or agent it is of. Firmware knows that type when it is
/// compiled; this tool finds it in the file.
///
/// A float is kept as a double, which has it exactly; so is a number in fixed point.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/learner_settings.hpp"
#include "io/snapshot_numbers.hpp"

namespace tool {

/// What an agent has besides its learner.
struct SavedAgent {
  struct Step {
    uint32_t from = 0;
    double epsilon = 0;
  };
  uint32_t actions = 0;
  std::vector<Step> exploration;
  uint64_t generator = 0;
  uint32_t action = 0;  ///< the last one
  uint32_t decisions = 0;
  uint32_t skipped = 0;
  bool has_observed = false;
  bool is_evaluating = false;
  uint32_t features_type = 0;      ///< detail/snapshot/format.hpp has the numbers
  std::vector<uint32_t> features;  ///< the last ones, as words: how many there can be is not in the snapshot
};

/// One that may be skipped: health, guard, or what this version does not know (io/snapshot_companions.hpp).
struct SavedSection {
  uint32_t head = 0;  ///< tag and flags
  std::vector<uint32_t> words;
};

struct Snapshot {
  uint32_t revision = 0;
  uint32_t fingerprint = 0;  ///< of the features
  bool is_sparse = false;    ///< of a SparseLearner
  bool is_double = false;
  std::optional<FixedFormats> fixed;  ///< of a learner in fixed point
  LearnerSettings<double> settings;

  double average_reward = 0;
  double average_reward_rest = 0;  ///< what rounding removed from it
  uint32_t updates = 0;
  uint32_t projections = 0;
  uint32_t rejections = 0;
  uint32_t schedule_time = 0;  ///< t of a schedule that depends on it
  uint32_t dither = 0;         ///< in fixed point: of the random numbers that round
  uint32_t saturations = 0;    ///< in fixed point: how often a number did not fit

  std::vector<double> weights;   ///< as many as there are features, in an agent for each action
  std::vector<double> trace;     ///< of a Learner, and of every learner in fixed point
  std::vector<uint32_t> sparse;  ///< of another SparseLearner: how it stores weights and trace, as words
  std::optional<SavedAgent> agent;
  std::vector<SavedSection> companions;  ///< in their order
};

inline NumberFormat format_of(const Snapshot& snapshot) {
  return {snapshot.is_double, snapshot.fixed};
}
/// Whether it has an array of traces.
inline bool has_trace(const Snapshot& snapshot) {
  return !snapshot.is_sparse || snapshot.fixed;
}

/// "Learner", "SparseLearner", or an agent with one of them.
std::string type_of(const Snapshot& snapshot);
inline const char* scalar_of(const Snapshot& snapshot) {
  return snapshot.fixed ? "fixed" : snapshot.is_double ? "double" : "float";
}
inline const char* learner_of(const Snapshot& snapshot) {
  return snapshot.is_sparse ? "SparseLearner" : "Learner";
}

}  // namespace tool
