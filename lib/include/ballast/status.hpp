#pragma once
/// One small vocabulary for everything that can go wrong. Errors are values: ignoring one does not compile
/// under -Werror, and whoever returns anything but `ok` has changed nothing.

#include <stdint.h>

namespace ballast {

enum class [[nodiscard]] Status : uint8_t{
    ok,
    invalid_step_size,  ///< not a finite number above 0
    invalid_offset,     ///< a polynomial schedule would start at t + offset = 0
    invalid_power,      ///< outside (0, 1]
};

/// The name of a status, for logs. No default: the compiler points at a status that has no name here.
constexpr const char* name(Status status) noexcept {
  switch (status) {
    case Status::ok: return "ok";
    case Status::invalid_step_size: return "invalid_step_size";
    case Status::invalid_offset: return "invalid_offset";
    case Status::invalid_power: return "invalid_power";
  }
  return "unknown";  // a byte that is no Status, for instance from a damaged log
}

}  // namespace ballast
