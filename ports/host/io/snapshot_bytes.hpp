#pragma once
/// The bytes of a snapshot, read and written. Nothing that is read is trusted: not a length, a count, an index or a
/// number.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "io/snapshot.hpp"

namespace tool {

/// The version of the format that is read and written.
constexpr uint32_t format_version = 1;

/// What a command can do something with.
enum class Scalars { float_and_double, all };

/// The snapshot that `bytes` begin with; what follows it does not matter, for instance the erased rest of a flash page.
/// Throws InputError: `name`, then what is wrong and at which byte. In fixed point the limits of the learner are not in
/// a snapshot: numbers beyond them are refused by a device, and not here.
Snapshot from_bytes(const std::vector<uint8_t>& bytes, const std::string& name,
                    Scalars scalars = Scalars::float_and_double);

/// How many bytes the snapshot has that begins with these, at least `preamble_bytes` of them; throws as from_bytes.
std::size_t length_of_snapshot(const std::vector<uint8_t>& bytes, const std::string& name);
constexpr std::size_t preamble_bytes = 16;

/// The same of a snapshot that says how something was started from zero: it has the settings and, of an agent, what
/// that was started with. Weights and trace are zero.
Snapshot start_from_bytes(const std::vector<uint8_t>& bytes, const std::string& name);
std::vector<uint8_t> to_start_bytes(const Snapshot& snapshot);

/// As `ballast::save` writes it. The numbers need not be valid: from_bytes checks them.
std::vector<uint8_t> to_bytes(const Snapshot& snapshot);

}  // namespace tool
