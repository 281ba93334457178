#pragma once
/// The scalar of learners.

#include <cstdint>

namespace ballast::experiments {

enum class Scalar : std::uint8_t { float32, float64 };

/// float, double
inline const char* name_of(Scalar scalar) {
  return scalar == Scalar::float32 ? "float" : "double";
}

}  // namespace ballast::experiments
