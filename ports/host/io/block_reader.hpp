#pragma once
/// The blocks of a binary log (docs/RECORDER.md), one after the other, from a file or standard input. Only whole ones
/// with the right checksum are returned. A file that ends inside a block is not an error, nor is one to which another
/// log was joined: what is left out is reported on stderr.

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "experiments/files/error.hpp"
#include "io/input_file.hpp"
#include "io/record.hpp"

namespace tool {

using ballast::experiments::InputError;

using ballast::detail::block_checksum_bytes;
using ballast::detail::block_header_bytes;
using ballast::detail::piece_header_bytes;
constexpr uint8_t log_version = 1;
static_assert(log_version == ballast::detail::block_version, "the library has another version: teach it to this file");

inline uint32_t load_word(const uint8_t* at) {
  uint32_t x = 0;
  std::memcpy(&x, at, sizeof x);
  return x;
}

/// What a damaged block does: end the reading, or be reported on stderr and left out, up to the next whole one.
enum class OnDamage { stop, skip };

struct LogBlock {
  BlockKind kind = BlockKind::records;
  uint32_t number = 0;
  uint32_t ticks = 0;  ///< that came before it
  LogLayout layout;
  uint64_t at = 0;               ///< its first byte in the file
  bool is_after_damage = false;  ///< what was before it was left out
  const uint8_t* contents = nullptr;
  std::size_t size = 0;  ///< of the contents
  std::size_t bytes() const { return size + block_header_bytes + block_checksum_bytes; }
};

class BlockReader {
 public:
  explicit BlockReader(std::unique_ptr<InputFile> file, OnDamage on_damage = OnDamage::stop);

  /// False at the end. The contents are valid until the next call. Throws InputError: file, block, byte, what is wrong.
  bool next(LogBlock& block);

  const std::string& name() const { return file_->name(); }
  OnDamage on_damage() const { return on_damage_; }
  /// Bytes at the end of a log that are part of no whole block.
  uint64_t torn_bytes() const { return torn_bytes_; }
  /// How often something damaged was left out.
  uint64_t damages() const { return damages_; }

 private:
  static constexpr std::size_t chunk = std::size_t{1} << 20U;

  /// Whether so many bytes are there, after reading more.
  bool has(std::size_t bytes);
  const uint8_t* at() const { return buffer_.data() + begin_; }
  std::size_t left() const { return end_ - begin_; }
  void pass(std::size_t bytes);
  bool begins_as_block() const;
  std::size_t length() const;
  bool is_whole();
  bool find_whole_block();
  bool is_whole_with_length(std::size_t bytes) const;
  bool begins_log();
  std::size_t bytes_before_joined_log();
  bool is_torn();
  void leave_torn(std::size_t bytes, const char* why);
  bool leave_damage();
  std::string damage();
  bool leave_out(const std::string& what);
  void take(LogBlock& block);

  std::unique_ptr<InputFile> file_;
  OnDamage on_damage_;
  std::vector<uint8_t> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool is_at_end_ = false;
  uint64_t place_ = 0;     // of begin_ in the file
  uint32_t expected_ = 0;  // the number of the next block
  uint64_t torn_bytes_ = 0;
  uint64_t damages_ = 0;
};

/// "block 12 (at byte 4096)"
std::string place_of(uint32_t number, uint64_t byte);

/// What the first bytes of a log say: 8 if this tool reads its numbers as double, as it does in fixed point. Nothing is
/// checked.
uint32_t number_bytes_of(InputFile& file);
bool is_fixed_point(InputFile& file);
/// For a command that runs learners in float and double alone.
void refuse_fixed_point(InputFile& file);
bool is_binary_log(InputFile& file);

}  // namespace tool
