#pragma once
/// A flash, an EEPROM or an FRAM in RAM, as SnapshotStore wants it, which can lose its power at any operation, wears
/// out on demand, and notices when it is used in a way that a real one forbids. No heap: it runs on the cores as well.

#include <stddef.h>
#include <stdint.h>

#include "noise.hpp"

/// What becomes of the operation that was going on when the power was lost. An operation is one program unit or one
/// erase.
enum class PowerLoss : uint8_t {
  /// It had not begun.
  clean,
  /// A program has changed the first bytes of its unit, the last ones, or any of the bits that it was to change. Where
  /// a unit has an error-correcting code, that may not fit, and the unit cannot be read until it is erased.
  torn_program,
  /// An erase has left some of the old contents, in whole bytes or in bits, at one end or anywhere, perhaps all of them
  /// or none; some flash first programs everything. (A byte of an EEPROM is erased before it is written.)
  interrupted_erase,
  /// The last programs have been done in any order, some of them not at all. A machine of this type queues programs (a
  /// driver that hands them to DMA, a memory controller with a write buffer, an EEPROM that collects a page) and has
  /// done them when it is next asked to read or to erase.
  out_of_order,
  /// As torn_program; but the bits that it left in between read as one or the other, anew after each restart.
  unstable_bits,
};
constexpr size_t power_losses = 5;

/// `SlotsPerErase` = 0: bytes can be overwritten. `HasCode`: an error-correcting code for each unit.
template <uint32_t Slots, uint32_t SlotsPerErase, uint32_t SlotBytes, uint32_t ProgramBytes, uint8_t Erased = 0xFF,
          bool HasCode = false>
struct Geometry {
  static constexpr uint32_t slots = Slots;
  static constexpr uint32_t slots_per_erase = SlotsPerErase;
  static constexpr uint32_t slot_bytes = SlotBytes;
  static constexpr uint32_t program_bytes = ProgramBytes;
  static constexpr uint8_t erased = Erased;
  static constexpr bool has_code = HasCode;
};

/// What is worn out: some bytes, in a certain way.
struct Defect {
  enum Type : uint8_t {
    nothing,
    program_fails,     ///< and says so
    program_doubtful,  ///< has its effect, as far as can be seen, and says that it failed
    program_stops,     ///< has no effect, and does not say so
    erase_fails,       ///< and says so; the area stays as it was
    erase_stops,       ///< leaves the second half of the area as it was, and does not say so
    stuck_bits,        ///< one bit of each byte never changes from what is not erased
    unreadable,
  };
  Type type = nothing;
  uint32_t from = 0;
  uint32_t to = 0;

  bool is_at(Type what, uint32_t begin, uint32_t end) const { return type == what && begin < to && from < end; }
};

template <class G, size_t QueueLength = 16>
class EmulatedFlash {
 public:
  static constexpr uint32_t slots = G::slots;
  static constexpr uint32_t slots_per_erase = G::slots_per_erase;
  static constexpr uint32_t slot_bytes = G::slot_bytes;
  static constexpr uint32_t program_bytes = G::program_bytes;
  static constexpr uint8_t erased = G::erased;

  static constexpr bool can_be_overwritten = slots_per_erase == 0;
  static constexpr uint32_t area_bytes = (can_be_overwritten ? 1 : slots_per_erase) * slot_bytes;
  static constexpr uint32_t size = slots * slot_bytes;
  static constexpr uint32_t areas = size / area_bytes;
  static constexpr uint32_t units = size / program_bytes;

  EmulatedFlash() {
    for (uint8_t& x : bytes) { x = erased; }
  }

  // --- what the store uses ------------------------------------------------------------------------------------------

