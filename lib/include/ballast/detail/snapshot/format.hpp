#pragma once
/// The bytes of a snapshot, as docs/SNAPSHOT.md specifies them: a header, sections with a tag and a length, a checksum.
/// All of it is words of 32 bits, little-endian.

#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace detail {

/// "BLSN", read as a little-endian word.
constexpr uint32_t snapshot_magic = 0x4E534C42U;
constexpr uint32_t snapshot_version = 1;
constexpr uint32_t snapshot_header_bytes = 48;
constexpr uint32_t snapshot_checksum_bytes = 4;
constexpr uint32_t section_header_bytes = 8;

/// In the flags of a section: a reader that does not know it may skip it.
constexpr uint32_t section_may_be_skipped = uint32_t{1} << 16;

/// The first word of a section.
enum class Section : uint32_t {
  end = 0,                                   ///< nothing follows but the checksum
  settings = 1,                              ///< what the learner was configured with
  progress = 2,                              ///< average reward and counts
  weights = 3,                               ///< theta: what `adopt` takes, from every type of learner
  trace = 4,                                 ///< z of a Learner
  sparse = 5,                                ///< weights and trace as a SparseLearner stores them
  agent = 6,                                 ///< exploration, generator and the last observation
  weights_too = 3 | section_may_be_skipped,  ///< theta of a SparseLearner, which resumes from section 5
  health = 7 | section_may_be_skipped,       ///< field/health.hpp
  guard = 8 | section_may_be_skipped,        ///< field/guard.hpp
};

/// What a snapshot is of, word by word. Resuming needs all of it to be the same.
struct SnapshotLayout {
  static constexpr size_t words = 4;
  uint32_t word[words];
};

/// What the bytes of a layout say; the status that names it where it differs.
///   0  type of learner (1 Learner, 2 SparseLearner; + 16 in an agent)
///   1  scalar (1 float, 2 double, 3 fixed point, whose formats are in another word: fixed.hpp)
///   2  rule (1 standard, 2 implicit, 3 differential, 4 implicit differential)
///   3  projection: ball (0 none, 1 joint, 2 separate) + 4 x direction (0 none, 1 ones, 2 given)
///   4  schedule (1 constant, 2 polynomial, 3 polynomial that can be held) + 16 x that of the average reward, or 0
///   5  how many steps epsilon has; 0 without an agent
///   6  features of an agent: 1 an array, 2 OneHot, 3 ActiveFeatures, 4 SparseFeatures, 255 of one's own; or 0
///   8  how many actions; 0 without an agent
///  12  how many weights
constexpr Status layout_differs[4 * SnapshotLayout::words] = {
    Status::other_learner,   Status::other_scalar,      Status::other_rule,      Status::other_projection,
    Status::other_schedule,  Status::other_exploration, Status::other_features,  Status::other_learner,
    Status::other_actions,   Status::other_actions,     Status::other_actions,   Status::other_actions,
    Status::other_dimension, Status::other_dimension,   Status::other_dimension, Status::other_dimension,
};
constexpr uint32_t layout_agent = 16;

/// What must be the same: all of it to resume; what weights mean, to adopt them.
constexpr SnapshotLayout whole_layout{{~0U, ~0U, ~0U, ~0U}};
constexpr SnapshotLayout meaning_of_weights{{0x0000FFF0U, 0, ~0U, ~0U}};

}  // namespace detail
}  // namespace ballast
