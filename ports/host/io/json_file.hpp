#pragma once
/// JSON out of a file, with messages that say where something is wrong.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace tool {

/// Numbers as long double, for the exact solver: none is rounded to double on its way.
using LongJson =
    nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, long double>;

/// Its name in messages: the path, or "standard input" for "-".
std::string name_of_input(const std::string& path);

/// Throws InputError if the file is not JSON, or has a key twice in an object. `Json` is LongJson, or nlohmann::json:
/// its numbers are rounded once, to double.
template <class Json>
Json read_json(const std::string& path);

/// A number, or a text of one. Throws InputError that begins with `place` if it is none.
template <class Json>
typename Json::number_float_t number_of(const Json& json, const std::string& place);

}  // namespace tool
