#pragma once
/// The blocks of a flight recorder, in memory that the user supplies: one is being filled, others wait until they are
/// taken out. The one who fills them may interrupt the one who takes them out: each has a count of its own, and writes
/// nothing else that the other one reads.

#include <ballast/detail/little_endian.hpp>
#include <ballast/detail/recorder/format.hpp>
#include <ballast/published.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/crc32.h>

namespace ballast {
namespace detail {

/// What each block of a log says about it.
struct BlockLayout {
  uint32_t codes;     // features, index, number, actions: a byte each
  uint32_t features;  // of a state
};

class BlockRing {
 public:
  BlockRing(uint8_t* memory, uint32_t block_bytes, size_t blocks, bool overwrites) noexcept
      : memory_(memory),
        block_bytes_(block_bytes),
        blocks_(static_cast<uint32_t>(blocks)),
        overwrites_(overwrites ? 1U : 0U) {}

  // --- filling ----------------------------------------------------------------------------------------------------

  /// Where so many bytes can be written; nullptr if this block has no room for them.
  [[gnu::always_inline]] uint8_t* room_for(size_t bytes) const noexcept {
    return static_cast<size_t>(end_ - at_) >= bytes ? at_ : nullptr;
  }
  /// What was written ends here.
  [[gnu::always_inline]] void wrote_up_to(uint8_t* at) noexcept { at_ = at; }
  [[gnu::always_inline]] uint8_t* at() const noexcept { return at_; }
  [[gnu::always_inline]] const uint8_t* end() const noexcept { return end_; }

  /// How many blocks can be opened.
  uint32_t free_blocks() const noexcept {
    return overwrites_ != 0 ? blocks_ : blocks_ - (closed_ - AtomicWords::load_acquire(taken_));
  }

  /// Ends the block that is being filled, and begins the next one. False if there is none that is free.
  bool open(BlockKind kind, const BlockLayout& layout, uint32_t ticks) noexcept {
    close();
    if (!make_room()) { return false; }
    uint8_t* const block = memory_ + slot_ * block_bytes_;
    put_word(block, block_magic);
    put_word(block + 4, static_cast<uint32_t>(kind) << 16 | block_version << 24);
    put_word(block + 8, number_);
    put_word(block + 12, ticks);
    put_word(block + 16, layout.codes);
    put_word(block + 20, layout.features);
    at_ = block + block_header_bytes;
    end_ = block + block_bytes_ - block_checksum_bytes;
    return true;
  }

  /// Ends the block that is being filled, if there is one: it can be taken out.
  void close() noexcept {
    if (end_ == nullptr) { return; }
    uint8_t* const block = memory_ + slot_ * block_bytes_;
    while ((at_ - block) % 4 != 0) { *at_++ = 0; }
    const auto length = static_cast<uint32_t>(at_ - block) + block_checksum_bytes;
    put_half(block + 4, length / 4);
    ++number_;
    slot_ = after(slot_);
    at_ = nullptr;
    end_ = nullptr;
    AtomicWords::store_release(closed_, closed_ + 1);
  }

  // --- taking out -------------------------------------------------------------------------------------------------

  /// Writes the oldest block that is complete. False if there is none.
  template <class Sink>
  bool take(Sink& sink, Status& status) noexcept {
    if (AtomicWords::load_acquire(closed_) == taken_) { return false; }
    uint8_t* const block = memory_ + taken_slot_ * block_bytes_;
    const uint32_t contents = (get_word(block + 4) & 0xFFFFU) * 4 - block_checksum_bytes;
    put_word(block + contents, checksum(block, contents));
    if (!sink.write(static_cast<const uint8_t*>(block), size_t{contents} + block_checksum_bytes)) {
      status = Status::storage_failed;
      return false;
    }
    pass();
    return true;
  }

 private:
  static uint32_t checksum(const uint8_t* bytes, uint32_t count) noexcept {
    using Crc = etl::crc32_t16::policy_type;
    uint32_t sum = Crc().initial();
    for (uint32_t i = 0; i < count; ++i) { sum = Crc().add(sum, bytes[i]); }
    return Crc().final(sum);
  }

  /// In a ring that overwrites, the oldest block is given up. (It may not be taken out at the same time.)
  bool make_room() noexcept {
    if (closed_ - AtomicWords::load_acquire(taken_) != blocks_) { return true; }
    if (overwrites_ == 0 || blocks_ == 0) { return false; }
    pass();
    return true;
  }
  void pass() noexcept {
    taken_slot_ = after(taken_slot_);
    AtomicWords::store_release(taken_, taken_ + 1);
  }
  uint32_t after(uint32_t slot) const noexcept { return slot + 1 == blocks_ ? 0 : slot + 1; }

  uint8_t* memory_;
  uint8_t* at_ = nullptr;   // in the block that is being filled
  uint8_t* end_ = nullptr;  // of its contents; nullptr if there is none
  uint32_t block_bytes_;
  uint32_t blocks_;
  uint32_t overwrites_;
  uint32_t number_ = 0;  // of the block, in the log
  uint32_t slot_ = 0;
  uint32_t closed_ = 0;      // written where blocks are filled
  uint32_t taken_slot_ = 0;  // these two where they are taken out
  uint32_t taken_ = 0;
};

}  // namespace detail
}  // namespace ballast
