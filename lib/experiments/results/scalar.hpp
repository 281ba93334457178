#pragma once
/// The scalar of learners.

#include <cstddef>
#include <cstdint>

namespace ballast::experiments {

enum class Scalar : std::uint8_t {
  float32,
  float64,
  fixed,  ///< ballast::Fixed: evaluation alone
};

/// As files and commands have them, in the order of Scalar.
inline constexpr const char* scalar_names[] = {"float", "double", "fixed"};

inline const char* name_of(Scalar scalar) {
  return scalar_names[static_cast<std::size_t>(scalar)];
}

}  // namespace ballast::experiments
