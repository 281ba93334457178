#pragma once
/// Wrong on purpose: what makes a snapshot one is written before the rest of it, and is trusted.

#include <ballast/snapshot.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

template <class Flash>
class SnapshotStore {
 public:
  explicit SnapshotStore(Flash& flash) noexcept : slot_{flash} {}

  template <class Subject>
  Status save(const Subject& subject, uint32_t features) noexcept {
    if (find_newest() && exchange(detail::Pass::compare, subject, features)) { return Status::ok; }
    for (uint32_t i = 1; i < Flash::slots; ++i) {
      const uint32_t slot = (newest_ + i) % Flash::slots;
      slot_.address = slot * Flash::slot_bytes;
      slot_.revision = revision_ + i;
      if (make_room(slot) && exchange(detail::Pass::write, subject, features) &&
          exchange(detail::Pass::compare, subject, features)) {
        return Status::ok;
      }
      ++failures_;
    }
    return Status::storage_failed;
  }

  template <class Subject>
  Status resume(Subject& subject, uint32_t features) noexcept {
    return find_newest() ? detail::read_snapshot(slot_, subject, features) : Status::no_snapshot;
  }
  template <class Subject, class... Arguments>
  Status adopt(Subject& subject, const Arguments&... arguments) noexcept {
    return find_newest() ? detail::adopt_from(subject, arguments..., slot_) : Status::no_snapshot;
  }

  uint32_t failures() const noexcept { return failures_; }

 private:
  struct Slot {
    static constexpr bool can_read = true;
    static constexpr bool can_write = true;
    static constexpr bool has_code = false;
    static constexpr uint32_t piece = Flash::program_bytes < 16 ? 16 : Flash::program_bytes;

    Flash& flash;
    uint32_t address = 0;
    uint32_t revision = 0;

    bool read(uint32_t offset, uint8_t* bytes, size_t count) noexcept {
      return flash.read(address + offset, bytes, count);
    }
    bool write(uint32_t offset, const uint8_t* bytes, size_t count) noexcept {
      const size_t units = (count + Flash::program_bytes - 1) / Flash::program_bytes;
      return flash.program(address + offset, bytes, units * Flash::program_bytes);
    }
  };

  bool find_newest() noexcept {
    bool is_found = false;
    newest_ = Flash::slots - 1;
    for (uint32_t slot = 0; slot < Flash::slots; ++slot) {
      slot_.address = slot * Flash::slot_bytes;
      detail::Archive<Slot> archive(slot_, detail::Pass::find);
      const uint32_t revision = archive.preamble(0, 0);  // and that is enough
      if (!archive.is_good() || (is_found && static_cast<int32_t>(revision - revision_) <= 0)) { continue; }
      is_found = true;
      newest_ = slot;
      revision_ = revision;
    }
    slot_.address = newest_ * Flash::slot_bytes;
    slot_.revision = revision_;
    return is_found;
  }

  template <class Subject>
  bool exchange(detail::Pass pass, const Subject& subject, uint32_t features) noexcept {
    return detail::write_snapshot(slot_, pass, subject, features) == Status::ok;
  }

  bool make_room(uint32_t slot) noexcept {
    constexpr uint32_t slots_in_area = Flash::slots_per_erase;
    if constexpr (slots_in_area > 0) {
      if (slot % slots_in_area == 0) { return slot_.flash.erase(slot_.address); }
    }
    return true;
  }

  Slot slot_;
  uint32_t newest_ = 0;
  uint32_t revision_ = 0;
  uint32_t failures_ = 0;
};

}  // namespace ballast
