#pragma once
/// The blocks of a flight recorder, in memory that the user supplies: one is being filled, others wait until they are
/// taken out. The one who fills them may interrupt the one who takes them out: each has a count of its own, and writes
/// nothing else that the other one reads.

#include <ballast/detail/crc32.hpp>
#include <ballast/detail/little_endian.hpp>
#include <ballast/detail/recorder/format.hpp>
#include <ballast/published.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace detail {

/// What each block of a log says about it.
struct BlockLayout {
  uint32_t codes;     // features, index, number, actions: a byte each
  uint32_t features;  // of a state
};

inline uint32_t checksum_of_block(const uint8_t* bytes, uint32_t count) noexcept {
  return Crc32::of(bytes, count);
}

template <uint32_t BlockBytes>
class BlockRing {
  static_assert(
      AtomicWords::is_whole || BlockBytes == 0,
      "Recorder: this machine reads and writes a word in pieces, so what drains the ring could see half of one");

 public:
  constexpr BlockRing(uint8_t* memory, size_t blocks, bool overwrites) noexcept
      : block_(memory),
        first_block_(memory),
        last_block_(blocks == 0 ? memory : memory + (blocks - 1) * BlockBytes),
        blocks_(static_cast<uint32_t>(blocks)),
        overwrites_(overwrites ? 1U : 0U),
        taken_block_(memory) {}

  // --- filling ----------------------------------------------------------------------------------------------------

  /// Whether this block has room for so many bytes, at least one.
  [[gnu::always_inline]] bool has_room_for(size_t bytes) const noexcept {
    return static_cast<size_t>(end_ - at_) >= bytes;
  }
  /// What was written ends here.
  [[gnu::always_inline]] void wrote_up_to(uint8_t* at) noexcept { at_ = at; }
  [[gnu::always_inline]] uint8_t* at() const noexcept { return at_; }
  bool is_filling() const noexcept { return end_ != nullptr; }

  /// How many blocks can be opened.
  uint32_t free_blocks() const noexcept {
    return overwrites_ != 0 ? blocks_ : blocks_ - (closed_ - AtomicWords::load_acquire(taken_));
  }

  /// Ends the block that is being filled, and begins the next one. False if there is none that is free. (This is the
  /// longest that a tick can take.)
  [[gnu::always_inline]] bool open(BlockKind kind, const BlockLayout& layout, uint32_t ticks) noexcept {
    if (is_filling()) { complete(); }
    const uint32_t number = closed_;
    if (number - AtomicWords::load_acquire(taken_) == blocks_ && !give_up_oldest()) {
      fill_none();
      return false;
    }
    uint8_t* const block = block_;
    at_ = block + block_header_bytes;
    end_ = block + BlockBytes - block_checksum_bytes;
    put_word(block, block_magic);
    put_word(block + 4, static_cast<uint32_t>(kind) << 16 | block_version << 24);
    put_word(block + 8, number);
    put_word(block + 12, ticks);
    put_word(block + 16, layout.codes);
    put_word(block + 20, layout.features);
    return true;
  }

  /// Ends the block that is being filled, if there is one: it can be taken out.
  void close() noexcept {
    if (is_filling()) { complete(); }
    fill_none();
  }

  // --- taking out -------------------------------------------------------------------------------------------------

  /// Writes the oldest block that is complete. False if there is none.
  template <class Sink>
  bool take(Sink& sink, Status& status) noexcept {
    if (AtomicWords::load_acquire(closed_) == taken_) { return false; }
    uint8_t* const block = taken_block_;
    const uint32_t contents = get_half(block + 4) * 4 - block_checksum_bytes;
    put_word(block + contents, checksum_of_block(block, contents));
    if (!sink.write(static_cast<const uint8_t*>(block), static_cast<size_t>(contents) + block_checksum_bytes)) {
      status = Status::storage_failed;
      return false;
    }
    pass();
    return true;
  }

 private:
  [[gnu::always_inline]] void complete() noexcept {
    uint8_t* const block = block_;
    uint8_t* const at = at_;
    block_ = after(block);
    put_half(at, 0);  // records have an even number of bytes, a block whole words
    put_half(block + 4, (static_cast<uint32_t>(at - block) + 3) / 4 + block_checksum_bytes / 4);
    AtomicWords::store_release(closed_, closed_ + 1);
  }
  void fill_none() noexcept {
    at_ = nullptr;
    end_ = nullptr;
  }

  /// In a ring that overwrites. (It may not be taken out at the same time.)
  bool give_up_oldest() noexcept {
    const bool can_overwrite = overwrites_ != 0 && blocks_ != 0;
    if (can_overwrite) { pass(); }
    return can_overwrite;
  }
  void pass() noexcept {
    taken_block_ = after(taken_block_);
    AtomicWords::store_release(taken_, taken_ + 1);
  }
  [[gnu::always_inline]] uint8_t* after(uint8_t* block) const noexcept {
    return block == last_block_ ? first_block_ : block + BlockBytes;
  }

  uint8_t* at_ = nullptr;   // in the block that is being filled
  uint8_t* end_ = nullptr;  // of its contents; nullptr if there is none
  uint8_t* block_;          // that is being filled, or the next one
  uint8_t* first_block_;
  uint8_t* last_block_;
  uint32_t blocks_;
  uint32_t overwrites_;
  uint32_t closed_ = 0;  // how many in the log so far: written where they are filled
  uint32_t taken_ = 0;   // these two where they are taken out
  uint8_t* taken_block_;
};

}  // namespace detail
}  // namespace ballast
