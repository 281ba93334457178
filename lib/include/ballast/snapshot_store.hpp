#pragma once
/// Keeps snapshots in flash, EEPROM or FRAM so that a power cut at any instant costs at most the snapshot that was
/// being written: what is restored is the last complete one, or the one before it, and never anything else.
///
///   ballast::SnapshotStore<Flash> store(flash);                             // Flash is yours: see below
///   if (store.resume(agent, features) != Status::ok) { agent.start(...); }
///   ...
///   (void)store.save(agent, features);                                      // now and then (docs/SNAPSHOT.md)
///
/// What it needs to know of the memory:
///
///   struct Flash {
///     static constexpr uint32_t slots = 8;            // places for one snapshot each; take three or more
///     static constexpr uint32_t slots_per_erase = 4;  // how many slots one erase clears; 0 if bytes can be
///     overwritten static constexpr uint32_t slot_bytes = 4096;    // room for a snapshot: a multiple of 16 and of
///     program_bytes static constexpr uint32_t program_bytes = 4;    // size and alignment of one program operation
///     static constexpr uint8_t erased = 0xFF;         // what an erased byte reads as
///     bool read(uint32_t address, uint8_t* bytes, size_t count);
///     bool program(uint32_t address, const uint8_t* bytes, size_t count);  // a multiple of program_bytes
///     bool erase(uint32_t address);                                        // slots_per_erase slots from here on
///   };
///
/// Addresses count from the first slot; a learner or agent has a store, and a region of the memory, of its own. False
/// means that it did not work; the store then uses another slot. There must be two erasable areas: the one with the
/// newest snapshot is never erased.
///
/// The slots are used in a ring. A snapshot is written without its first piece, which holds the words that make it one
/// and its sequence number; that piece follows when all else is there. It is then read back and compared. Each slot has
/// a sequence number of its own, also one that is passed over: what is in there may be complete after all, in bits that
/// a power cut left in between, and must not be as new as what follows it.

#include <ballast/detail/snapshot/access.hpp>
#include <ballast/detail/snapshot/archive.hpp>
#include <ballast/detail/snapshot/passes.hpp>
#include <ballast/detail/snapshot/slot.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/status.hpp>

#include <stdint.h>

namespace ballast {

/// No authentication. One of your own has these, and is given to the store, which copies it: `bytes`, the length of its
/// code; `begin()`, also after a begin() without finish(); `add(bytes, count)`, for all bytes of a snapshot in their
/// order; `finish(code)`.
struct NoMac {
  /// Of a code: there is none.
  static constexpr uint32_t bytes = 0;
};

/// The newest complete snapshot, and where the next one goes. It has no copy of anything: 28 bytes on a core.
template <class Flash, class Mac = NoMac>
class SnapshotStore {
 public:
  /// Touches nothing: the slots are looked at when they are first needed.
  explicit SnapshotStore(Flash& driver, const Mac& mac = Mac()) noexcept : slot_(driver, mac) {}

  /// Writes a snapshot, unless the newest one is the same. Where writing fails, in the next slot, for as long as there
  /// is one: `failures` counts. storage_failed: there was none left, and the newest snapshot is still what it was.
  /// snapshot_damaged: the learner has weights that are not finite, which only a forged snapshot can give it.
  template <class Subject>
  Status save(const Subject& subject, uint32_t features) noexcept {
    static_assert(Slot::occupied(snapshot_bytes<Subject>) <= Flash::slot_bytes,
                  "SnapshotStore: a snapshot does not fit in a slot");
    static_assert(!Slot::has_code || Slot::piece <= snapshot_bytes<Subject>,
                  "SnapshotStore: a snapshot that is shorter than a program unit cannot be authenticated");
    const auto& learner = detail::SnapshotAccess::learner(subject);
    if (!learner.is_started()) { return Status::not_started; }
    if (!detail::is_finite_throughout(learner)) { return Status::snapshot_damaged; }
    if (find_newest() && pass(detail::Pass::compare, subject, features)) { return Status::ok; }  // nothing has changed
    uint32_t slot = newest_;
    do {
      slot = slot + 1 < Flash::slots ? slot + 1 : 0;
      ++slot_.revision;
      if (make_room(slot) && write(subject, features)) {
        newest_ = slot;
        has_newest_ = true;
        return Status::ok;
      }
    } while (slot != newest_);
    return Status::storage_failed;
  }

  /// As ballast::resume, from the newest snapshot; no_snapshot if there is none. After a failure the next call looks at
  /// the slots again: if the newest was damaged since it was found, there may be an older one.
  template <class Subject>
  Status resume(Subject& subject, uint32_t features) noexcept {
    if (!find_newest()) { return Status::no_snapshot; }
    return known_if_ok(detail::read_snapshot(slot_, subject, features));
  }