  bool read(uint32_t address, uint8_t* to, size_t count) {
    if (is_off_) { return false; }
    ++reads;
    expect(address < size && count <= size - address);
    complete_all();
    for (size_t i = 0; i < count; ++i) { to[i] = bytes[address + i]; }  // right or not
    const auto end = static_cast<uint32_t>(address + count);
    for (uint32_t unit = address / program_bytes; unit * program_bytes < end; ++unit) {
      if ((flags_[unit] & is_unreadable) != 0) { return false; }
    }
    return !defect.is_at(Defect::unreadable, address, end);
  }

  bool program(uint32_t address, const uint8_t* from, size_t count) {
    if (is_off_) { return false; }
    expect(address % program_bytes == 0 && count % program_bytes == 0 && count > 0);
    expect(address < size && count <= size - address);
    for (uint32_t at = 0; at < count; at += program_bytes) {
      if (!program_unit(address + at, from + at)) { return false; }
    }
    return true;
  }

  bool erase(uint32_t address) {
    if (is_off_) { return false; }
    expect(!can_be_overwritten && address % area_bytes == 0 && address < size);
    complete_all();
    if (is_lost_now()) { return interrupt_erase(address); }
    ++erases[address / area_bytes];
    if (defect.is_at(Defect::erase_fails, address, address + area_bytes)) { return false; }
    const bool stops = defect.is_at(Defect::erase_stops, address, address + area_bytes);
    clear(address, area_bytes, stops ? area_bytes / 2 : area_bytes);
    return true;
  }

  // --- what the tests use -------------------------------------------------------------------------------------------

  /// The power will be lost at the operation after so many others.
  void lose_power_after(uint32_t operations_from_now, PowerLoss how, uint32_t seed) {
    loss_at_ = operations + operations_from_now;
    how_ = how;
    random_ = Noise(seed);
    for (int i = 0; i < 4; ++i) { (void)random_.word(); }
  }
  bool is_off() const { return is_off_; }
  void restart() {
    complete_all();
    is_off_ = false;
    loss_at_ = UINT32_MAX;
    for (Unstable& unit : unstable_) {
      if (unit.is_there) { draw(unit); }
    }
  }
  /// Programs are queued from here on.
  void queue_programs(bool are_queued) { are_queued_ = are_queued; }

