#pragma once
/// What a flight recorder's log (docs/RECORDER.md) is made of: blocks, and the records in them.

#include <ballast/detail/recorder/format.hpp>
#include <ballast/status.hpp>

#include <cstdint>
#include <vector>

#include "io/features.hpp"

namespace tool {

constexpr const char* log_magic = "BLFR";

using ballast::detail::BlockKind;
constexpr const char* name_of(BlockKind kind) {
  constexpr const char* names[] = {"start", "state", "checkpoint", "records"};
  return names[static_cast<unsigned>(kind) - 1];
}

using ballast::detail::RecordKind;
constexpr uint32_t record_kinds = static_cast<uint32_t>(RecordKind::readings) + 1;
constexpr const char* name_of(RecordKind kind) {
  constexpr const char* names[record_kinds] = {"none",  "observe",  "tick",  "skip", "update",  "from",
                                               "reset", "evaluate", "saved", "gap",  "readings"};
  return names[static_cast<unsigned>(kind)];
}

/// One call of an agent or a learner that decides or learns.
constexpr bool is_tick(RecordKind kind) {
  return kind >= RecordKind::observe && kind <= RecordKind::update;
}
/// Those that only an agent has; only a learner.
constexpr bool is_of_agent(RecordKind kind) {
  return (kind >= RecordKind::observe && kind <= RecordKind::skip) || kind == RecordKind::evaluate;
}
constexpr bool is_of_learner(RecordKind kind) {
  return kind >= RecordKind::update && kind <= RecordKind::reset;
}
constexpr bool has_features(RecordKind kind) {
  return kind == RecordKind::observe || kind == RecordKind::tick || kind == RecordKind::update ||
         kind == RecordKind::from;
}
/// Whether a block may hold the average reward after it: that after the first such record.
constexpr bool has_average_reward(RecordKind kind) {
  return kind != RecordKind::gap && kind != RecordKind::from;
}
constexpr bool has_reward(RecordKind kind) {
  return kind == RecordKind::tick || kind == RecordKind::update;
}

/// How features are written.
using ballast::detail::WrittenAs;
constexpr const char* name_of(WrittenAs written) {
  constexpr const char* names[] = {"array", "one-hot", "active", "pairs"};
  return names[static_cast<unsigned>(written) - 1];
}

/// What each block says about the log.
struct LogLayout {
  WrittenAs written_as = WrittenAs::array;
  uint32_t index_bytes = 2;
  uint32_t number_bytes = 4;  ///< of a reward
  uint32_t actions = 0;       ///< 0 without an agent
  uint32_t features = 0;
  uint32_t weight_bits = 0;  ///< in fixed point, after the point of a weight; otherwise 0

  bool is_fixed() const { return weight_bits != 0; }
  uint32_t feature_bytes() const { return is_fixed() ? 2 : number_bytes; }
  /// What this tool has their numbers in, which has them all exactly.
  uint32_t bytes_in_memory() const { return is_fixed() ? sizeof(double) : number_bytes; }
  /// Both, as a block says it.
  uint32_t number_code() const { return is_fixed() ? ballast::detail::fixed_point_code + weight_bits : number_bytes; }
  uint32_t all_actions() const { return actions == 0 ? 0 : UINT32_MAX >> (32 - actions); }
  /// Of the learner.
  uint64_t weights() const { return uint64_t{features} * (actions == 0 ? 1 : actions); }
  bool operator==(const LogLayout& other) const {
    return written_as == other.written_as && index_bytes == other.index_bytes && number_bytes == other.number_bytes &&
           actions == other.actions && features == other.features && weight_bits == other.weight_bits;
  }
  bool operator!=(const LogLayout& other) const { return !(*this == other); }
};

/// In the place of an index, or of pairs: the features were not valid.
constexpr uint32_t no_feature = UINT32_MAX;

template <class T>
struct Record {
  RecordKind kind = RecordKind::none;
  uint64_t tick = 0;  ///< its number; of a record that is no tick, that of the next one
  bool is_exploring = false;
  bool has_learned = false;
  uint32_t action = 0;
  bool has_feasible = false;  ///< otherwise every action was feasible
  uint32_t feasible = 0;
  ballast::Status status = ballast::Status::ok;
  T reward{};
  Features<T> features;
  T value{1};           ///< of active features
  uint32_t number = 0;  ///< of `saved` the revision, of a gap the ticks that are missing
  std::vector<float> readings;

  bool only_evaluates() const { return is_exploring; }  ///< of `evaluate`
};

}  // namespace tool
