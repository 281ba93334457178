#include "io/binary_log_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "io/crc32.hpp"
#include "io/snapshot_bytes.hpp"

namespace tool {

void write_block(OutputFile& out, BlockKind kind, uint32_t number, uint32_t ticks, const LogLayout& layout,
                 const std::vector<uint8_t>& contents, std::size_t least_words) {
  const std::size_t shortest = (block_header_bytes + contents.size() + 3 + block_checksum_bytes) / 4;
  const std::size_t words = std::max(shortest, least_words);
  if (4 * words > ballast::detail::largest_block_bytes) {
    throw InputError(fmt::format("block {} would have {} bytes, and {} are the most", number, 4 * words,
                                 ballast::detail::largest_block_bytes));
  }
  std::vector<uint8_t> bytes(log_magic, log_magic + 4);
  append(bytes, static_cast<uint16_t>(words));
  append(bytes, static_cast<uint8_t>(kind));
  append(bytes, log_version);
  append(bytes, number);
  append(bytes, ticks);
  for (const uint32_t x :
       {static_cast<uint32_t>(layout.written_as), layout.index_bytes, layout.number_code(), layout.actions}) {
    append(bytes, static_cast<uint8_t>(x));
  }
  append(bytes, layout.features);
  bytes.insert(bytes.end(), contents.begin(), contents.end());
  bytes.resize(4 * words - block_checksum_bytes);
  append(bytes, crc32(bytes.data(), bytes.size()));
  std::memcpy(out.reserve(bytes.size()), bytes.data(), bytes.size());
  out.commit(out.reserve(0) + bytes.size());
}

template <class T>
void BinaryLogWriter<T>::end_block() {
  if (contents_.empty()) { return; }
  write_block(out_, BlockKind::records, number_++, static_cast<uint32_t>(ticks_before_), layout_, contents_);
  contents_.clear();
}

template <class T>
void BinaryLogWriter<T>::write(BlockKind kind, const Snapshot& snapshot, uint64_t tick) {
  end_block();
  Snapshot copy = snapshot;
  copy.revision = 0;
  const std::vector<uint8_t> bytes = kind == BlockKind::start ? to_start_bytes(copy) : to_bytes(copy);
  const std::size_t room =
      std::max<std::size_t>(block_bytes_ / 4 * 4, 64) - block_header_bytes - block_checksum_bytes - piece_header_bytes;
  for (std::size_t at = 0; at < bytes.size(); at += room) {
    const std::size_t end = std::min(bytes.size(), at + room);
    std::vector<uint8_t> piece;
    tool::append(piece, static_cast<uint32_t>(bytes.size()));
    tool::append(piece, static_cast<uint32_t>(at));
    piece.insert(piece.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 bytes.begin() + static_cast<std::ptrdiff_t>(end));
    write_block(out_, kind, number_++, static_cast<uint32_t>(tick), layout_, piece);
  }
  tick_ = tick;
}

/// Whether a record `from` says nothing new.
template <class T>
bool BinaryLogWriter<T>::is_entered(const Record<T>& record) const {
  return record.kind == RecordKind::from && entered_.kind == RecordKind::from && !contents_.empty() &&
         record.features.indices == entered_.features.indices &&
         record.features.values.size() == entered_.features.values.size() &&
         std::memcmp(record.features.values.data(), entered_.features.values.data(),
                     record.features.values.size() * sizeof(T)) == 0;
}

template <class T>
void BinaryLogWriter<T>::write(const Record<T>& record, T average_reward) {
  if (is_entered(record)) { return; }
  if (!contents_.empty() && !fits(record)) { end_block(); }
  const bool has_left = record.kind == RecordKind::update && entered_.kind == RecordKind::from;
  if (contents_.empty() && has_left) { append(entered_, average_reward); }
  append(record, average_reward);
  if (record.kind != RecordKind::from && record.kind != RecordKind::update) { return; }
  entered_.kind = RecordKind::from;
  entered_.features = record.features;
  entered_.value = record.value;
}

template <class T>
bool BinaryLogWriter<T>::fits(const Record<T>& record) {
  RecordWriter<T> writer = records_;
  encoded_.clear();
  writer.write(record, encoded_);
  return block_header_bytes + contents_.size() + encoded_.size() + block_checksum_bytes <= block_bytes_;
}

template <class T>
void BinaryLogWriter<T>::append(const Record<T>& record, T average_reward) {
  if (contents_.empty()) {
    records_.begin_block();
    ticks_before_ = tick_;
    has_average_reward_ = false;
    records_.write_number(average_reward, contents_);
  }
  if (has_average_reward(record.kind) && !has_average_reward_) {
    has_average_reward_ = true;
    encoded_.clear();
    records_.write_number(average_reward, encoded_);
    std::copy(encoded_.begin(), encoded_.end(), contents_.begin());
  }
  records_.write(record, contents_);
  tick_ += record.kind == RecordKind::gap ? record.number : is_tick(record.kind) ? 1 : 0;
}

template class BinaryLogWriter<float>;
template class BinaryLogWriter<double>;

}  // namespace tool
