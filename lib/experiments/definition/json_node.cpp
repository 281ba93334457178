#include "experiments/definition/json_node.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/definition/nearest_name.hpp"
#include "experiments/text/shown.hpp"

namespace ballast::experiments {

std::string JsonNode::place() const {
  std::string keys;
  for (const std::string& key : path_) {
    const bool is_index = key.find_first_not_of("0123456789") == std::string::npos && !keys.empty();
    keys += is_index ? fmt::format("[{}]", key) : keys.empty() ? key : "." + key;
  }
  const std::string where = line_and_column(*text_, byte_of(*text_, path_));
  return fmt::format("{}:{}: {}{}", *file_, where, keys, keys.empty() ? "" : ": ");
}

std::vector<JsonNode> JsonNode::elements() const {
  if (!json_->is_array()) { return {*this}; }
  if (json_->empty()) { fail("the list is empty"); }
  std::vector<JsonNode> result;
  for (std::size_t i = 0; i < json_->size(); ++i) { result.push_back({(*json_)[i], *this, fmt::format("{}", i)}); }
  return result;
}

void JsonNode::require_keys(const std::vector<std::string>& keys) const {
  if (!json_->is_object()) { fail("this must be an object, {{...}}, not {}", json_->type_name()); }
  for (const auto& entry : json_->items()) {
    if (std::find(keys.begin(), keys.end(), entry.key()) == keys.end()) {
      (*this)[entry.key()].fail("there is no such key{}", hint(entry.key(), keys));
    }
  }
}

std::string JsonNode::text() const {
  if (!json_->is_string()) { fail("this must be a text, not {}", json_->type_name()); }
  return json_->get<std::string>();
}

double JsonNode::number() const {
  if (!json_->is_number()) { fail("this must be a number, not {}", json_->type_name()); }
  const double value = json_->get<double>();
  if (!std::isfinite(value)) { fail("the number is too large"); }
  return value;
}

double JsonNode::number_within(double low, double high) const {
  const double value = number();
  if (!(value >= low && value <= high)) { fail("{} is not from {} to {}", value, low, high); }
  return value;
}

double JsonNode::positive_number() const {
  const double value = number();
  if (!(value > 0.0)) { fail("{} is not above 0", value); }
  return number_within(smallest_number, largest_number);
}

std::uint32_t JsonNode::whole_number(std::uint32_t low, std::uint32_t high) const {
  const double value = number_within(low, high);
  if (value != std::floor(value)) { fail("{} is not a whole number", value); }
  return static_cast<std::uint32_t>(value);
}

void JsonNode::refuse_twice(std::vector<std::string> names) const {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) { fail("{} is there twice", *twice); }
}

std::size_t JsonNode::choice(const std::vector<std::string>& names) const {
  const std::string given = text();
  const auto found = std::find(names.begin(), names.end(), given);
  if (found == names.end()) { fail("{} is not known{}", shown(given), hint(given, names)); }
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace ballast::experiments
