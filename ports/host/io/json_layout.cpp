#include "io/json_layout.hpp"

#include <nlohmann/json.hpp>

namespace tool {
namespace {

using Json = nlohmann::ordered_json;
using Layout = std::string (*)(const Json& json, const std::string& indent);

/// The items of a list or an object, each on a line of its own and laid out in turn.
std::string item_by_item(const Json& json, const std::string& indent, Layout layout) {
  const std::string deeper = indent + "  ";
  std::string lines;
  for (const auto& [key, item] : json.items()) {
    lines += (lines.empty() ? "\n" : ",\n") + deeper;
    lines += (json.is_object() ? Json(key).dump() + ": " : "") + layout(item, deeper);
  }
  return (json.is_object() ? "{" : "[") + lines + "\n" + indent + (json.is_object() ? "}" : "]");
}

std::string in_one_line(const Json& json, const std::string&) {
  return json.dump();
}

/// A matrix row by row, a list of objects object by object, anything else in one line.
std::string row_by_row(const Json& json, const std::string& indent) {
  const bool has_rows = json.is_array() && !json.empty() && json.front().is_structured();
  return has_rows ? item_by_item(json, indent, in_one_line) : in_one_line(json, indent);
}

std::string entry_by_entry(const Json& json, const std::string& indent) {
  return json.is_object() ? item_by_item(json, indent, row_by_row) : row_by_row(json, indent);
}

}  // namespace

std::string laid_out(const Json& object) {
  return item_by_item(object, "", entry_by_entry);
}

}  // namespace tool
