#pragma once
/// Nouns after a number, in messages.

#include <cstdint>
#include <string>

namespace ballast::experiments {

/// "step" for 1, "steps" for any other number.
inline std::string plural(std::uint64_t count, const std::string& noun) {
  return count == 1 ? noun : noun + "s";
}

}  // namespace ballast::experiments
