#pragma once
/// A flight recorder's log (docs/RECORDER.md), item by item: snapshots, records, and where something is missing. It
/// takes the memory of a block, and of one snapshot while it is assembled.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/block_reader.hpp"
#include "io/record_bytes.hpp"
#include "io/snapshot.hpp"

namespace tool {

/// A start, a state or a checkpoint.
struct LoggedSnapshot {
  BlockKind kind = BlockKind::state;
  std::vector<uint8_t> bytes;
  Snapshot snapshot;
};

/// What says that the snapshot is not of what the log is of; empty if nothing does.
std::string mismatch(const Snapshot& snapshot, const LogLayout& layout);

enum class LogItem { end, snapshot, record, missing };

template <class T>
class BinaryLog {
 public:
  /// Reads the first block. Throws InputError, as next() does: file, block, byte, what is wrong.
  explicit BinaryLog(std::unique_ptr<InputFile> file, OnDamage on_damage = OnDamage::stop);

  LogItem next();

  const LogLayout& layout() const { return layout_; }
  const std::string& name() const { return blocks_.name(); }
  /// The number of the next tick; that of the record, if it is one.
  uint64_t tick() const { return tick_; }

  const LoggedSnapshot& snapshot() const { return snapshot_; }
  Record<T>& record() { return record_; }
  /// What is missing.
  const std::string& missing() const { return missing_; }

  /// Whether the average reward after this record is in the log: once in a block.
  bool has_average_reward() const { return has_average_reward_; }
  T average_reward() const { return average_reward_; }

  /// The last block that was read.
  const LogBlock& block() const { return block_; }
  uint64_t count_of_blocks() const { return count_of_blocks_; }
  const BlockReader& blocks() const { return blocks_; }
  /// FILE: block 12 (at byte 4096)
  std::string place() const;

 private:
  bool read_block();
  LogItem enter_block();
  std::string contradiction() const;
  std::string gap_before_block() const;
  LogItem begin_records();
  LogItem next_record();
  LogItem add_piece();
  LogItem finish_snapshot();
  bool continues_snapshot() const;
  LogItem leave_unfinished();
  LogItem miss(const std::string& what);
  /// Throws, or reports it and leaves the block out.
  LogItem refuse(const std::string& what);

  BlockReader blocks_;
  LogBlock block_;
  LogLayout layout_;
  RecordReader<T> records_;
  Record<T> record_;
  LoggedSnapshot snapshot_;
  std::size_t expected_bytes_ = 0;  // of a snapshot that is being assembled; 0 if none is
  std::string missing_;
  bool is_beginning_lost_ = false;  // what follows may be pieces of a snapshot without its beginning; that was told
  bool is_block_pending_ = false;   // it was read, and what is missing before it was returned
  bool is_in_records_ = false;
  bool is_average_reward_used_ = false;  // of this block
  bool has_average_reward_ = false;
  bool is_continuous_ = false;  // this block follows what was read before, all of it
  T average_reward_{};
  uint64_t tick_ = 0;
  uint64_t ticks_in_record_ = 0;  // how many the record is
  uint64_t count_of_blocks_ = 0;
  uint32_t expected_ = 0;
};

}  // namespace tool