  /// As if it had been programmed from outside.
  void put(uint32_t address, const uint8_t* from, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      bytes[address + i] = from[i];
      flags_[(address + i) / program_bytes] = is_programmed;
    }
  }

  uint8_t bytes[size];
  Defect defect;
  uint32_t operations = 0;
  uint32_t programs = 0;
  uint32_t reads = 0;
  uint32_t erases[areas]{};
  /// How often it was used in a way that a real one forbids.
  uint32_t violations = 0;
  /// How often something was written into a slot that began with the first word of a snapshot.
  uint32_t written_under_mark = 0;

 private:
  static constexpr uint8_t is_programmed = 1;
  static constexpr uint8_t is_unreadable = 2;

  struct Program {
    uint32_t address;
    uint8_t bytes[program_bytes];
  };
  struct Unstable {
    bool is_there = false;
    Program before{};
    Program after{};
  };

  void expect(bool condition) { violations += condition ? 0 : 1; }
  bool is_lost_now() {
    const bool is_lost = operations++ == loss_at_;
    is_off_ = is_off_ || is_lost;
    return is_lost;
  }

  bool program_unit(uint32_t address, const uint8_t* from) {
    Program unit{address, {}};
    for (uint32_t i = 0; i < program_bytes; ++i) { unit.bytes[i] = from[i]; }
    uint8_t& flags = flags_[address / program_bytes];
    expect(can_be_overwritten || (flags & is_programmed) == 0);
    const uint32_t begin = address - address % slot_bytes;
    if (address - begin >= 16 && !are_queued_) {
      written_under_mark +=
          bytes[begin] == 'B' && bytes[begin + 1] == 'L' && bytes[begin + 2] == 'S' && bytes[begin + 3] == 'N' ? 1 : 0;
    }
    if (is_lost_now()) { return lose(unit); }
    ++programs;
    if (defect.is_at(Defect::program_fails, address, address + program_bytes)) { return false; }
    const bool is_doubtful = defect.is_at(Defect::program_doubtful, address, address + program_bytes);
    if (defect.is_at(Defect::program_stops, address, address + program_bytes)) { return true; }
    flags = is_programmed;
    if (are_queued_) {
      enqueue(unit);
    } else {
      complete(unit);
    }
    return !is_doubtful;
  }

  // --- bytes --------------------------------------------------------------------------------------------------------

  /// Only towards what is not erased.
  uint8_t programmed(uint8_t old, uint8_t x) const {
    if constexpr (can_be_overwritten) { return x; }
    return static_cast<uint8_t>(erased == 0xFF ? old & x : old | x);
  }
  uint8_t worn(uint32_t address, uint8_t x) const {
    if (!defect.is_at(Defect::stuck_bits, address, address + 1)) { return x; }
    const uint8_t bit = static_cast<uint8_t>(1U << (address % 8));
    return static_cast<uint8_t>(erased == 0xFF ? x & ~bit : x | bit);
  }
  void complete(const Program& unit) {
    for (uint32_t i = 0; i < program_bytes; ++i) {
      uint8_t& byte = bytes[unit.address + i];
      byte = worn(unit.address + i, programmed(byte, unit.bytes[i]));
    }
    forget_unstable(unit.address, program_bytes);
  }
  void clear(uint32_t address, uint32_t count, uint32_t count_that_works) {
    for (uint32_t i = 0; i < count; ++i) {
      if (i < count_that_works) { bytes[address + i] = worn(address + i, erased); }
      flags_[(address + i) / program_bytes] = 0;
    }
    forget_unstable(address, count);
  }

  // --- the queue ----------------------------------------------------------------------------------------------------

  void enqueue(const Program& unit) {
    if (queued_ == QueueLength) {
      complete(queue_[0]);
      for (size_t i = 1; i < queued_; ++i) { queue_[i - 1] = queue_[i]; }
      --queued_;
    }
    queue_[queued_++] = unit;
  }
  void complete_all() {
    for (size_t i = 0; i < queued_; ++i) { complete(queue_[i]); }
    queued_ = 0;
  }
  /// In any order: only some, all but one, only the last, or only the first.
  void complete_some() {
    const uint32_t style = random_.word() % 4;
    const uint32_t chosen = style == 1   ? random_.word() % static_cast<uint32_t>(queued_)
                            : style == 2 ? static_cast<uint32_t>(queued_ - 1)
                                         : 0;
    while (queued_ > 0) {
      const uint32_t i = random_.word() % static_cast<uint32_t>(queued_);
      const bool is_chosen = queue_[i].address == queue_[chosen < queued_ ? chosen : 0].address;
      const bool is_done = style == 0 ? random_.word() % 2 == 0 : (style == 1) != is_chosen;
      if (is_done) { complete(queue_[i]); }
      note_what_is_seen(queue_[i].address);
      queue_[i] = queue_[--queued_];
    }
  }

  // --- the power is lost --------------------------------------------------------------------------------------------

  bool lose(const Program& unit) {
    switch (how_) {
      case PowerLoss::clean: break;
      case PowerLoss::torn_program: tear(unit); break;
      case PowerLoss::interrupted_erase: can_be_overwritten ? half_erase(unit) : tear(unit); break;
      case PowerLoss::out_of_order:
        enqueue(unit);
        complete_some();
        break;
      case PowerLoss::unstable_bits: leave_unstable(unit); break;
    }
    return false;
  }
  void tear(const Program& unit) {
    Program part = unit;
    const uint32_t style = random_.word() % 3;
    const uint32_t cut = random_.word() % (program_bytes + 1);
    for (uint32_t i = 0; i < program_bytes; ++i) {
      const uint8_t old = bytes[unit.address + i];
      const uint8_t subset = static_cast<uint8_t>((old & ~random_bits_) | (unit.bytes[i] & random_bits_));
      random_bits_ = random_.word();
      part.bytes[i] = style == 0   ? (i < cut ? unit.bytes[i] : old)
                      : style == 1 ? (i < cut ? old : unit.bytes[i])
                                   : subset;
    }
    complete(part);
    note_what_is_seen(unit.address);
    if (G::has_code && random_.word() % 2 == 0) {
      flags_[unit.address / program_bytes] = static_cast<uint8_t>(is_programmed | is_unreadable);
    }
  }
  /// A byte of an EEPROM, on its way from the old value to the erased one.
  void half_erase(const Program& unit) {
    Program part = unit;
    for (uint32_t i = 0; i < program_bytes; ++i) {
      part.bytes[i] = static_cast<uint8_t>(bytes[unit.address + i] | random_.word());
    }
    complete(part);
  }
  /// Nobody can know of a program that has changed nothing.
  void note_what_is_seen(uint32_t address) {
    bool is_seen = false;
    for (uint32_t i = 0; i < program_bytes; ++i) { is_seen = is_seen || bytes[address + i] != erased; }
    flags_[address / program_bytes] = is_seen ? is_programmed : 0;
  }

  void leave_unstable(const Program& unit) {
    Unstable& place = unstable_[next_unstable_++ % 4];
    place.is_there = true;
    place.before.address = unit.address;
    place.after = unit;
    for (uint32_t i = 0; i < program_bytes; ++i) {
      place.before.bytes[i] = bytes[unit.address + i];
      place.after.bytes[i] = programmed(place.before.bytes[i], unit.bytes[i]);
    }
    flags_[unit.address / program_bytes] = is_programmed;
  }
  /// All old, all new, or any bits of both.
  void draw(const Unstable& unit) {
    const uint32_t style = random_.word() % 4;
    for (uint32_t i = 0; i < program_bytes; ++i) {
      const uint32_t mask = style == 0 ? 0 : style == 1 ? random_.word() : ~0U;
      bytes[unit.before.address + i] =
          static_cast<uint8_t>((unit.before.bytes[i] & ~mask) | (unit.after.bytes[i] & mask));
    }
    note_what_is_seen(unit.before.address);
  }
  void forget_unstable(uint32_t address, uint32_t count) {
    for (Unstable& unit : unstable_) {
      if (unit.before.address >= address && unit.before.address < address + count) { unit.is_there = false; }
    }
  }

  bool interrupt_erase(uint32_t address) {
    if (how_ != PowerLoss::interrupted_erase) { return false; }  // it had not begun
    const uint32_t style = random_.word() % 7;
    const uint32_t cut = random_.word() % area_bytes;
    uint32_t mask = 0;
    for (uint32_t i = 0; i < area_bytes; ++i) {
      if (style == 2) { mask = random_.word(); }                                     // any bits
      if (style == 3 && i % program_bytes == 0) { mask = 0U - random_.word() % 2; }  // any units
      if (style == 4) { mask = i < cut ? ~0U : 0; }
      if (style == 5) { mask = i < cut ? 0 : ~0U; }
      if (style == 6) { mask = ~0U; }
      uint8_t& byte = bytes[address + i];
      if (style == 1) { byte = static_cast<uint8_t>(random_.word() & random_.word() & static_cast<uint8_t>(~erased)); }
      byte = static_cast<uint8_t>((byte & ~mask) | (erased & mask));
    }
    // It must be erased again, whatever it looks like.
    for (uint32_t i = 0; i < area_bytes; ++i) { flags_[(address + i) / program_bytes] |= is_programmed; }
    return false;
  }

  uint8_t flags_[units]{};
  bool is_off_ = false;
  bool are_queued_ = false;
  PowerLoss how_ = PowerLoss::clean;
  uint32_t loss_at_ = UINT32_MAX;
  Noise random_{1};
  uint32_t random_bits_ = 0;
  Program queue_[QueueLength]{};
  size_t queued_ = 0;
  Unstable unstable_[4];
  uint32_t next_unstable_ = 0;
};
