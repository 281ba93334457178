#pragma once
/// JSON out of a file, with messages that say where something is wrong.

#include <string>

#include "experiments/files/json_text.hpp"

namespace tool {

using ballast::experiments::LongJson;
using ballast::experiments::number_of;

/// Its name in messages: the path, or "standard input" for "-".
std::string name_of_input(const std::string& path);

/// All of a file. Throws InputError if it cannot be read.
std::string read_text(const std::string& path);

/// Throws InputError if the file is not JSON, or has a key twice in an object. `Json` is LongJson, or nlohmann::json:
/// its numbers are rounded once, to double.
template <class Json>
Json read_json(const std::string& path);

}  // namespace tool
