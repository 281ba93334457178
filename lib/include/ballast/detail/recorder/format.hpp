#pragma once
/// The bytes of a flight recorder's log, as docs/RECORDER.md specifies them: blocks with a header and a checksum, in
/// which there are pieces of a snapshot, or records.

#include <ballast/detail/compiler.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace detail {

/// "BLFR", read as a little-endian word.
constexpr uint32_t block_magic = 0x52464C42U;
constexpr uint32_t block_version = 1;
constexpr uint32_t block_header_bytes = 24;
constexpr uint32_t block_checksum_bytes = 4;
/// Before each piece of a snapshot: its length, and where the piece begins in it.
constexpr uint32_t piece_header_bytes = 8;
/// The length is in words, in 16 bits.
constexpr uint32_t largest_block_bytes = 65535 * 4;

enum class BlockKind : uint8_t {
  start = 1,       ///< how a learner was configured when it started from zero
  state = 2,       ///< a snapshot to go on from
  checkpoint = 3,  ///< a snapshot to compare with
  records = 4,
};

enum class RecordKind : uint8_t {
  none,      ///< the rest of the block is empty
  observe,   ///< of an agent
  tick,      ///< of an agent
  skip,      ///< of an agent
  update,    ///< of a learner: the reward, and the state that was entered
  from,      ///< the state that the next update leaves
  reset,     ///< the trace was reset
  evaluate,  ///< an agent only decides from now on, or learns again
  saved,     ///< a snapshot with this revision was stored
  gap,       ///< ticks that are missing
  readings,  ///< numbers that are not replayed
};

// The first two bytes of a record.
constexpr uint32_t record_kind_mask = 0xF;
constexpr uint32_t record_is_exploring = 1U << 4;  ///< of `evaluate`: whether it only decides
constexpr uint32_t record_has_learned = 1U << 5;
constexpr uint32_t record_has_feasible = 1U << 6;
constexpr uint32_t record_has_status = 1U << 7;
constexpr uint32_t record_has_value = 1U << 8;
constexpr uint32_t record_action_shift = 11;

/// Instead of the size of a number: fixed point, whose weights have so many more bits after the point. A feature then
/// has 2 bytes, and 15 bits after the point; a reward has 4, and one bit less than a weight.
constexpr uint32_t fixed_point_code = 128;

/// How features are written.
enum class WrittenAs : uint8_t { array = 1, one_hot = 2, active = 3, pairs = 4 };

/// Instead of a number of pairs: the features were not valid.
constexpr uint32_t pairs_not_valid = 0xFFFF;

/// An index has so many bytes. In two bytes there is one number more than features: it stands for no feature.
constexpr uint32_t index_bytes_for(size_t dimension) noexcept {
  return uint64_t{dimension} < 65536 ? 2 : 4;
}

}  // namespace detail
}  // namespace ballast
