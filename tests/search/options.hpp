#pragma once
/// The command line.

#include <cstdint>
#include <optional>
#include <string>

namespace search {

constexpr uint64_t default_seed = 1;
constexpr double default_seconds = 20.0;

struct Options {
  uint64_t seed = default_seed;
  std::optional<uint64_t> only_case;
  std::optional<uint64_t> cases;
  double seconds = default_seconds;
  bool keeps_going = false;
  bool wants_help = false;
};

extern const char* const help_text;

/// Throws std::invalid_argument with a message.
Options parse_options(int count, const char* const* arguments);

}  // namespace search
