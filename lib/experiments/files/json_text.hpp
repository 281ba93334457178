#pragma once
/// JSON from a text, with messages that say where something is wrong.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace ballast::experiments {

/// Numbers as long double, for the exact solver: none is rounded to double on its way.
using LongJson =
    nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, long double>;

/// Of a byte, "line:column"; all of them are counted from 1.
std::string line_and_column(std::string_view text, std::size_t byte);

/// Throws InputError, with `name` as the name of the file, if the text is not JSON, or has a key twice in an object.
/// `Json` is LongJson, or nlohmann::json: its numbers are rounded once, to double.
template <class Json>
Json parse_json(const std::string& text, const std::string& name);

/// A number, or a text of one. Throws InputError that begins with `place` if it is none.
template <class Json>
typename Json::number_float_t number_of(const Json& json, const std::string& place);

/// The byte, counted from 1, at which the value of a path begins: keys and indices from the outermost value on. The
/// text must be JSON that has this path.
std::size_t byte_of(std::string_view text, const std::vector<std::string>& path);

}  // namespace ballast::experiments
