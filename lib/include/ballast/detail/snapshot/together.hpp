#pragma once
/// A learner or an agent with its companions, for snapshots (field/together.hpp).

#include <ballast/detail/snapshot/archive.hpp>
#include <ballast/detail/snapshot/format.hpp>
#include <ballast/detail/snapshot/passes.hpp>

#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace detail {

/// In the place of a guard where there is none.
struct NoGuard {
  static constexpr uint32_t snapshot_bytes = 0;
  template <class Archive>
  void exchange(Archive& /*archive*/) const noexcept {}
  template <class Archive>
  bool restore(Archive& /*archive*/, uint32_t /*length*/) const noexcept {
    return false;
  }
  void reset() const noexcept {}
};
inline constexpr NoGuard no_guard{};

template <class Subject, class Health, class Guard>
struct Together {
  static constexpr bool has_guard = !etl::is_same<Guard, const NoGuard>::value;
  static constexpr uint32_t companion_bytes =
      section_header_bytes + Health::snapshot_bytes + (has_guard ? section_header_bytes + Guard::snapshot_bytes : 0);

  Subject& subject;
  Health& health;
  Guard& guard;

  template <class Archive>
  void save(Archive& archive) noexcept {
    archive.section(Section::health, Health::snapshot_bytes);
    health.exchange(archive);
    if constexpr (has_guard) {
      archive.section(Section::guard, Guard::snapshot_bytes);
      guard.exchange(archive);
    }
    archive.section(Section::end, 0);
  }

  /// Those that are there, up to the end; the others begin again.
  template <class Archive>
  void restore(Archive& archive) noexcept {
    bool has_seen_health = false;
    bool has_seen_guard = false;
    for (;;) {
      const uint32_t head = archive.exchange(0);
      const uint32_t length = archive.exchange(0);
      if (!archive.is_good()) { break; }
      if (head == static_cast<uint32_t>(Section::end)) {
        archive.require(length == 0);
        break;
      }
      if (head == static_cast<uint32_t>(Section::health) && length == Health::snapshot_bytes) {
        health.exchange(archive);
        has_seen_health = true;
      } else if (head == static_cast<uint32_t>(Section::guard) && guard.restore(archive, length)) {
        has_seen_guard = true;
      } else {
        archive.pass_over(head, length);
        archive.require(length % 4 == 0);
      }
    }
    if (!archive.is_storing()) { return; }
    if (!has_seen_health) { health.reset(); }
    if (!has_seen_guard) { guard.reset(); }
  }
};

template <class Subject, class Health, class Guard>
struct Snapshot<Together<Subject, Health, Guard>> : Snapshot<Subject> {
  static constexpr bool has_companions = true;
  static constexpr uint32_t bytes = Snapshot<Subject>::bytes + Together<Subject, Health, Guard>::companion_bytes;
};

}  // namespace detail
}  // namespace ballast
