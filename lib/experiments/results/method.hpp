#pragma once
/// The methods that are compared.

#include <cstdint>

namespace ballast::experiments {

enum class Method : std::uint8_t { standard, implicit, implicit_r1000, implicit_r5000 };

/// As in the CSV files: standard, implicit, implicit_r1000, implicit_r5000.
const char* name_of(Method method);

/// For legends and sentences: "standard", "implicit", "implicit, R = 1000", "implicit, R = 5000".
const char* label_of(Method method);

}  // namespace ballast::experiments
