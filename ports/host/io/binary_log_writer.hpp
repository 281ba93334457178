#pragma once
/// Writes a log as a flight recorder does (docs/RECORDER.md).

#include <cstdint>
#include <vector>

#include "experiments/files/output_file.hpp"
#include "io/block_reader.hpp"
#include "io/record_bytes.hpp"
#include "io/snapshot.hpp"

namespace tool {

using ballast::experiments::OutputFile;

/// One block. Its length is at least `least_words`; what is left over is zero. Throws InputError if it is too long.
void write_block(OutputFile& out, BlockKind kind, uint32_t number, uint32_t ticks, const LogLayout& layout,
                 const std::vector<uint8_t>& contents, std::size_t least_words = 0);

template <class T>
class BinaryLogWriter {
 public:
  /// A block has at most `block_bytes`, unless one record alone needs more.
  BinaryLogWriter(OutputFile& out, const LogLayout& layout, std::size_t block_bytes = 4096)
      : out_(out), layout_(layout), block_bytes_(block_bytes), records_(layout) {}

  /// A start, a state or a checkpoint, before this tick.
  void write(BlockKind kind, const Snapshot& snapshot, uint64_t tick);

  /// The average reward is that after the record. The state that an update
  /// leaves is written again where a block begins.
  void write(const Record<T>& record, T average_reward);

  /// Before `out.finish()`.
  void finish() { end_block(); }

 private:
  bool fits(const Record<T>& record);
  void append(const Record<T>& record, T average_reward);
  void end_block();
  bool is_entered(const Record<T>& record) const;

  OutputFile& out_;
  LogLayout layout_;
  std::size_t block_bytes_;
  RecordWriter<T> records_;
  std::vector<uint8_t> contents_;  // of the block that is being written; empty if there is none
  std::vector<uint8_t> encoded_;
  bool has_average_reward_ = false;  // that block
  uint64_t ticks_before_ = 0;        // that block
  uint64_t tick_ = 0;
  uint32_t number_ = 0;
  Record<T> entered_;  // the state that the next update leaves, as a record `from`
};

}  // namespace tool
