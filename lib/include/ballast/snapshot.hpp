#pragma once
/// Snapshots: what was learned as bytes, to survive a power cut and to move between host and device. The format is
/// specified in docs/SNAPSHOT.md; it is the same on every machine.
///
///   Status status = ballast::save(agent, ballast::fingerprint(coder), sink);      // sink.write(bytes, count)
///   Status status = ballast::resume(agent, ballast::fingerprint(coder), source);  // source.read(offset, bytes, count)
///
/// A sink gets the bytes in pieces of 16, a source is asked for them: there is no second copy in RAM. Every byte and
/// every number is checked before anything is stored.
///
/// - `resume` restores everything: learning goes on with the same bits as if nothing had happened.
/// - `adopt` takes the weights and the average reward into a new configuration, and begins everything else again.

#include <ballast/detail/snapshot/access.hpp>
#include <ballast/detail/snapshot/archive.hpp>
#include <ballast/detail/snapshot/media.hpp>
#include <ballast/detail/snapshot/passes.hpp>
#include <ballast/status.hpp>

#include <stdint.h>

namespace ballast {

/// How many bytes a snapshot of this type of learner or agent has.
template <class Subject>
constexpr uint32_t snapshot_bytes = detail::Snapshot<Subject>::bytes;

/// Writes a snapshot. `features` is a fingerprint of what the features mean: a snapshot is refused where another one is
/// given. `revision` says which of two snapshots is newer. A learner that was never started has nothing to save.
template <class Subject, class Sink>
Status save(const Subject& subject, uint32_t features, Sink& sink, uint32_t revision = 0) noexcept {
  if (!detail::SnapshotAccess::learner(subject).is_started()) { return Status::not_started; }
  detail::SinkMedium<Sink> medium{sink, revision};
  return detail::write_snapshot(medium, detail::Pass::write, subject, features);
}

/// Restores everything, the configuration included: learning goes on with the same bits as if nothing had happened.
/// Anything but ok: nothing has changed. (If a source that was right when it was checked is not when it is read again,
/// the learner is not started after that.)
template <class Subject, class Source>
Status resume(Subject& subject, uint32_t features, Source& source) noexcept {
  detail::SourceMedium<Source> medium{source};
  const Status status = detail::find_snapshot(medium);
  return status == Status::ok ? detail::read_snapshot(medium, subject, features) : status;
}

/// Takes the weights and the average reward of a snapshot into a new configuration, and begins everything else again:
/// trace, counts, schedule. The snapshot may be of another rule, projection, schedule, or of the other type of learner.
/// Anything but ok: nothing has changed.
template <class Learner, class Source>
Status adopt(Learner& learner, const typename Learner::Settings& settings, uint32_t features, Source& source) noexcept {
  detail::SourceMedium<Source> medium{source};
  const Status status = detail::find_snapshot(medium);
  return status == Status::ok ? detail::adopt_from(learner, settings, features, medium) : status;
}

/// The same for an agent: exploration and generator begin again, too.
template <class Agent, class Source>
Status adopt(Agent& agent, const typename Agent::Config& config, uint64_t seed, uint32_t features,
             Source& source) noexcept {
  detail::SourceMedium<Source> medium{source};
  const Status status = detail::find_snapshot(medium);
  return status == Status::ok ? detail::adopt_from(agent, config, seed, features, medium) : status;
}

}  // namespace ballast
