#pragma once
/// JSON as people read it: every entry on a line of its own, a matrix row by row.

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tool {

/// Numbers have as many digits as a double needs to be read back.
std::string laid_out(const nlohmann::ordered_json& object);

}  // namespace tool