  /// As ballast::adopt, from the newest snapshot; no_snapshot if there is none.
  template <class Learner>
  Status adopt(Learner& learner, const typename Learner::Settings& settings, uint32_t features) noexcept {
    if (!find_newest()) { return Status::no_snapshot; }
    return known_if_ok(detail::adopt_from(learner, settings, features, slot_));
  }
  /// The same for an agent.
  template <class Agent>
  Status adopt(Agent& agent, const typename Agent::Config& config, uint64_t seed, uint32_t features) noexcept {
    if (!find_newest()) { return Status::no_snapshot; }
    return known_if_ok(detail::adopt_from(agent, config, seed, features, slot_));
  }

  /// How often erasing or writing has failed so far and another slot was used: above zero, the memory is wearing out.
  uint32_t failures() const noexcept { return failures_; }

  /// The sequence number of the newest snapshot, after resume, adopt or save; after a save that failed, a higher one.
  /// It grows by more than one when a slot is passed over.
  uint32_t revision() const noexcept { return slot_.revision; }

 private:
  using Slot = detail::Slot<Flash, Mac>;
  static constexpr bool must_be_erased = Flash::slots_per_erase > 0;
  static constexpr uint32_t slots_in_area = must_be_erased ? Flash::slots_per_erase : 1;
  static_assert(Flash::slots % slots_in_area == 0 && Flash::slots / slots_in_area >= 2,
                "SnapshotStore: at least two areas that can be erased, all of the same number of slots");
  static_assert(Flash::slot_bytes % Slot::piece == 0,
                "SnapshotStore: slot_bytes must be a multiple of 16 and of program_bytes");

  /// Looks at all slots, once, and selects the newest. From the last to the first: in a ring most of them are then
  /// older than one seen before, and need not be checked.
  [[gnu::noinline]] bool find_newest() noexcept {
    for (uint32_t i = is_known_ ? 0 : Flash::slots; i > 0; --i) {
      slot_.select(i - 1);
      detail::Archive<Slot> archive(slot_, detail::Pass::find);
      const uint32_t revision = archive.preamble(0, 0);
      archive.require(archive.length() <= Flash::slot_bytes - Slot::occupied(0));
      if (has_newest_ && static_cast<int32_t>(revision - slot_.revision) <= 0) { continue; }
      archive.rest();
      if (!archive.is_good()) { continue; }
      has_newest_ = true;
      newest_ = i - 1;
      slot_.revision = revision;
    }
    is_known_ = true;
    slot_.select(newest_);
    return has_newest_;
  }
  Status known_if_ok(Status status) noexcept {
    if (status != Status::ok) { is_known_ = has_newest_ = false; }
    return status;
  }

  template <class Subject>
  bool pass(detail::Pass pass, const Subject& subject, uint32_t features) noexcept {
    return detail::write_snapshot(slot_, pass, subject, features) == Status::ok;
  }
  /// All but the first piece, then the first, then everything is read back.
  template <class Subject>
  bool write(const Subject& subject, uint32_t features) noexcept {
    bool is_written = pass(detail::Pass::write, subject, features);
    slot_.write_first();
    is_written =
        is_written && pass(detail::Pass::write, subject, features) && pass(detail::Pass::compare, subject, features);
    failures_ += is_written ? 0 : 1;
    return is_written;
  }

  /// Whether a snapshot can be written there. The first slot of an area erases it; if power is lost when some others
  /// are written, they are not erased, and are left alone until it comes to that.
  [[gnu::noinline]] bool make_room(uint32_t slot) noexcept {
    slot_.select(slot);
    if constexpr (must_be_erased) {
      if (slot % slots_in_area != 0) {
        const bool is_erased = slot_.is_erased();
        failures_ += is_erased || !has_erased_ ? 0 : 1;
        return is_erased;
      }
    }
    has_erased_ = false;
    if (has_newest_ && newest_ - newest_ % slots_in_area == slot) { return false; }  // the only good one is in it
    has_erased_ = make_area();
    failures_ += has_erased_ ? 0 : 1;
    return has_erased_;
  }
  bool make_area() noexcept {
    if constexpr (must_be_erased) {
      return slot_.erase();
    } else {
      return slot_.invalidate();
    }
  }

  Slot slot_;
  uint32_t newest_ = Flash::slots - 1;  // if there is none: the next one is in the first slot
  uint32_t failures_ = 0;
  bool is_known_ = false;
  bool has_newest_ = false;
  bool has_erased_ = false;  // since it was started, the area that it is in: if a slot is not erased, it is worn out
};

}  // namespace ballast
