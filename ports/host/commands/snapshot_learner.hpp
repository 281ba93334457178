#pragma once
/// Snapshots of the learner that a replay runs, a `Learner`.

#include <memory>
#include <string>

#include "engine/dynamic_learner.hpp"
#include "io/snapshot.hpp"

namespace tool {

/// The bytes are those that a `Learner` on a device saves.
template <class T>
Snapshot snapshot_of(const DynamicLearner<T>& learner, uint32_t fingerprint, uint32_t revision);

/// Goes on where the snapshot was saved, with the same bits. Throws InputError if `snapshot`, read from `name`, is of
/// anything but a `Learner`. The scalar must be the same.
template <class T>
std::unique_ptr<DynamicLearner<T>> resume_learner(const Snapshot& snapshot, const std::string& name);

}  // namespace tool
