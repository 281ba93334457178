#pragma once
/// A snapshot as JSON: everything in it, so that the same bytes can be made of it again.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "io/snapshot.hpp"

namespace tool {

nlohmann::ordered_json json_of(const Snapshot& snapshot);

/// What was in the file, and which parts were not. Without them numbers are 0, and it is a Learner.
struct SnapshotFromJson {
  Snapshot snapshot;
  bool has_scalar = false;
  bool has_configuration = false;
  bool has_fingerprint = false;
};

/// `-` is standard input. Only the weights must be there, and whole the parts that are. `is_double`: the scalar if the
/// file does not say. Throws InputError.
SnapshotFromJson read_snapshot_json(const std::string& path, bool is_double);

}  // namespace tool
