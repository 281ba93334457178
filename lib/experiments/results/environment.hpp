#pragma once
/// What the methods are tried on.

#include <cstdint>

namespace ballast::experiments {

enum class Environment : std::uint8_t { mrp, boyan, access_control, pendulum };

/// As in seeds, options and JSON: mrp, boyan, access_control, pendulum.
const char* name_of(Environment environment);

/// For titles: MRP, Boyan chain, Access control, Pendulum.
const char* title_of(Environment environment);

/// Whether actions are chosen there, or a fixed policy is evaluated.
constexpr bool is_control(Environment environment) {
  return environment == Environment::access_control || environment == Environment::pendulum;
}

}  // namespace ballast::experiments
