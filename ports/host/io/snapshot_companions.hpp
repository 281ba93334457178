#pragma once
/// What a snapshot has besides a learner or an agent (ballast/field/together.hpp): health and guard, kept as words, and
/// what they say. A section that this version does not know is kept as well.

#include <ballast/field/verdict.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/snapshot.hpp"

namespace tool {

/// What Health says.
struct SavedHealth {
  ballast::Verdict verdict = ballast::Verdict::starting;
  uint32_t blocks_since_change = 0;
  float td_error = 0;
  float td_error_size = 0;
  float reward = 0;
  float reward_deviation = 0;
  float projection_rate = 0;
  float rejection_rate = 0;
  float skip_rate = 0;
  float small_update_rate = 0;
  float overwriting_rate = 0;
  std::vector<uint32_t> unused;  ///< for how many blocks each action was not taken
};

/// What Guard says.
struct SavedGuard {
  enum Hands : uint32_t { learner, fallback, fallback_while_blind };
  /// Of the weights. Elsewhere: in a store, or by a keeper of your own.
  enum Kept : uint8_t { none, in_this_snapshot, elsewhere };

  uint32_t hands = learner;  ///< who decides
  uint32_t failures = 0;     ///< one after another
  bool was_evaluating = false;
  uint32_t since_kept = 0;  ///< ticks
  uint32_t left = 0;        ///< ticks until it is handed back
  uint32_t rollbacks = 0;
  uint32_t handovers = 0;
  Kept kept = none;
};

/// Nothing if there is none, or one of another length, which a device passes over. Contents must have been checked.
std::optional<SavedHealth> health_of(const Snapshot& snapshot);
std::optional<SavedGuard> guard_of(const Snapshot& snapshot);

/// Whether it is what health_of or guard_of shows.
bool is_shown(const Snapshot& snapshot, const SavedSection& section);

/// "settled, 81 blocks since a change; ..." in some lines.
std::vector<std::string> health_text(const SavedHealth& health);
std::string guard_text(const SavedGuard& guard);

/// Which word of a section is one that a device refuses, counted from 0. Of weights that it keeps, the first.
std::optional<std::size_t> invalid_word(const Snapshot& snapshot, std::size_t dimension, const SavedSection& section);

}  // namespace tool
