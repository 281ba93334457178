#pragma once
/// The names of dense cases, as dense.cpp gives them.

#include <fmt/format.h>

#include <string>

namespace bench {

inline std::string dense_case(const std::string& scalar, int d) {
  return fmt::format("dense/{}/{}", scalar, d);
}

inline const std::string real_scalars[] = {"float", "double"};
inline const std::string balls[] = {"none", "joint"};
inline constexpr int dimensions[] = {4, 16, 17, 32, 63, 64, 65, 128, 256, 512, 1000, 1024, 4096};
inline constexpr int fixed_dimensions[] = {16, 64, 256, 1024};

}  // namespace bench
