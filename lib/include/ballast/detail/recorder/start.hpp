#pragma once
/// A snapshot of a learner or an agent that has just been started from zero: all that is not zero then.

#include <ballast/detail/snapshot/access.hpp>
#include <ballast/detail/snapshot/archive.hpp>
#include <ballast/detail/snapshot/passes.hpp>
#include <ballast/status.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

template <class Subject>
constexpr uint32_t start_bytes = snapshot_header_bytes + (Snapshot<Subject>::is_agent ? 3 : 2) * section_header_bytes
                                 + Snapshot<Subject>::settings_bytes + Snapshot<Subject>::Parts::bytes
                                 + snapshot_checksum_bytes;

template <class Subject, class Medium>
Status write_start(Medium& medium, Subject& subject, uint32_t features) noexcept {
  using Kind = Snapshot<Subject>;
  Archive<Medium> archive(medium, Pass::write);
  (void)archive.preamble(start_bytes<Subject>, medium.revision);
  exchange_layout<Kind::formats, all_formats>(archive, Kind::layout, whole_layout, features);
  archive.section(Section::settings, Kind::settings_bytes);
  SnapshotAccess::transfer_settings(archive, SnapshotAccess::settings(SnapshotAccess::learner(subject)));
  if constexpr (Kind::is_agent) {
    archive.section(Section::agent, Kind::Parts::bytes);
    SnapshotAccess::transfer_agent(archive, subject);
  }
  archive.section(Section::end, 0);
  archive.finish();
  return archive.status();
}

}  // namespace detail
}  // namespace ballast
