#pragma once
/// Snapshots in files.

#include <string>

#include "experiments/files/output_file.hpp"
#include "io/snapshot.hpp"
#include "io/snapshot_bytes.hpp"

namespace tool {

/// `-` is standard input. Throws InputError: the file, what is wrong, and at which byte.
Snapshot read_snapshot(const std::string& path, Scalars scalars = Scalars::float_and_double);

/// Refuses what a device would refuse: `name` is then where the numbers came from.
void write_snapshot(const Snapshot& snapshot, const std::string& name, ballast::experiments::OutputFile& file);

}  // namespace tool
